import { defineSuite, holds, invariant, leadsTo, stepProperty, violated, within } from 'premortem';
import type { Observed } from 'premortem';
import { dynamodbDnsRecovery } from '../models/dynamodb-dns-recovery/system.ts';
import { peopleAct, questionsAt } from './dynamodb-dns.questions.ts';

const { isEmpty, resolves, observes } = questionsAt('plan-store', 'which has been deleted');

type Seen = Observed<
  typeof dynamodbDnsRecovery,
  'route53' | 'plan-store' | 'internal-network' | 'internal-client' | 'external-client'
>;
const everything = [...observes, 'internal-network', 'internal-client', 'external-client'] as const;

/** Whether a new connection would work now. */
const externalWorks = (state: Pick<Seen, 'route53' | 'plan-store' | 'external-client'>): boolean =>
  resolves(state) && !isMisled(state['external-client']);
const internalWorks = (state: Seen): boolean =>
  (resolves(state) || state['internal-network'].matches('overridden')) && !isMisled(state['internal-client']);
const isConnected = (client: { value: unknown }): boolean => client.value === 'connected';
const isMisled = (client: { value: unknown }): boolean => client.value === 'misled';

const overrideIsSet = {
  weak: { 'people override the internal network': { actor: 'internal-network', event: 'OVERRIDE' } },
} as const;
const peopleGoOn = { weak: { ...peopleAct.weak, ...overrideIsSet.weak } } as const;

const externalClients = {
  observes: [...observes, 'external-client'],
  when: isEmpty,
  eventually: externalWorks,
} as const;
const internalClients = { observes: everything, when: isEmpty, eventually: internalWorks } as const;

const properties = {
  'customers-connect-again': leadsTo(dynamodbDnsRecovery, {
    ...externalClients,
    ref: 'M-D3.1',
    description:
      'Once the record is dark, a customer can connect again in the end, though nobody has to repair it.',
  }),
  'customers-connect-again-by-hand': leadsTo(dynamodbDnsRecovery, {
    ...externalClients,
    ref: 'M-D3.1-operator',
    description: 'Once the record is dark, a customer can connect again in the end, if people go on.',
    fairness: peopleGoOn,
  }),
  'the-repair-is-not-undone': stepProperty(dynamodbDnsRecovery, {
    ref: 'M-D3.2',
    description:
      'Once people have created the alias anew, no step takes the addresses of the name away again.',
    observes: [...observes, 'operator'],
    holds: (before, _step, after) =>
      before.operator.context.hasCreated !== true || isEmpty(before) || resolves(after),
    because: (_before, { actor }) =>
      `${actor} took the addresses of the name away after people had repaired it`,
  }),
  'internal-services-connect-again': leadsTo(dynamodbDnsRecovery, {
    ...internalClients,
    ref: 'M-D3.3',
    description:
      'Once the record is dark, an internal service can connect again in the end, though nobody has to act.',
  }),
  'internal-services-do-not-wait-for-the-public-fix': leadsTo(dynamodbDnsRecovery, {
    ...internalClients,
    ref: 'M-D3.3-operator',
    description:
      'Once the record is dark, an internal service can connect again in the end, if people set the override where they may, whether or not anybody repairs the record.',
    fairness: overrideIsSet,
  }),
  'all-clients-are-fine-within-the-ttl': within(dynamodbDnsRecovery, {
    ref: 'M-D3.4',
    description: 'Within the time a bad answer is kept after the repair, every client can connect.',
    observes: [...everything, 'operator'],
    when: (state) => state.operator.context.hasCreated === true && resolves(state),
    eventually: (state) => internalWorks(state) && externalWorks(state),
    ticks: ({ parameters }) => parameters.ttl,
  }),
  'a-right-record-is-enough-to-connect': invariant(dynamodbDnsRecovery, {
    ref: 'M-D3.4-invariant',
    description: 'Whenever the record is right, every client can connect.',
    observes: everything,
    holds: (state) => isEmpty(state) || (internalWorks(state) && externalWorks(state)),
  }),
  'a-live-connection-is-left-alone': stepProperty(dynamodbDnsRecovery, {
    ref: 'M-D3.5',
    description: 'No step but its own closing ends a connection that stands.',
    observes: ['internal-client', 'external-client'],
    on: ({ event }) => event?.type !== 'CLOSE',
    holds: (before, _step, after) =>
      (['internal-client', 'external-client'] as const).every(
        (name) => !isConnected(before[name]) || isConnected(after[name]),
      ),
  }),
};

const asDeployed = {
  'customers-connect-again': violated(9),
  'customers-connect-again-by-hand': holds,
  'the-repair-is-not-undone': holds,
  'internal-services-connect-again': violated(9),
  'internal-services-do-not-wait-for-the-public-fix': holds,
  'all-clients-are-fine-within-the-ttl': holds,
  'a-right-record-is-enough-to-connect': violated(12),
  'a-live-connection-is-left-alone': holds,
};

export default defineSuite({
  system: dynamodbDnsRecovery,
  properties,
  expect: {
    default: {
      'as-deployed': asDeployed,
      // There is no step before the deletion.
      'repair-beside-the-automation': { ...asDeployed, 'a-right-record-is-enough-to-connect': violated(11) },
      'no-override': { ...asDeployed, 'internal-services-do-not-wait-for-the-public-fix': violated(9) },
    },
    'three-enactors': {
      // Two slow Enactors, one after the other: the rollback plan is as deleted as the broken one.
      'as-deployed': { ...asDeployed, 'customers-connect-again-by-hand': violated(19) },
      'repair-beside-the-automation': {
        ...asDeployed,
        'customers-connect-again-by-hand': violated(20),
        'the-repair-is-not-undone': violated(12),
        'all-clients-are-fine-within-the-ttl': violated(16),
        'a-right-record-is-enough-to-connect': violated(11),
      },
      'no-override': {
        ...asDeployed,
        'customers-connect-again-by-hand': violated(18),
        'internal-services-do-not-wait-for-the-public-fix': violated(9),
      },
    },
  },
  waive: [
    {
      never: 'internal-network never gets *',
      designs: ['no-override'],
      reason: 'Nobody may override there, so nobody looks whether it is needed.',
    },
    {
      never: 'internal-client never gets OVERRIDDEN',
      designs: ['no-override'],
      reason: 'Nobody may override there.',
    },
    {
      designs: 'all',
      never: 'route53: serving --CHANGE_RECORD--> (stays) [conditionFails] is never taken',
      reason: 'No design repeats the check at an Apply here; dynamodb-dns has the ones that do.',
    },
  ],
  headlines: [{ design: 'as-deployed', property: 'a-right-record-is-enough-to-connect' }],
});
