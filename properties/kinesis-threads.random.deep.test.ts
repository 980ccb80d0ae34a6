import { exploreKinesisThreads } from './testing/kinesis-threads-random.ts';

exploreKinesisThreads({ numRuns: 1000, ruledOutRuns: 200 });
