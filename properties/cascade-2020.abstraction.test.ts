// The services of the cascade are one chart on edges of several kinds; some of them have a system of their own here. Every
// behaviour of such a system, as far as it tells how the service and its supplier are, is one of the chart on that edge.
import { asActorLogic, instantiate } from 'premortem/graph';
import { describe, expect, test } from 'vitest';
import { cloudwatchMetrics } from '../models/cloudwatch-metrics/system.ts';
import { cognitoBufferPaced } from '../models/cognito-buffer/paced-system.ts';
import { cognitoBuffer } from '../models/cognito-buffer/system.ts';
import { eventbridgeBacklog } from '../models/eventbridge-backlog/system.ts';
import { kinesisThreads } from '../models/kinesis-threads/system.ts';
import { lambdaMetricBuffer } from '../models/lambda-metric-buffer/system.ts';
import { statusDashboard } from '../models/status-dashboard/system.ts';
import type { Shared, StateOf, Status } from './testing/simulation.ts';
import { compare } from './testing/simulation.ts';

const asDeployed = { design: 'as-deployed' } as const;
const downIf = (is: boolean): Status => (is ? 'down' : 'ok');
const degradedIf = (is: boolean): Status => (is ? 'degraded' : 'ok');

describe('cognito-buffer is a b edge to Kinesis', () => {
  const cognito =
    (blocked: 'some' | 'every') =>
    (state: StateOf): Shared => ({
      supplier: downIf(state('kinesis').name.startsWith('down')),
      service: downIf(['worker-1', 'worker-2'][blocked]((worker) => state(worker).name === 'busy.blocked')),
    });

  test.each(['some', 'every'] as const)(
    'with a clock, down when %s of its workers are blocked',
    (blocked) => {
      const paced = instantiate(cognitoBufferPaced, {
        design: 'as-deployed',
        scope: 'longer-outage',
        set: { slots: 2 },
      });
      expect(compare(asActorLogic(paced), 'b', cognito(blocked))).toMatchObject({
        changes: [
          'down/down to ok/down',
          'down/ok to down/down',
          'down/ok to ok/ok',
          'ok/down to ok/ok',
          'ok/ok to down/ok',
        ],
        notCovered: [],
      });
    },
  );

  test('without a clock there is one thing more: requests may outpace Kinesis while it is up', () => {
    const { notCovered } = compare(
      asActorLogic(instantiate(cognitoBuffer, asDeployed)),
      'b',
      cognito('every'),
    );
    expect(notCovered).toEqual(['ok/ok to ok/down']);
  });

  test.each(['no-events-appended', 'full-buffer-drops'] as const)('%s is a B edge', (design) => {
    const { changes, notCovered } = compare(
      asActorLogic(instantiate(cognitoBuffer, { design })),
      'B',
      cognito('some'),
    );
    expect({ changes, notCovered }).toEqual({
      changes: ['down/ok to ok/ok', 'ok/ok to down/ok'],
      notCovered: [],
    });
  });
});

describe('lambda-metric-buffer is a b edge to CloudWatch', () => {
  const lambda = (state: StateOf): Shared => {
    const { held } = state('buffer').context as { held: number };
    const { memory, need } = state('host').context as { memory: number; need: number };
    return {
      supplier: downIf(state('cloudwatch').name.startsWith('down')),
      service: downIf(memory - held < need),
    };
  };
  const compared = (design: 'as-deployed' | 'bounded-buffer' | 'operator-purges', kind: 'b' | 'B') =>
    compare(asActorLogic(instantiate(lambdaMetricBuffer, { design })), kind, lambda);

  test('as deployed', () => {
    expect(compared('as-deployed', 'b')).toMatchObject({
      changes: [
        'down/down to ok/down',
        'down/ok to down/down',
        'down/ok to ok/ok',
        'ok/down to down/down',
        'ok/down to ok/ok',
        'ok/ok to down/ok',
      ],
      notCovered: [],
    });
  });

  test('with a cap it is a B edge', () => {
    expect(compared('bounded-buffer', 'B')).toMatchObject({
      changes: ['down/ok to ok/ok', 'ok/ok to down/ok'],
      notCovered: [],
    });
  });

  test('a purge ends it before CloudWatch is back, which the cascade leaves out', () => {
    expect(compared('operator-purges', 'b').notCovered).toEqual(['down/down to down/ok']);
  });
});

