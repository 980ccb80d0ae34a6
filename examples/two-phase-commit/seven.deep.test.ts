import { describeSuite } from 'premortem/vitest';
import channels from './two-phase-commit-channels.suite.ts';
import network from './two-phase-commit.suite.ts';

describeSuite(network, { scopes: ['seven'] });
// Impatient managers alone make over ten million states here.
describeSuite(channels, { scopes: ['seven'] });
