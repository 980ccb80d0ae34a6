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
import type { Observed } from 'premortem';
import { bestEffortTowards } from '../models/cascade-2020/edges.ts';
import type { Service2020 } from '../models/cascade-2020/edges-2020.ts';
import { edges2020, reported2020, services2020 } from '../models/cascade-2020/edges-2020.ts';
import { cascade2020, remediesOf } from '../models/cascade-2020/system.ts';

const outages = ['outage', 'second-outage'] as const;
const all = [...outages, ...services2020] as const;
type All = Observed<typeof cascade2020, (typeof all)[number]>;
type Services = Pick<All, Service2020>;
type Outages = Pick<All, (typeof outages)[number]>;

/** Who is not ok. A service that a design has none of is not hurt. */
const hurtOf = (state: Services): Service2020[] =>
  services2020.filter((name) => state[name] !== undefined && !state[name].hasTag('ok'));
const allOk = (state: Services): boolean => hurtOf(state).length === 0;
const isHurt = (state: Services): string => `not ok: ${hurtOf(state).join(', ')}`;

const eachOf = (state: Outages) => outages.map((name) => state[name]).filter((one) => one !== undefined);
/** Something has broken, and all that has is repaired. */
const isRepaired = (state: Outages): boolean =>
  eachOf(state).some((one) => one.matches('over')) && !isBroken(state);
const isBroken = (state: Outages): boolean => eachOf(state).some((one) => one.matches('underWay'));

type Design = keyof typeof remediesOf;
/** Whose own edges towards the root are all declared best effort (B or b). */
const declaredBestEffort = (design: Design, root: Service2020): Service2020[] =>
  bestEffortTowards(services2020, edges2020(remediesOf[design]), root);

/** Reported hurt on the day, apart from the root itself. */
const dependants = (Object.keys(reported2020) as (keyof typeof reported2020)[]).filter(
  (name) => name !== 'kinesis-front-end',
);
const unharmed = ['personal-health-dashboard', 'shd-backup-tool'] as const;

const canBeHurt = (name: (typeof dependants)[number] | (typeof unharmed)[number]) =>
  [
    `${name}-is-hurt`,
    reachable(cascade2020, {
      ref: `M-X-worst-${name}`,
      description: `In the worst case ${name} is degraded or down.`,
      observes: [name],
      where: (state) => !(state as Services)[name]!.hasTag('ok'),
    }),
  ] as const;
const whoIsHurt = Object.fromEntries([...dependants, ...unharmed].map(canBeHurt));

const properties = {
  'all-ok-is-possible-once-repaired': alwaysPossible(cascade2020, {
    ref: 'M-X.1',
    description: 'Once the root is repaired, all services can be ok again, whatever has happened.',
    observes: all,
    holds: (state) => !isRepaired(state) || allOk(state),
  }),
  'all-ok-in-the-end-once-repaired': leadsTo(cascade2020, {
    ref: 'M-X.2',
    description: 'Once the root is repaired, all services are ok in the end, without a step of any operator.',
    observes: all,
    when: isRepaired,
    eventually: (state) => allOk(state) || isBroken(state),
  }),
  'all-ok-in-the-end-without-a-repair': leadsTo(cascade2020, {
    ref: 'M-X.2-unrepaired',
    description: 'Once the root has broken, all services are ok in the end, though nobody repairs it.',
    observes: all,
    when: isBroken,
    eventually: allOk,
    because: isHurt,
  }),
  'best-effort-stays-ok': invariant(cascade2020, {
    ref: 'M-X.3',
    description: 'A service whose edges towards the root are all declared best effort stays ok.',
    observes: services2020,
    holds: (state, { design, parameters }) =>
      declaredBestEffort(design, parameters.root).every((name) => state[name]!.hasTag('ok')),
    because: (state, { design, parameters }) =>
      `declared best effort, and not ok: ${declaredBestEffort(design, parameters.root)
        .filter((name) => !state[name]!.hasTag('ok'))
        .join(', ')}`,
  }),
  'the-root-can-always-be-repaired': alwaysPossible(cascade2020, {
    ref: 'M-X.4',
    description:
      'Whatever has happened, what has broken can be repaired: nothing it takes down is needed for that.',
    observes: outages,
    holds: (state) => !isBroken(state),
  }),
  'nobody-repairs-blind': stepProperty(cascade2020, {
    ref: 'M-X.4-blind',
    description: 'Whoever repairs the root can see what he does.',
    observes: ['kinesis-operators'],
    on: (step) => step.calls.some(({ event }) => event.type === 'repaired'),
    holds: (before, _step, _after) => before['kinesis-operators']!.hasTag('ok'),
    because: () => 'the people who repair it look through CloudWatch, which is down with it',
  }),
  'all-that-was-reported-is-hurt': reachable(cascade2020, {
    ref: 'M-X-headline',
    description:
      'From the root alone, all services reported hurt in 2020 are, each as it was reported, at once.',
    observes: services2020,
    where: (state) =>
      Object.entries(reported2020).every(([name, status]) => state[name as Service2020]?.hasTag(status)),
  }),
  'nobody-else-is-hurt': invariant(cascade2020, {
    ref: 'M-X-headline-only',
    description: 'Services that were not reported hurt stay ok.',
    observes: services2020,
    holds: (state) => hurtOf(state).every((name) => name in reported2020),
    because: isHurt,
  }),
  ...whoIsHurt,
};

