import { describeSuite } from 'premortem/vitest';
import suite from './ring.suite.ts';

describeSuite(suite, { counterexamples: 'counterexamples' });
