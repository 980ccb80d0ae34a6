import { describeSuite } from 'premortem/vitest';
import suite from './alternating-bit.suite.ts';

describeSuite(suite, { scopes: ['default'], counterexamples: 'counterexamples' });
