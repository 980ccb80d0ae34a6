import {
  alwaysPossible,
  defineSuite,
  holds,
  invariant,
  leadsTo,
  reachable,
  reached,
  stepProperty,
  unreachable,
  vacuous,
  violated,
} from 'premortem';
import type { Expectation, Observed } from 'premortem';
import { bestEffortTowards } from '../models/cascade-2020/edges.ts';
import type { Service2025 } from '../models/cascade-2025/edges-2025.ts';
import { graph2025, OVERRIDE, reported2025, services2025 } from '../models/cascade-2025/edges-2025.ts';
import { servicesOf } from '../models/cascade-2025/parts.ts';
import { cascade2025, changesOf } from '../models/cascade-2025/system.ts';

const outages = ['outage', 'second-outage'] as const;
const all = [...outages, ...services2025] as const;
type All = Observed<typeof cascade2025, (typeof all)[number]>;
type Services = Pick<All, Service2025>;
type Outages = Pick<All, (typeof outages)[number]>;

/** Who is not ok. A service that is not in this part is not hurt. */
const hurtOf = (state: Services): Service2025[] =>
  services2025.filter((name) => state[name] !== undefined && !state[name].hasTag('ok'));
const allOk = (state: Services): boolean => hurtOf(state).length === 0;
const isHurt = (state: Services): string => `not ok: ${hurtOf(state).join(', ')}`;

const eachOf = (state: Outages) => outages.map((name) => state[name]).filter((one) => one !== undefined);
/** Something has broken, and all that has is repaired. */
const isRepaired = (state: Outages): boolean =>
  eachOf(state).some((one) => one.matches('over')) && !isBroken(state);
const isBroken = (state: Outages): boolean => eachOf(state).some((one) => one.matches('underWay'));

/** Who stays hurt is brought back, sooner or later. */
const somebodyActs = { weak: { 'whoever acts': { event: 'act' } } } as const;

type Design = keyof typeof changesOf;
/** Whose own edges towards the root are all declared best effort (B or b): asked of every state, so found once. */
const promises = new Map<string, readonly string[]>();
function promisesOf(design: Design, root: Service2025): readonly string[] {
  const key = `${design} ${root}`;
  const known =
    promises.get(key) ?? bestEffortTowards<string>(services2025, graph2025(changesOf[design]).edges, root);
  promises.set(key, known);
  return known;
}
/** Of those, who is not ok. */
const brokenPromises = (state: Services, design: Design, root: Service2025): Service2025[] =>
  hurtOf(state).filter((name) => promisesOf(design, root).includes(name));

const CONTAINERS = 'ecs-eks-fargate-launches';
/** Who resolves DynamoDB inside, and needs nothing else. */
const insiders = ['internal-services', 'iam'] as const;

