import { describeSuite } from 'premortem/vitest';
import suite from './kinesis-threads.suite.ts';

describeSuite(suite, { scopes: ['cells'] });
