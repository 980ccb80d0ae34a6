import { chartCoverage, instantiate } from 'premortem/graph';
import type { ChartCoverage } from 'premortem/graph';
import { describe, expect, test } from 'vitest';
import cascade2020 from './cascade-2020.suite.ts';
import cloudwatchMetrics from './cloudwatch-metrics.suite.ts';
import cognitoBuffer from './cognito-buffer.suite.ts';
import cognitoBufferPaced from './cognito-buffer-paced.suite.ts';
import dynamodbDns from './dynamodb-dns.suite.ts';
import dwfmCollapse from './dwfm-collapse.suite.ts';
import ec2Leases from './ec2-leases.suite.ts';
import eventbridgeBacklog from './eventbridge-backlog.suite.ts';
import kinesisCells from './kinesis-cells.suite.ts';
import kinesisDiagnosis from './kinesis-diagnosis.suite.ts';
import kinesisDiscovery from './kinesis-discovery.suite.ts';
import kinesisRestart from './kinesis-restart.suite.ts';
import kinesisRestartTimed from './kinesis-restart-timed.suite.ts';
import kinesisThreads from './kinesis-threads.suite.ts';
import lambdaMetricBuffer from './lambda-metric-buffer.suite.ts';
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
  kinesisRestartTimed,
  kinesisDiscovery,
  kinesisCells,
  cognitoBuffer,
  cognitoBufferPaced,
  lambdaMetricBuffer,
  cascade2020,
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

/** Where a chart does all it can only in scopes beside the first. */
const moreScopes: Record<string, readonly string[]> = {
  'kinesis-discovery': ['first-newcomer-breaks'],
  'kinesis-cells': ['cells-at-the-limit'],
  'cascade-2020': ['cold-start'],
  'ec2-leases': ['short-outage'],
};

/** Below the root of a statechart; what no path reaches in any design. */
const unreached: Record<string, readonly string[]> = {
  'dynamodb-dns': [],
  // Left in the very step that enters it, to where a server starts: no server ever stands there.
  'kinesis-threads': ['front-end-server: provisioned', 'front-end-with-last-good-map: provisioned'],
  // Where the numbers are judged, within a step.
  'kinesis-restart': ['fleet: recovering.counting'],
  'kinesis-restart-timed': ['fleet: recovering.counting'],
  // Nothing is removed in these two: that is the question of kinesis-threads.
  'kinesis-discovery': ['front-end-server: provisioned', 'operator: capacityRemoved'],
  'kinesis-cells': ['front-end-server: provisioned', 'operator: capacityRemoved'],
  // Outages that end in time are those of the paced form, which has no others.
  'cognito-buffer': ['downstream-service: down.forAWhile', 'downstream-service: upForGood'],
  'cognito-buffer-paced': ['downstream-service: down.openEnded', 'web-worker: busy.eventInHand'],
  'lambda-metric-buffer': ['downstream-service: down.forAWhile', 'downstream-service: upForGood'],
  // Where a service finds out what its suppliers make of it, within a step.
  'cascade-2020': ['service: working.feelingIt'],
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
  'ec2-leases': [],
  'network-manager': [],
};

/** Transitions of a statechart that systems share, and that are taken only in another of them. */
const elsewhere: Record<string, RegExp> = {
  'kinesis-restart-timed': /^fleet: whole --restartOne-->/,
  'kinesis-discovery':
    /deregister|memberGone|leaveFleet|restart|wouldOneMorePass|isKnownAlready|isInAlready|thereIsAThreadAlarm|removeAddedCapacity/,
  'kinesis-cells':
    /deregister|memberGone|leaveFleet|wouldOneMorePass|thereIsAThreadAlarm|removeAddedCapacity/,
  'cognito-buffer': /howMuchIsHeld|purge|writesThrough|outagesEndInTime|forAWhile/,
  'cognito-buffer-paced': /howMuchIsHeld|purge|writesThrough|eventInHand|openEnded|down --comeBack--> up$/,
  'lambda-metric-buffer': /discard|addCapacity|store\.full --append--> \(stays\)$|outagesEndInTime|forAWhile/,
  'cloudwatch-metrics': /^kinesis: .*(comeBackInPart|impaired\.degraded|needNotComeBack)/,
  'eventbridge-backlog': /^kinesis: .*tickPasses/,
  'cascade-2020': /^service: .*(restore|outlastsItsSuppliers|staysHurt)/,
  'sqs-poller': /^supplier: up --ask-->/,
  'dwfm-collapse': /^dynamodb: .*(endsInTime|longestOutage)/,
};

// Each single statechart, given the events that reach it in its system, is walked along the shortest paths of
// @xstate/graph: another traversal than the search's own, which must come to the same states.
describe.each(suites)('the statecharts of $name', ({ name, system }) => {
  const designs = Object.keys(system.designs);
  const scopes = ['default', ...(moreScopes[name] ?? [])];
  const cases = scopes.flatMap((scope) => designs.map((design) => ({ scope, design })));
  const covered: ChartCoverage[][] = [];

  test.each(cases)('$design at $scope: paths reach each state the search visits', ({ scope, design }) => {
    const charts = chartCoverage(instantiate(system, { design, scope }));
    covered.push(charts);
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
    expect(covered).toHaveLength(cases.length);
    const names = new Map<string, { states: Map<string, boolean>; transitions: Map<string, boolean> }>();
    for (const { chart, states, transitions } of covered.flat()) {
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
