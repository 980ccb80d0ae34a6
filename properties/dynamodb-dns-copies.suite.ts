import { alwaysPossible, defineSuite, invariant, leadsTo, reachable, stepProperty } from 'premortem';
import type { Observed } from 'premortem';
import type { Endpoint } from '../models/dynamodb-dns/endpoints.ts';
import { dynamodbDnsCopies } from '../models/dynamodb-dns-copies/system.ts';
import {
  allNewest,
  neverAnOlderPlan,
  newestPlanIsThere,
  reach,
  repair,
  safety,
  staysOld,
  wiped,
} from './dynamodb-dns.questions.ts';

type Zone = Observed<typeof dynamodbDnsCopies, 'route53'>;

const isEmpty = ({ route53 }: Zone): boolean => wiped(route53.context).length > 0;
const resolves = (state: Zone): boolean => !isEmpty(state);
const whichIsEmpty = ({ route53 }: Zone): string =>
  wiped(route53.context)
    .map((endpoint) => `the record of the ${endpoint} endpoint has been wiped`)
    .join('; ');
/** Whether a record is empty that held a copy made before, or after, its plan was deleted. */
const emptyAndCopied = ({ route53: { context } }: Zone, late: boolean): boolean =>
  wiped(context).some((endpoint) => context.copiedLate?.[endpoint as Endpoint] === late);

const properties = {
  'no-record-is-empty': invariant(dynamodbDnsCopies, {
    ref: 'V1',
    description: 'No record is empty.',
    observes: ['route53'],
    holds: resolves,
    because: whichIsEmpty,
  }),
  'never-an-older-plan': stepProperty(dynamodbDnsCopies, neverAnOlderPlan),
  'an-empty-record-is-repaired': leadsTo(dynamodbDnsCopies, {
    ref: 'V4',
    description: 'Self-repair: once a record is empty, no record is empty in the end.',
    observes: ['route53'],
    when: isEmpty,
    eventually: resolves,
    because: whichIsEmpty,
  }),
  'the-newest-plan-wins': leadsTo(dynamodbDnsCopies, {
    ref: 'V5',
    description: 'Once the newest plan is there, every record holds a copy of it in the end.',
    observes: ['planner', 'route53'],
    when: newestPlanIsThere,
    eventually: allNewest,
    because: (state, sizes) =>
      [...(isEmpty(state) ? [whichIsEmpty(state)] : []), ...staysOld(state, sizes)].join('; '),
  }),
  'a-record-goes-empty': reachable(dynamodbDnsCopies, {
    ref: 'V6',
    description: 'The outage exists: in some run a record is wiped.',
    observes: ['route53'],
    where: isEmpty,
  }),
  'applied-then-deleted-then-wiped': reachable(dynamodbDnsCopies, {
    ref: 'V6-apply-first',
    description:
      'The order AWS tells: the slow Apply comes first, then clean-up deletes its plan; the record is wiped.',
    observes: ['route53'],
    where: (state) => emptyAndCopied(state, false),
  }),
  'deleted-then-applied-then-wiped': reachable(dynamodbDnsCopies, {
    ref: 'V6-delete-first',
    description:
      'The order of the news report: clean-up deletes the plan, then the slow Apply copies it; the record is wiped.',
    observes: ['route53'],
    where: (state) => emptyAndCopied(state, true),
  }),
  'the-automation-can-repair': alwaysPossible(dynamodbDnsCopies, {
    ref: 'V4-possible',
    description: 'Whatever has happened, the automation can still come to where no record is empty.',
    observes: ['route53'],
    holds: resolves,
  }),
};

/** The orders of slow Apply and deletion in which a record goes empty. */
const BOTH = ['apply first', 'delete first'] as const;
const APPLY_FIRST = ['apply first'] as const;
const DELETE_FIRST = ['delete first'] as const;

/**
 * What is expected of a design under which a record goes empty.
 *
 * @param steps to an empty record
 * @param orders in which order of slow Apply and deletion
 * @param end the steps to where nothing is left to do; null where the record is always repaired
 * @param possible the steps to where no way out is left
 */
