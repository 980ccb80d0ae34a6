import { describeThreshold } from './testing/threshold.ts';

describeThreshold([4, 5]);
