import { expect, it } from 'vitest';
import dynamodbDns from '../properties/dynamodb-dns.suite.ts';
import { checkSuite } from './check/check-suite.ts';
import type { CheckOptions } from './check/options.ts';
import type { SuiteReport } from './check/result.ts';
import { compareWorkers } from './testing/compare-workers.ts';
import { seedOfRun } from './testing/seed.ts';

it('comes to the same with several threads as with one, on generated systems', async () => {
  const seed = seedOfRun();
  console.log(`several threads against one: PREMORTEM_SEED=${seed}`);
  const { compared, larger } = await compareWorkers(200, seed, 100);
  expect(compared).toBe(200);
  expect(larger).toBeGreaterThan(50);
}, 600_000);

it('comes to the same with several threads as with one, over many rounds', async () => {
  const set = { enactors: 3, generations: 5, age: 2, endpoints: 1 };
  const designs = ['as-deployed'];
  const search = async (options: CheckOptions) =>
    figures(await checkSuite(dynamodbDns, { designs, set, ...options }));
  const alone = await search({ workers: 1 });
  expect(alone.states).toBeGreaterThan(1000);
  expect(await search({ workers: 2, workersFrom: 0 })).toEqual(alone);
  expect(await search({ workers: 3, workersFrom: 500 })).toEqual(alone);
});

function figures({ designs: [design] }: SuiteReport) {
  const { states, transitions, depth, complete, modelCalls } = design!.search!;
  const checks = design!.checks.map(({ property, verdict, counterexample }) => [
    property,
    verdict,
    counterexample,
  ]);
  return { states, transitions, depth, complete, modelCalls, checks };
}
