import { describeSuite } from 'premortem/vitest';
import suite from './eventbridge-backlog.suite.ts';

describeSuite(suite, { scopes: ['no-spare-capacity'] });
