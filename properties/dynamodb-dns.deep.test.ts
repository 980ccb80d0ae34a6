import { describeSuite } from 'premortem/vitest';
import suite from './dynamodb-dns.suite.ts';

describeSuite(suite, { scopes: ['three-enactors', 'one-deletion-a-step'] });
