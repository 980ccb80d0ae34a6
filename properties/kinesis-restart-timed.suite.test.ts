import { describeSuite } from 'premortem/vitest';
import suite from './kinesis-restart-timed.suite.ts';

describeSuite(suite);
