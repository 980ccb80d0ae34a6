import { describeSuite } from 'premortem/vitest';
import suite from './two-phase-commit-channels.suite.ts';

// Five and seven resource managers are left to `npm run test:deep`.
describeSuite(suite, { scopes: ['default'], counterexamples: 'counterexamples' });
