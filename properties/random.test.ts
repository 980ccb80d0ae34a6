// Random schedules of every design there is, beside the exhaustive search: whatever one finds the suite expects, and in
// no fewer steps. What each suite's schedules are sure to find is counted, so that none looks in vain. The two suites
// with a random exploration of their own are left to it.
import { exploration, findAll, instantiate, schedules } from 'premortem/fast-check';
import type { Suite } from 'premortem';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import cascade2020 from './cascade-2020.suite.ts';
import cloudwatchMetrics from './cloudwatch-metrics.suite.ts';
import cognitoBufferPaced from './cognito-buffer-paced.suite.ts';
import cognitoBuffer from './cognito-buffer.suite.ts';
import eventbridgeBacklog from './eventbridge-backlog.suite.ts';
import kinesisCells from './kinesis-cells.suite.ts';
import kinesisDiagnosis from './kinesis-diagnosis.suite.ts';
import kinesisDiscovery from './kinesis-discovery.suite.ts';
import kinesisRestart from './kinesis-restart.suite.ts';
import lambdaMetricBuffer from './lambda-metric-buffer.suite.ts';
import statusDashboard from './status-dashboard.suite.ts';

const { seed, ...parameters } = exploration({ seed: 20201125 });

/** Each suite, the scope to look at, schedules of each design, and how much of what the search has a run of they find. */
const table = [
  { suite: kinesisRestart, scope: 'default', numRuns: 20, atLeast: 12 },
  { suite: kinesisDiscovery, scope: 'first-newcomer-breaks', numRuns: 8, atLeast: 6 },
  { suite: kinesisCells, scope: 'cells-at-the-limit', numRuns: 5, atLeast: 12 },
  { suite: kinesisDiagnosis, scope: 'default', numRuns: 20, atLeast: 6 },
  { suite: cognitoBuffer, scope: 'default', numRuns: 12, atLeast: 10 },
  { suite: cognitoBufferPaced, scope: 'longer-outage', numRuns: 40, atLeast: 2 },
  { suite: cloudwatchMetrics, scope: 'default', numRuns: 60, atLeast: 3 },
  { suite: lambdaMetricBuffer, scope: 'default', numRuns: 30, atLeast: 3 },
  { suite: eventbridgeBacklog, scope: 'no-spare-capacity', numRuns: 40, atLeast: 1 },
  { suite: statusDashboard, scope: 'default', numRuns: 20, atLeast: 4 },
  { suite: cascade2020, scope: 'default', numRuns: 6, atLeast: 10 },
] as readonly { suite: Suite; scope: string; numRuns: number; atLeast: number }[];

describe(`random schedules (seed ${seed})`, () => {
  test.each(table.map((row) => ({ name: row.suite.name, ...row })))(
    '$name at $scope finds nothing that its search rules out',
    ({ suite, scope, numRuns, atLeast }) => {
      const found = new Set<string>();
      for (const [design, expected] of Object.entries(suite.expect[scope]!)) {
        const instance = instantiate(suite.system, { design, scope });
        fc.assert(
          fc.property(schedules(), (schedule) => {
            for (const { property, run } of findAll(instance, suite.properties, schedule)) {
              const { verdict, steps } = expected[property]!;
              const isShown = suite.properties[property]!.kind === 'reachable' ? 'holds' : 'violated';
              expect({ design, property, verdict }).toEqual({ design, property, verdict: isShown });
              expect(run.steps.length).toBeGreaterThanOrEqual(steps!);
              found.add(`${design}: ${property}`);
            }
          }),
          { ...parameters, seed, numRuns },
        );
      }
      expect(found.size).toBeGreaterThanOrEqual(atLeast);
    },
  );
});
