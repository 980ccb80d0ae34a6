import { describeSuite } from 'premortem/vitest';
import suite from './kinesis-threads.suite.ts';

// The other scope is left to `npm run test:deep`.
describeSuite(suite, { scopes: ['default'] });