function dark(
  steps: number,
  orders: readonly (typeof BOTH)[number][],
  end: number | null,
  possible: number | null = steps,
) {
  const reachedIn = (order: (typeof BOTH)[number]) => reach(orders.includes(order) ? steps : null);
  return {
    'no-record-is-empty': safety(steps),
    'never-an-older-plan': safety(6),
    'an-empty-record-is-repaired': repair(steps, end),
    'the-newest-plan-wins': safety(end),
    'a-record-goes-empty': reach(steps),
    'applied-then-deleted-then-wiped': reachedIn('apply first'),
    'deleted-then-applied-then-wiped': reachedIn('delete first'),
    'the-automation-can-repair': safety(possible),
  };
}

/**
 * What is expected of a design under which no record ever goes empty.
 *
 * @param v2 the steps to where a record is set back; null where none is
 * @param v5 the steps to where a record stays at an older plan; null where none does
 */
function neverDark(v2: number | null = null, v5: number | null = null) {
  return {
    'no-record-is-empty': safety(null),
    'never-an-older-plan': safety(v2),
    'an-empty-record-is-repaired': repair(null, null),
    'the-newest-plan-wins': safety(v5),
    'a-record-goes-empty': reach(null),
    'applied-then-deleted-then-wiped': reach(null),
    'deleted-then-applied-then-wiped': reach(null),
    'the-automation-can-repair': safety(null),
  };
}

const independentOfEndpoints = {
  'recheck-on-apply': neverDark(),
  'lock-around-everything': neverDark(),
  'single-enactor': neverDark(),
  'single-enactor-may-crash': neverDark(null, 4),
  'whole-round-in-one-step': neverDark(),
};

export default defineSuite({
  system: dynamodbDnsCopies,
  properties,
  expect: {
    default: {
      ...independentOfEndpoints,
      'as-deployed': dark(9, BOTH, 11),
      'spare-active-plans': dark(9, DELETE_FIRST, 11),
      'spare-active-in-two-steps': dark(10, BOTH, 13),
      'refuse-deleted-plans': dark(9, APPLY_FIRST, 11),
      'spare-active-refuse-deleted': neverDark(6),
      'lock-around-apply': dark(9, BOTH, 11),
      'no-clean-up': neverDark(6),
      'repair-when-empty': dark(9, BOTH, null, null),
      'clean-up-within-apply': dark(8, DELETE_FIRST, 9),
      'clean-up-within-apply-refuse-deleted': neverDark(6),
      'first-deletion-within-apply': dark(9, BOTH, 10),
      'first-deletion-within-apply-refuse-deleted': dark(9, APPLY_FIRST, 10),
    },
    'two-endpoints': {
      ...independentOfEndpoints,
      'as-deployed': dark(10, BOTH, 10),
      'spare-active-plans': dark(10, DELETE_FIRST, 10),
      'spare-active-in-two-steps': dark(11, BOTH, 11),
      'refuse-deleted-plans': dark(10, APPLY_FIRST, 10),
      // One record is at the newest plan, so that no Enactor finds a newer one for the other.
      'spare-active-refuse-deleted': neverDark(6, 13),
      'lock-around-apply': { ...dark(10, BOTH, 10), 'never-an-older-plan': safety(7) },
      'no-clean-up': neverDark(6, 9),
      'repair-when-empty': dark(10, BOTH, 13, 11),
      'clean-up-within-apply': dark(9, BOTH, 9),
      'clean-up-within-apply-refuse-deleted': dark(9, APPLY_FIRST, 9),
      'first-deletion-within-apply': dark(10, BOTH, 10),
      'first-deletion-within-apply-refuse-deleted': dark(10, APPLY_FIRST, 10),
    },
  },
  waive: [
    {
      never: 'route53 never gets WIPE_RECORD',
      designs: [
        'recheck-on-apply',
        'spare-active-refuse-deleted',
        'lock-around-everything',
        'single-enactor',
        'single-enactor-may-crash',
        'no-clean-up',
        'clean-up-within-apply-refuse-deleted',
        'whole-round-in-one-step',
      ],
      reason: 'No record ever holds a copy of a deleted plan there, with one endpoint.',
    },
    {
      never: 'plan-store never gets *_PLANS',
      designs: ['no-clean-up'],
      reason: 'Without clean-up nobody looks for old plans or deletes them: that is the design.',
    },
  ],
  headlines: [
    { design: 'as-deployed', property: 'applied-then-deleted-then-wiped' },
    { design: 'as-deployed', property: 'deleted-then-applied-then-wiped' },
  ],
});