const properties = {
  'all-ok-is-possible-once-repaired': alwaysPossible(cascade2025, {
    ref: 'M-X.1',
    description: 'Once the root is repaired, all services can be ok again, whatever has happened.',
    observes: all,
    holds: (state) => !isRepaired(state) || allOk(state),
    because: isHurt,
  }),
  'all-ok-in-the-end-once-repaired': leadsTo(cascade2025, {
    ref: 'M-X.2',
    description: 'Once the root is repaired, all services are ok in the end, without a step of any operator.',
    observes: all,
    when: isRepaired,
    eventually: (state) => allOk(state) || isBroken(state),
    because: isHurt,
  }),
  'all-ok-in-the-end-once-acted-on': leadsTo(cascade2025, {
    ref: 'M-X.2-operator',
    description: 'The same where somebody acts on each service that stays hurt.',
    observes: all,
    when: isRepaired,
    eventually: (state) => allOk(state) || isBroken(state),
    fairness: somebodyActs,
    because: isHurt,
  }),
  'all-ok-in-the-end-without-a-repair': leadsTo(cascade2025, {
    ref: 'M-X.2-unrepaired',
    description:
      'Once the root has broken, all services are ok in the end, though nobody repairs it; somebody acts on each that stays hurt.',
    observes: all,
    when: isBroken,
    eventually: allOk,
    fairness: somebodyActs,
    because: isHurt,
  }),
  'launches-of-containers-come-back': leadsTo(cascade2025, {
    ref: 'M-X-E10',
    description: 'Once the root is repaired, ECS, EKS and Fargate launch again in the end, by themselves.',
    observes: [...outages, CONTAINERS],
    when: (state) => state[CONTAINERS] !== undefined && isRepaired(state),
    eventually: (state) => (state[CONTAINERS]?.hasTag('ok') ?? true) || isBroken(state),
  }),
  'best-effort-stays-ok': invariant(cascade2025, {
    ref: 'M-X.3',
    description: 'A service whose edges towards the root are all declared best effort stays ok.',
    observes: services2025,
    holds: (state, { design, parameters }) => brokenPromises(state, design, parameters.root).length === 0,
    because: (state, { design, parameters }) =>
      `declared best effort, and not ok: ${brokenPromises(state, design, parameters.root).join(', ')}`,
  }),
  'the-root-can-always-be-repaired': alwaysPossible(cascade2025, {
    ref: 'M-X.4',
    description:
      'Whatever has happened, what has broken can be repaired: nothing it takes down is needed for that.',
    observes: outages,
    holds: (state) => !isBroken(state),
    because: () => 'what has broken takes down who is needed to repair it',
  }),
  'nobody-repairs-blind': stepProperty(cascade2025, {
    ref: 'M-X.4-blind',
    description: 'Whoever repairs the root has all his tools.',
    observes: ['dns-operators'],
    on: (step, { parameters, design }) =>
      servicesOf(graph2025(changesOf[design]).edges, parameters.part).includes('dns-operators') &&
      step.calls.some(({ event }) => event.type === 'repaired'),
    holds: (before) => before['dns-operators']!.hasTag('ok'),
    because: () => 'the tools of the people who repair it need what it took down',
  }),
  'the-override-brings-back-who-resolves-inside': leadsTo(cascade2025, {
    ref: 'M-X-override',
    description:
      'Once the override is in force, internal services and IAM are ok in the end though the record is still empty.',
    observes: ['outage', OVERRIDE, ...insiders],
    when: (state) => state[OVERRIDE]?.hasTag('inForce') === true && state.outage.matches('underWay'),
    eventually: (state) =>
      insiders.every((name) => state[name] === undefined || state[name].hasTag('ok')) ||
      state.outage.matches('over'),
  }),
  'all-that-was-reported-is-hurt': reachable(cascade2025, {
    ref: 'M-X-headline',
    description:
      'From the root alone, all services of this part reported hurt in 2025 are, each as it was reported, at once.',
    observes: services2025,
    where: (state) =>
      Object.entries(reported2025).every(
        ([name, status]) => state[name as Service2025]?.hasTag(status) ?? true,
      ),
  }),
  'nobody-else-is-hurt': invariant(cascade2025, {
    ref: 'M-X-headline-only',
    description: 'Services that were not reported hurt stay ok.',
    observes: services2025,
    holds: (state) => hurtOf(state).every((name) => name in reported2025),
    because: isHurt,
  }),
};

/** The verdicts of a design, in the order of the properties. */
const verdicts = (...each: readonly Expectation[]) =>
  Object.fromEntries(Object.keys(properties).map((name, i) => [name, each[i]])) as Record<
    keyof typeof properties,
    Expectation
  >;

