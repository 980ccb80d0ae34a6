import {
  alwaysPossible,
  defineSuite,
  holds,
  invariant,
  leadsTo,
  reachable,
  reached,
  unreachable,
  vacuous,
  violated,
} from 'premortem';
import type { Expectation, Observed } from 'premortem';
import { bestEffortTowards } from '../models/cascade-2020/edges.ts';
import type { ServiceCombined } from '../models/cascade-combined/edges-combined.ts';
import { servicesCombined } from '../models/cascade-combined/edges-combined.ts';
import type { DesignCombined } from '../models/cascade-combined/system.ts';
import { cascadeCombined, edgesOfDesign } from '../models/cascade-combined/system.ts';

const outages = ['outage', 'second-outage'] as const;
const all = [...outages, ...servicesCombined] as const;
type All = Observed<typeof cascadeCombined, (typeof all)[number]>;
type Services = Pick<All, ServiceCombined>;
type Outages = Pick<All, (typeof outages)[number]>;

const hurtOf = (state: Services): ServiceCombined[] =>
  servicesCombined.filter((name) => state[name] !== undefined && !state[name].hasTag('ok'));
const isHurt = (state: Services): string => `not ok: ${hurtOf(state).join(', ')}`;
const allOk = (state: Services): boolean => hurtOf(state).length === 0;

const eachOf = (state: Outages) => outages.map((name) => state[name]).filter((one) => one !== undefined);
const isBroken = (state: Outages): boolean => eachOf(state).some((one) => one.matches('underWay'));
const isRepaired = (state: Outages): boolean =>
  eachOf(state).some((one) => one.matches('over')) && !isBroken(state);

/** Whose own edges towards the root are all declared best effort (B or b): asked of every state, so found once. */
const promises = new Map<string, readonly ServiceCombined[]>();
function promisesOf(design: DesignCombined, root: ServiceCombined): readonly ServiceCombined[] {
  const key = `${design} ${root}`;
  const known = promises.get(key) ?? bestEffortTowards(servicesCombined, edgesOfDesign(design), root);
  promises.set(key, known);
  return known;
}
/** Of those, who is not ok, and has not broken of itself. */
const brokenPromises = (
  state: Services,
  { design, parameters }: { design: DesignCombined; parameters: { root: ServiceCombined } },
): ServiceCombined[] =>
  hurtOf(state).filter(
    (name) => promisesOf(design, parameters.root).includes(name) && !state[name]!.matches('broken'),
  );

const spares = (ref: string, remedy: string, names: readonly ServiceCombined[]) =>
  invariant(cascadeCombined, {
    ref,
    description: `${remedy} Whatever happens to DynamoDB and to the front end: ${names.join(', ')} ok.`,
    observes: names,
    holds: (state) => names.every((name) => (state as Services)[name]?.hasTag('ok') ?? true),
    because: (state) =>
      `not ok: ${names.filter((name) => !((state as Services)[name]?.hasTag('ok') ?? true)).join(', ')}`,
  });

const properties = {
  'all-ok-is-possible-once-repaired': alwaysPossible(cascadeCombined, {
    ref: 'M-X.1',
    description: 'Once all that broke is repaired, all services can be ok again, whatever has happened.',
    observes: all,
    holds: (state) => !isRepaired(state) || allOk(state),
    because: isHurt,
  }),
  'all-ok-in-the-end-once-repaired': leadsTo(cascadeCombined, {
    ref: 'M-X.2',
    description:
      'Once all that broke is repaired, all services are ok in the end, without a step of any operator.',
    observes: all,
    when: isRepaired,
    eventually: (state) => allOk(state) || isBroken(state),
    because: isHurt,
  }),
  'best-effort-stays-ok': invariant(cascadeCombined, {
    ref: 'M-X.3',
    description: 'A service whose edges towards the root are all declared best effort stays ok.',
    observes: servicesCombined,
    holds: (state, scope) => brokenPromises(state, scope).length === 0,
    because: (state, scope) => `declared best effort, and not ok: ${brokenPromises(state, scope).join(', ')}`,
  }),
  'what-has-broken-can-always-be-repaired': alwaysPossible(cascadeCombined, {
    ref: 'M-X.4',
    description: 'Whatever has happened, all that has broken can be repaired, one after the other.',
    observes: outages,
    holds: (state) => !isBroken(state),
  }),
  'kinesis-is-repaired-while-dynamodb-is-dark': leadsTo(cascadeCombined, {
    ref: 'M-X.4-dark',
    description:
      'While the record is empty a front end that has broken is repaired in the end; people try again and again.',
    observes: outages,
    when: (state) => state.outage.matches('underWay') && state['second-outage']?.matches('underWay') === true,
    eventually: (state) =>
      !state.outage.matches('underWay') || state['second-outage']?.matches('underWay') !== true,
    fairness: { weak: { 'who repairs Kinesis': { actor: 'second-outage', event: 'repair' } } },
    because: () => 'to start, a front-end server reads what is kept in DynamoDB',
  }),
  'dynamodb-is-repaired-while-kinesis-is-down': leadsTo(cascadeCombined, {
    ref: 'M-X.4-back',
    description:
      'While the front end is down an empty record is repaired in the end; people try again and again.',
    observes: outages,
    when: (state) => state.outage.matches('underWay') && state['second-outage']?.matches('underWay') === true,
    eventually: (state) =>
      !state.outage.matches('underWay') || state['second-outage']?.matches('underWay') !== true,
    fairness: { weak: { 'who repairs DynamoDB': { actor: 'outage', event: 'repair' } } },
  }),
  'kinesis-is-hurt-by-dynamodb-alone': reachable(cascadeCombined, {
    ref: 'M-X-headline',
    description: 'The front end is hurt, and nothing of Kinesis has broken.',
    observes: ['second-outage', 'kinesis-front-end'],
    where: (state) =>
      !state['kinesis-front-end']!.hasTag('ok') &&
      (state['second-outage'] === undefined || state['second-outage'].matches('toCome')),
  }),
  'sign-in-is-spared': spares('M-X.3-cognito', 'Cognito tolerates errors.', ['cognito', 'sign-in']),
  'invocations-are-spared': spares('M-X.3-lambda', 'Metrics that do not fit are dropped.', ['lambda']),
  'alarms-and-scaling-are-spared': spares('M-X.3-local-store', 'A local store of recent metrics.', [
    'cloudwatch-alarms',
    'auto-scaling',
    'kinesis-operators',
  ]),
  'the-page-is-spared': spares('M-X.3-backup-tool', 'A backup tool that is practised.', [
    'service-health-dashboard',
  ]),
};

