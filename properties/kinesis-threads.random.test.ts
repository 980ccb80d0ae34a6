import { exploreKinesisThreads } from './testing/kinesis-threads-random.ts';

exploreKinesisThreads({ numRuns: 200, ruledOutRuns: 50 });
