import { describeSuite } from 'premortem/vitest';
import suite from './retry-queue.suite.ts';

describeSuite(suite, { counterexamples: 'counterexamples' });
