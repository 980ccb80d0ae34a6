import { describeSuite } from 'premortem/vitest';
import suite from './dining-philosophers.suite.ts';

describeSuite(suite, { scopes: ['default'], counterexamples: 'counterexamples' });
