import { describeSuite } from 'premortem/vitest';
import suite from './kinesis-restart.suite.ts';

describeSuite(suite, { scopes: ['default', 'four-servers'] });
