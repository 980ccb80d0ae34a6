import { chartCoverage, instantiate } from 'premortem/graph';
import type { ChartCoverage } from 'premortem/graph';
import { describe, expect, test } from 'vitest';
import cloudwatchMetrics from './cloudwatch-metrics.suite.ts';
import dynamodbDns from './dynamodb-dns.suite.ts';
import dwfmCollapse from './dwfm-collapse.suite.ts';
import ec2Leases from './ec2-leases.suite.ts';
import eventbridgeBacklog from './eventbridge-backlog.suite.ts';
import kinesisDiagnosis from './kinesis-diagnosis.suite.ts';
import kinesisRestart from './kinesis-restart.suite.ts';
import kinesisThreads from './kinesis-threads.suite.ts';
import nlbHealth from './nlb-health.suite.ts';
import redshiftReplacement from './redshift-replacement.suite.ts';
import regionalSignIn from './regional-sign-in.suite.ts';
import sqsPoller from './sqs-poller.suite.ts';
import networkManager from './network-manager.suite.ts';
import statusDashboard from './status-dashboard.suite.ts';
import supportBypass from './support-bypass.suite.ts';

const suites = [
  dynamodbDns,
  kinesisThreads,
  kinesisRestart,
  cloudwatchMetrics,
  eventbridgeBacklog,
  kinesisDiagnosis,
  statusDashboard,
  nlbHealth,
  sqsPoller,
  redshiftReplacement,
  supportBypass,
  regionalSignIn,
  dwfmCollapse,
  ec2Leases,
  networkManager,
];

/** Below the root of a statechart; what no path reaches in any design. */
const unreached: Record<string, readonly string[]> = {
  'dynamodb-dns': [],
  // Left in the very step that enters it, to where a server starts: no server ever stands there.
  'kinesis-threads': ['front-end-server: provisioned', 'front-end-with-last-good-map: provisioned'],
  // Where the numbers are judged, within a step.
  'kinesis-restart': ['fleet: recovering.counting'],
  // Kinesis is up or down here, and back in part only in the other.
  'cloudwatch-metrics': ['kinesis: impaired.degraded'],
  'eventbridge-backlog': [],
  'kinesis-diagnosis': [],
  'status-dashboard': [],
  'nlb-health': [],
  'sqs-poller': [],
  'redshift-replacement': [],
  'support-bypass': [],
  'regional-sign-in': [],
  // An outage has a longest time only in ec2-leases.
  'dwfm-collapse': ['dynamodb: down.forSoLongAtMost'],
  // Left at once where an outage has a longest time.
  'ec2-leases': ['dynamodb: down.forAsLongAsItTakes'],
  'network-manager': [],
};

/** Transitions of a statechart that systems share, and that are taken only in another of them. */
const elsewhere: Record<string, RegExp> = {
  'cloudwatch-metrics': /^kinesis: .*(comeBackInPart|impaired\.degraded|needNotComeBack)/,
  'eventbridge-backlog': /^kinesis: .*tickPasses/,
  'sqs-poller': /^supplier: up --ask-->/,
  'dwfm-collapse': /^dynamodb: .*(endsInTime|longestOutage)/,
};

// Each single statechart, given the events that reach it in its system, is walked along the shortest paths of
// @xstate/graph: another traversal than the search's own, which must come to the same states.
describe.each(suites)('the statecharts of $name', ({ name, system }) => {
  const designs = Object.keys(system.designs);
  const covered = new Map<string, ChartCoverage[]>();

  test.each(designs)('%s: paths reach each state the search visits', (design) => {
    const charts = chartCoverage(instantiate(system, { design }));
    covered.set(design, charts);
    for (const { actor, states, snapshots, searched } of charts) {
      const reached = [...states].flatMap(([state, path]) => (path === null ? [] : [state]));
      expect({ actor, reached: reached.sort(), snapshots }).toEqual({
        actor,
        reached: [...searched!.states].sort(),
        snapshots: searched!.snapshots,
      });
    }
  });

  test('over all designs, paths reach every state and take every transition', () => {
    expect(covered.size).toBe(designs.length);
    const names = new Map<string, { states: Map<string, boolean>; transitions: Map<string, boolean> }>();
    for (const { chart, states, transitions } of [...covered.values()].flat()) {
      const all = names.get(chart) ?? { states: new Map(), transitions: new Map() };
      names.set(chart, all);
      for (const [state, path] of states)
        all.states.set(state, (all.states.get(state) ?? false) || path !== null);
      for (const [label, path] of transitions)
        all.transitions.set(label, (all.transitions.get(label) ?? false) || path !== null);
    }
    const never = (which: 'states' | 'transitions') =>
      [...names].flatMap(([chart, all]) =>
        [...all[which]].flatMap(([item, reached]) => (reached ? [] : [`${chart}: ${item}`])),
      );
    expect(never('states').sort()).toEqual(unreached[name]);
    expect(never('transitions').filter((label) => !elsewhere[name]?.test(label))).toEqual([]);
  });
});
