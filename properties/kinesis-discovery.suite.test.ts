import { describeSuite } from 'premortem/vitest';
import suite from './kinesis-discovery.suite.ts';

describeSuite(suite, {
  scopes: ['default', 'first-newcomer-breaks', 'two-cells'],
});
