import { describeSuite } from 'premortem/vitest';
import suite from './sign-up-wizard.suite.ts';

// A single actor has as many local states as the system has states, and XState runs for each: the larger
// scope takes its time and is left to `npm run test:deep`.
describeSuite(suite, { scopes: ['default'], counterexamples: 'counterexamples' });
