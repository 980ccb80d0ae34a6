// The services of the cascade of 2025 that have a system of their own here: every behaviour of such a system, as far as it
// tells how the service and its supplier are, is one of the chart of the cascade on that edge. Those that take long are in
// cascade-2025.abstraction.deep.test.ts.
import { asActorLogic, instantiate } from 'premortem/graph';
import { describe, expect, test } from 'vitest';
import { dwfmCollapse } from '../models/dwfm-collapse/system.ts';
import { networkManagerBacklog } from '../models/network-manager/system.ts';
import { nlbHealth } from '../models/nlb-health/system.ts';
import { redshiftReplacement } from '../models/redshift-replacement/system.ts';
import { regionalSignIn } from '../models/regional-sign-in/system.ts';
import { sqsPoller } from '../models/sqs-poller/system.ts';
import { supportBypass } from '../models/support-bypass/system.ts';
import type { Shared, StateOf, Status } from './testing/simulation.ts';
import { compare } from './testing/simulation.ts';

const downIf = (is: boolean): Status => (is ? 'down' : 'ok');
const degradedIf = (is: boolean): Status => (is ? 'degraded' : 'ok');

describe('sqs-poller is an H edge to DynamoDB that stays down', () => {
  const pollers = (state: StateOf): Shared => ({
    supplier: downIf(state('dynamodb').name === 'down'),
    service: downIf(state('poller').name !== 'polling'),
  });
  const logicOf = (design: 'as-deployed' | 'operator-restores' | 'supervisor') =>
    asActorLogic(instantiate(sqsPoller, { design }));

  test.each(['as-deployed', 'operator-restores'] as const)('%s', (design) => {
    const { notCovered, bringsBack } = compare(logicOf(design), 'H', pollers, 'yes');
    expect({ notCovered, bringsBack }).toEqual({
      notCovered: [],
      bringsBack: design === 'as-deployed' ? [] : ['restartPoller'],
    });
  });

  test('with a supervisor it is one that does not', () => {
    expect(compare(logicOf('supervisor'), 'H', pollers).notCovered).toEqual([]);
  });
});

describe('dwfm-collapse is an H edge to DynamoDB, once leases have expired, that stays down', () => {
  const leases = (state: StateOf): Shared => ({
    supplier: downIf(state('dynamodb').name.startsWith('down')),
    service: downIf(state('dwfm').name !== 'allLeased'),
  });
  const compared = (design: 'as-deployed' | 'hosts-restarted-once' | 'throttle', stays: 'no' | 'yes') =>
    compare(
      asActorLogic(instantiate(dwfmCollapse, { design, scope: 'fewest-droplets' })),
      'H-late',
      leases,
      stays,
    );

  test('as deployed, and nothing brings them back', () => {
    expect(compared('as-deployed', 'yes')).toMatchObject({ notCovered: [], bringsBack: [] });
  });

  test('with a restart it may come back', () => {
    expect(compared('hosts-restarted-once', 'yes')).toMatchObject({ notCovered: [], bringsBack: ['serve'] });
  });

  test('throttled, it comes back without anybody', () => {
    expect(compared('throttle', 'no')).toMatchObject({ notCovered: [], bringsBack: ['serve'] });
  });
});

test('network-manager stays hurt: it may come back when less is asked of it; more alone hurts it too', () => {
  const manager = (state: StateOf): Shared => {
    const { waiting, knee } = state('network-manager').context as { waiting: number; knee: number };
    return { supplier: 'ok', service: degradedIf(waiting > knee) };
  };
  const logicOf = (design: 'as-deployed' | 'launches-admitted-while-the-queue-is-short') =>
    asActorLogic(instantiate(networkManagerBacklog, { design }));
  expect(compare(logicOf('as-deployed'), 'S', manager, 'yes')).toMatchObject({
    changes: ['ok/degraded to ok/ok', 'ok/ok to ok/degraded'],
    notCovered: ['ok/ok to ok/degraded'],
  });
  // With admission by the length of the queue neither is so.
  expect(compare(logicOf('launches-admitted-while-the-queue-is-short'), 'S', manager).notCovered).toEqual([]);
});

describe('nlb-health is a b edge to the network state of instances', () => {
  const some = (state: StateOf, is: (zone: string) => boolean) =>
    degradedIf([1, 2, 3].some((zone) => is(state(`zone-${zone}`).name)));
  const capacity = (state: StateOf): Shared => ({
    supplier: some(state, (zone) => !zone.includes('networked')),
    service: some(state, (zone) => zone.includes('out')),
  });
  const logicOf = (design: 'as-deployed' | 'failover-off') =>
    asActorLogic(instantiate(nlbHealth, { design }));
  /** A check may pass between two that fail. */
  const flapping = 'degraded/degraded to degraded/ok';

  test.each(['as-deployed'] as const)('%s, but for flapping', (design) => {
    expect(compare(logicOf(design), 'b', capacity).notCovered).toEqual([flapping]);
  });

  test('with failover off it is a B edge', () => {
    expect(compare(logicOf('failover-off'), 'B', capacity)).toMatchObject({
      changes: ['degraded/ok to ok/ok', 'ok/ok to degraded/ok'],
      notCovered: [],
    });
  });
});

describe('redshift-replacement', () => {
  const logic = () => asActorLogic(instantiate(redshiftReplacement, { design: 'as-deployed' }));

  test('the replacement is an H edge to launches; one that gets its host takes a moment too', () => {
    const replacement = (state: StateOf): Shared => ({
      supplier: downIf(state('ec2-launch').name === 'down'),
      service: downIf(state('cluster').name === 'modifying'),
    });
    expect(compare(logic(), 'H', replacement)).toMatchObject({
      notCovered: ['ok/ok to ok/down'],
      bringsBack: ['launchHost'],
    });
  });

  test('credentials are an H edge to who gives them out, until a replacement takes the old host away', () => {
    const credentials = (state: StateOf): Shared => ({
      supplier: downIf(state('credential-service').name === 'down'),
      service: downIf(state('cluster').name === 'credentialsExpired'),
    });
    expect(compare(logic(), 'H', credentials)).toMatchObject({
      notCovered: ['down/down to down/ok'],
      bringsBack: ['refreshCredentials', 'startReplacement'],
    });
  });
});

test('support-bypass is a b edge to the account metadata; who asks again is not refused until that is looked up', () => {
  const support = (state: StateOf): Shared => ({
    supplier: downIf(!['atHome', 'failedOver.right'].includes(state('account-metadata').name)),
    service: downIf(state('support-console').name === 'refused'),
  });
  expect(
    compare(asActorLogic(instantiate(supportBypass, { design: 'as-deployed' })), 'b', support),
  ).toMatchObject({
    changes: ['down/down to down/ok', 'down/ok to down/down', 'ok/ok to down/ok'],
    notCovered: ['down/down to down/ok'],
  });
});

test('sign-in elsewhere through us-east-1 is an H edge to it', () => {
  const signIn = (state: StateOf): Shared => ({
    supplier: downIf(state('us-east-1').name === 'down'),
    service: downIf(state('remote-user').name === 'refused'),
  });
  expect(
    compare(asActorLogic(instantiate(regionalSignIn, { design: 'as-deployed' })), 'H', signIn),
  ).toMatchObject({ notCovered: [], bringsBack: ['signIn'] });
});