/** The verdicts of a design, in the order of the properties. */
const verdicts = (...each: readonly Expectation[]) =>
  Object.fromEntries(Object.keys(properties).map((name, i) => [name, each[i]])) as Record<
    keyof typeof properties,
    Expectation
  >;

export default defineSuite({
  system: cascadeCombined,
  properties,
  // prettier-ignore
  expect: {
    default: {
      'as-deployed': verdicts(holds, holds, violated(4), holds, violated(13), holds, reached(4), violated(4), violated(5), violated(4), violated(6)),
      'all-remedies': verdicts(holds, holds, holds, holds, violated(6), holds, reached(4), holds, holds, holds, holds),
      'maps-from-the-metadata-store': verdicts(holds, holds, violated(4), holds, violated(13), holds, reached(4), violated(4), violated(5), violated(4), violated(6)),
      'maps-from-a-store-in-dynamodb': verdicts(holds, holds, violated(4), holds, violated(14), holds, reached(4), violated(4), violated(5), violated(4), violated(6)),
      'all-remedies-and-maps-from-the-metadata-store': verdicts(holds, holds, holds, holds, violated(6), holds, reached(4), holds, holds, holds, holds),
      'configuration-kept': verdicts(holds, holds, holds, holds, holds, holds, unreachable, holds, holds, holds, holds),
      'configuration-kept-store-in-dynamodb': verdicts(holds, holds, holds, holds, violated(7), holds, unreachable, holds, holds, holds, holds),
    },
    'dynamodb-alone': {
      'as-deployed': verdicts(holds, holds, violated(7), holds, vacuous, vacuous, reached(4), violated(7), violated(8), violated(7), violated(9)),
      'all-remedies': verdicts(holds, holds, holds, holds, vacuous, vacuous, reached(4), holds, holds, holds, holds),
      'maps-from-the-metadata-store': verdicts(holds, holds, violated(7), holds, vacuous, vacuous, reached(4), violated(7), violated(8), violated(7), violated(9)),
      'maps-from-a-store-in-dynamodb': verdicts(holds, holds, violated(7), holds, vacuous, vacuous, reached(4), violated(7), violated(8), violated(7), violated(9)),
      'all-remedies-and-maps-from-the-metadata-store': verdicts(holds, holds, holds, holds, vacuous, vacuous, reached(4), holds, holds, holds, holds),
      'configuration-kept': verdicts(holds, holds, holds, holds, vacuous, vacuous, unreachable, holds, holds, holds, holds),
      'configuration-kept-store-in-dynamodb': verdicts(holds, holds, holds, holds, vacuous, vacuous, unreachable, holds, holds, holds, holds),
    },
  },
  waive: [
    {
      never: '* never moves',
      designs: 'all',
      reason: 'These depend on nothing that is hurt; each can be made the root.',
    },
    ...['*outlastsItsSuppliers*', '*restore*'].map((never) => ({
      never,
      designs: 'all' as const,
      reason: 'Whatever is hurt here is well again with its suppliers; in cascade-2025 some is not.',
    })),
    ...['*whatRepairNeedsIsThere* is never false', '*broken --repair--> (stays)*'].map((never) => ({
      never,
      designs: 'all' as const,
      scopes: ['dynamodb-alone' as const],
      reason: 'Only the record breaks, and nothing it takes along is needed to repair it.',
    })),
  ],
  headlines: [{ design: 'as-deployed', property: 'kinesis-is-repaired-while-dynamodb-is-dark' }],
});