export default defineSuite({
  system: cascade2025,
  properties,
  // prettier-ignore
  expect: {
    default: {
      'as-deployed': verdicts(holds, violated(10), holds, violated(13), violated(10), violated(8), holds, vacuous, holds, reached(13), holds),
      'no-override': verdicts(holds, violated(10), holds, violated(13), violated(10), violated(8), holds, vacuous, vacuous, reached(13), holds),
      'lock-in-dynamodb': verdicts(holds, violated(10), holds, violated(14), violated(10), violated(8), violated(3), vacuous, holds, reached(13), violated(3)),
      'failover-off': verdicts(holds, violated(9), holds, violated(11), violated(10), holds, holds, vacuous, holds, unreachable, holds),
      'every-recovery-automatic': verdicts(holds, holds, holds, violated(12), holds, holds, holds, vacuous, holds, reached(12), holds),
    },
    repair: {
      'as-deployed': verdicts(holds, violated(14), holds, violated(12), vacuous, violated(8), holds, violated(5), holds, reached(12), holds),
      'no-override': verdicts(holds, violated(14), holds, violated(12), vacuous, violated(8), holds, violated(5), vacuous, reached(12), holds),
      'lock-in-dynamodb': verdicts(holds, violated(14), holds, violated(13), vacuous, violated(8), violated(3), violated(5), holds, reached(12), violated(3)),
      'failover-off': verdicts(holds, violated(9), holds, violated(7), vacuous, holds, holds, violated(5), holds, unreachable, holds),
      'every-recovery-automatic': verdicts(holds, holds, holds, violated(11), vacuous, holds, holds, violated(5), holds, reached(11), holds),
    },
    launches: {
      'as-deployed': verdicts(holds, violated(11), holds, violated(8), violated(11), holds, holds, vacuous, vacuous, reached(8), holds),
      'no-override': verdicts(holds, violated(11), holds, violated(8), violated(11), holds, holds, vacuous, vacuous, reached(8), holds),
      'lock-in-dynamodb': verdicts(holds, violated(11), holds, violated(9), violated(11), holds, violated(3), vacuous, vacuous, reached(8), violated(3)),
      'failover-off': verdicts(holds, violated(11), holds, violated(8), violated(11), holds, holds, vacuous, vacuous, reached(8), holds),
      'every-recovery-automatic': verdicts(holds, holds, holds, violated(8), holds, holds, holds, vacuous, vacuous, reached(8), holds),
    },
    capacity: {
      'as-deployed': verdicts(holds, violated(11), holds, violated(13), vacuous, violated(8), holds, vacuous, vacuous, reached(13), holds),
      'no-override': verdicts(holds, violated(11), holds, violated(13), vacuous, violated(8), holds, vacuous, vacuous, reached(13), holds),
      'lock-in-dynamodb': verdicts(holds, violated(11), holds, violated(14), vacuous, violated(8), violated(3), vacuous, vacuous, reached(13), violated(3)),
      'failover-off': verdicts(holds, violated(9), holds, violated(11), vacuous, holds, holds, vacuous, vacuous, unreachable, holds),
      'every-recovery-automatic': verdicts(holds, holds, holds, violated(12), vacuous, holds, holds, vacuous, vacuous, reached(12), holds),
    },
    clients: {
      'as-deployed': verdicts(holds, violated(5), holds, violated(10), vacuous, violated(5), holds, vacuous, vacuous, reached(10), holds),
      'no-override': verdicts(holds, violated(5), holds, violated(10), vacuous, violated(5), holds, vacuous, vacuous, reached(10), holds),
      'lock-in-dynamodb': verdicts(holds, violated(5), holds, violated(11), vacuous, violated(5), violated(3), vacuous, vacuous, reached(10), violated(3)),
      'failover-off': verdicts(holds, violated(5), holds, violated(10), vacuous, violated(5), holds, vacuous, vacuous, reached(10), holds),
      'every-recovery-automatic': verdicts(holds, holds, holds, violated(8), vacuous, holds, holds, vacuous, vacuous, unreachable, holds),
    },
    'sign-in': {
      'as-deployed': verdicts(holds, violated(14), holds, violated(12), vacuous, violated(8), holds, vacuous, holds, reached(13), holds),
      'no-override': verdicts(holds, violated(14), holds, violated(13), vacuous, violated(8), holds, vacuous, vacuous, reached(13), holds),
      'lock-in-dynamodb': verdicts(holds, violated(14), holds, violated(13), vacuous, violated(8), violated(3), vacuous, holds, reached(13), violated(3)),
      'failover-off': verdicts(holds, violated(9), holds, violated(7), vacuous, holds, holds, vacuous, holds, unreachable, holds),
      'every-recovery-automatic': verdicts(holds, holds, holds, violated(11), vacuous, holds, holds, vacuous, holds, reached(12), holds),
    },
    redshift: {
      'as-deployed': verdicts(holds, violated(13), holds, violated(11), vacuous, violated(8), holds, vacuous, holds, reached(12), holds),
      'no-override': verdicts(holds, violated(13), holds, violated(12), vacuous, violated(8), holds, vacuous, vacuous, reached(12), holds),
      'lock-in-dynamodb': verdicts(holds, violated(13), holds, violated(12), vacuous, violated(8), violated(3), vacuous, holds, reached(12), violated(3)),
      'failover-off': verdicts(holds, violated(9), holds, violated(7), vacuous, holds, holds, vacuous, holds, unreachable, holds),
      'every-recovery-automatic': verdicts(holds, holds, holds, violated(10), vacuous, holds, holds, vacuous, holds, reached(11), holds),
    },
  },
  waive: [
    {
      never: '* never moves',
      designs: 'all',
      reason:
        'The plan store, Route 53, AZ failover and what it has on its edge depend on nothing that is hurt; each can be made the root.',
    },
    {
      never: 'service never gets restore',
      designs: ['every-recovery-automatic'],
      reason: 'Nothing stays hurt in this design: that is the point of it.',
    },
    {
      never: '*[aSupplierDegradesIt] is never taken',
      designs: 'all',
      scopes: ['launches'],
      reason: 'All rows on the way to launches are hard.',
    },
  ],
  headlines: [
    { design: 'as-deployed', property: 'all-that-was-reported-is-hurt' },
    { design: 'as-deployed', property: 'launches-of-containers-come-back' },
    { design: 'lock-in-dynamodb', property: 'the-root-can-always-be-repaired' },
  ],
});
