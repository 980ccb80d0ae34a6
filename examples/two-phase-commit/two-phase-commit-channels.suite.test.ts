import { describeSuite } from 'premortem/vitest';
import suite from './two-phase-commit-channels.suite.ts';

// Seven resource managers are left to `npm run test:deep`.
describeSuite(suite, { scopes: ['default', 'five'], counterexamples: 'counterexamples' });
