import { describeSuite } from 'premortem/vitest';
import suite from './cloudwatch-metrics.suite.ts';

describeSuite(suite, { scopes: ['as-deep-as-the-store', '2020'] });
