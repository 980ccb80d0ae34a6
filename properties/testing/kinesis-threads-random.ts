import fc from 'fast-check';
import suite from '../kinesis-threads.suite.ts';
import { describeRandomExploration } from './random-exploration.ts';

/** The Kinesis suite at random: few schedules in the quick tier, more in the deep one. */
export function exploreKinesisThreads(runs: {
  numRuns: number;
  ruledOutRuns: number;
  except?: readonly string[];
}): void {
  describeRandomExploration(suite, {
    ...runs,
    seed: 20201125,
    near: fc.record({
      existing: fc.integer({ min: 1, max: 2 }),
      newcomers: fc.integer({ min: 0, max: 2 }),
      threadLimit: fc.integer({ min: 1, max: 3 }),
      threadsPerPeer: fc.integer({ min: 1, max: 2 }),
    }),
  });
}
