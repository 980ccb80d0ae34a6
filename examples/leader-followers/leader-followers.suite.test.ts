import { describeSuite } from 'premortem/vitest';
import suite from './leader-followers.suite.ts';

describeSuite(suite, { counterexamples: 'counterexamples' });
