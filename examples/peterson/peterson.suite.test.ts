import { describeSuite } from 'premortem/vitest';
import suite from './peterson.suite.ts';

describeSuite(suite, { scopes: ['default'], counterexamples: 'counterexamples' });
