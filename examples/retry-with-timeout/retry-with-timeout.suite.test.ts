import { describeSuite } from 'premortem/vitest';
import suite from './retry-with-timeout.suite.ts';

describeSuite(suite, { scopes: ['default'], counterexamples: 'counterexamples' });
