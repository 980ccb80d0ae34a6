import { describeThreshold } from './testing/threshold.ts';

describeThreshold([3, 4, 5]);
