import { describeSuite } from 'premortem/vitest';
import suite from './dynamodb-dns.suite.ts';

// The larger scopes are left to `npm run test:deep`.
describeSuite(suite, {
  scopes: ['default', 'two-endpoints'],
});
