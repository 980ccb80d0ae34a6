import { describeSuite } from 'premortem/vitest';
import suite from './lock-server.suite.ts';

describeSuite(suite, { counterexamples: 'counterexamples' });
