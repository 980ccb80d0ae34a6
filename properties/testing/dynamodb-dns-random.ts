import fc from 'fast-check';
import suite from '../dynamodb-dns.suite.ts';
import { describeRandomExploration } from './random-exploration.ts';

/** The DNS suite at random: few schedules in the quick tier, more in the deep one. */
export function exploreDynamodbDns(runs: {
  numRuns: number;
  ruledOutRuns: number;
  except?: readonly string[];
}): void {
  describeRandomExploration(suite, {
    ...runs,
    seed: 20251019,
    near: fc.record({
      enactors: fc.integer({ min: 2, max: 3 }),
      generations: fc.integer({ min: 3, max: 4 }),
      age: fc.integer({ min: 1, max: 2 }),
      endpoints: fc.integer({ min: 1, max: 2 }),
      cleanup: fc.constantFrom('batch', 'single'),
    }),
  });
}