describe('cloudwatch-metrics', () => {
  const logicOf = (design: 'as-deployed' | 'local-store') =>
    asActorLogic(
      instantiate(cloudwatchMetrics, { design, set: { keep: 1, outage: 2, window: 1, scaleWithin: 1 } }),
    );
  const ingestion = (state: StateOf) => downIf(state('ingestion').name === 'cutOff');
  const lacksData = (state: StateOf) => state('alarm').name === 'INSUFFICIENT_DATA';

  test('the taking in of metrics is an H edge to Kinesis', () => {
    const kinesis = (state: StateOf) => downIf(state('kinesis').name.startsWith('impaired'));
    const project = (state: StateOf) => ({ supplier: kinesis(state), service: ingestion(state) });
    expect(compare(logicOf('as-deployed'), 'H', project)).toMatchObject({
      changes: ['down/down to ok/ok', 'ok/ok to down/down'],
      notCovered: [],
    });
  });

  test.each([
    { kind: 'H' as const, is: 'alarms', hurt: downIf },
    { kind: 'S' as const, is: 'the scaling that waits for a datum', hurt: degradedIf },
  ])('its $kind edge: $is', ({ kind, hurt }) => {
    const project = (state: StateOf) => ({ supplier: ingestion(state), service: hurt(lacksData(state)) });
    const hurtIs = hurt(true);
    expect(compare(logicOf('as-deployed'), kind, project)).toMatchObject({
      changes: [
        `down/${hurtIs} to ok/${hurtIs}`,
        `down/ok to down/${hurtIs}`,
        'down/ok to ok/ok',
        `ok/${hurtIs} to ok/ok`,
        'ok/ok to down/ok',
      ],
      notCovered: [],
    });
  });

  test('a local store that depends on nobody leaves alarms alone', () => {
    const project = (state: StateOf) => ({ supplier: 'ok' as const, service: downIf(lacksData(state)) });
    expect(compare(logicOf('local-store'), 'H', project).changes).toEqual([]);
  });
});

test('eventbridge-backlog is an S edge to Kinesis, also where that is back in part', () => {
  const project = (state: StateOf): Shared => {
    const kinesis = state('kinesis').name;
    const { waiting } = state('event-bus').context as { waiting: number };
    return {
      supplier: kinesis === 'impaired.down' ? 'down' : degradedIf(kinesis === 'impaired.degraded'),
      service: degradedIf(waiting > 0),
    };
  };
  const bus = instantiate(eventbridgeBacklog, { ...asDeployed, set: { queue: 2, steps: 1 } });
  const { changes, notCovered } = compare(asActorLogic(bus), 'S', project);
  expect(notCovered).toEqual([]);
  expect(changes).toContain('down/ok to down/degraded');
  expect(changes).toContain('ok/degraded to ok/ok');
});

test('the front end of kinesis-threads breaks of itself, and nothing but a restart brings it back', () => {
  const project = (state: StateOf): Shared => {
    const servers = ['front-end-1', 'front-end-2', 'newcomer-1'].map((id) => state(id).name);
    const members = servers.filter((name) => name.startsWith('member'));
    return { supplier: 'ok', service: downIf(members.every((name) => name === 'member.mapUseless')) };
  };
  const fleet = instantiate(kinesisThreads, {
    ...asDeployed,
    set: { existing: 2, newcomers: 1, threadLimit: 1 },
  });
  expect(compare(asActorLogic(fleet), 'none', project)).toMatchObject({
    changes: ['ok/down to ok/ok', 'ok/ok to ok/down'],
    notCovered: [],
    bringsBack: ['restartServer'],
  });
});

describe('status-dashboard', () => {
  const logic = () => asActorLogic(instantiate(statusDashboard, asDeployed));
  const cognito = (state: StateOf) => downIf(state('cognito').name === 'down');

  test('the primary tool is an H edge to Cognito', () => {
    const project = (state: StateOf): Shared => ({
      supplier: cognito(state),
      service: downIf(state('primary-tool').name === 'refused'),
    });
    expect(compare(logic(), 'H', project)).toMatchObject({
      changes: ['down/ok to down/down', 'ok/ok to down/ok'],
      notCovered: [],
    });
  });

  test('the page is an S edge to that tool, but for a team that turns to the backup tool unasked', () => {
    // The tool is of no use as soon as Cognito lets nobody in, tried or not.
    const project = (state: StateOf): Shared => ({
      supplier: cognito(state),
      service: degradedIf(state('backup-tool').name !== 'unused'),
    });
    expect(compare(logic(), 'S', project)).toMatchObject({
      changes: ['down/ok to down/degraded', 'ok/ok to down/ok', 'ok/ok to ok/degraded'],
      notCovered: ['ok/ok to ok/degraded'],
    });
  });
});
