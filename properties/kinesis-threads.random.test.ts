import { exploreKinesisThreads } from './testing/kinesis-threads-random.ts';

exploreKinesisThreads({ numRuns: 120, ruledOutRuns: 40, except: ['last-good-map'] });