type Hurt = (typeof dependants)[number];
/** The shortest run to each that is hurt; nobody else is. */
const hurtIn = (steps: Partial<Record<Hurt, number>>) =>
  Object.fromEntries(
    [...dependants, ...unharmed].map((name) => {
      const within = (steps as Partial<Record<Service2020, number>>)[name];
      return [`${name}-is-hurt`, within === undefined ? unreachable : reached(within)] as const;
    }),
  );

const comesBack = {
  'all-ok-is-possible-once-repaired': holds,
  'all-ok-in-the-end-once-repaired': holds,
  'nobody-else-is-hurt': holds,
};
const asWas = {
  ...comesBack,
  'all-ok-in-the-end-without-a-repair': violated(15),
  'best-effort-stays-ok': violated(4),
  'the-root-can-always-be-repaired': holds,
  'nobody-repairs-blind': violated(5),
  'all-that-was-reported-is-hurt': reached(15),
  ...hurtIn({
    'kinesis-api': 2,
    cognito: 4,
    'sign-in': 5,
    cloudwatch: 3,
    'cloudwatch-alarms': 4,
    'auto-scaling': 4,
    lambda: 5,
    eventbridge: 3,
    'ecs-and-eks': 4,
    'shd-primary-tool': 5,
    'service-health-dashboard': 6,
    'kinesis-operators': 4,
  }),
};
const fixed = {
  ...comesBack,
  'all-ok-in-the-end-without-a-repair': violated(5),
  'best-effort-stays-ok': holds,
  'the-root-can-always-be-repaired': holds,
  'nobody-repairs-blind': holds,
  'all-that-was-reported-is-hurt': unreachable,
  ...hurtIn({ 'kinesis-api': 2, cloudwatch: 3, eventbridge: 3, 'ecs-and-eks': 4 }),
};
/** No server has a map, and the fleet is its own only source of one: nothing is ever repaired. */
const neverRepaired = {
  'all-ok-is-possible-once-repaired': holds,
  'all-ok-in-the-end-once-repaired': vacuous,
  'nobody-repairs-blind': vacuous,
  'the-root-can-always-be-repaired': violated(1),
};
const verdicts = { 'as-deployed': asWas, 'all-remedies': fixed, 'maps-from-the-metadata-store': asWas };

export default defineSuite({
  system: cascade2020,
  properties,
  expect: {
    default: verdicts,
    'cold-start': {
      ...verdicts,
      'as-deployed': { ...asWas, ...neverRepaired },
      'all-remedies': { ...fixed, ...neverRepaired },
    },
  },
  waive: [
    {
      never: '* never moves',
      designs: 'all',
      reason:
        'Back-end cells, map inputs, the backup tool, the personal pages and the local store depend on nothing that is hurt; each can be made the root.',
    },
    ...['*whatRepairNeedsIsThere* is never false', '*broken --repair--> (stays)*'].map((never) => ({
      never,
      designs: 'all' as const,
      reason: 'A fleet in which some server still has a map can be restarted; the scope cold-start has none.',
    })),
    ...['*outlastsItsSuppliers*', '*restore*'].map((never) => ({
      never,
      designs: 'all' as const,
      reason: 'Whatever is hurt here is well again with its suppliers; in cascade-2025 some is not.',
    })),
    {
      never: 'outage never gets repaired',
      designs: ['as-deployed', 'all-remedies'],
      scopes: ['cold-start'],
      reason: 'No server has a map to start from, and these designs have no other place to read it.',
    },
  ],
  headlines: [{ design: 'as-deployed', property: 'all-that-was-reported-is-hurt' }],
});
