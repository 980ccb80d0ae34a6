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

/**
 * What is expected of a design.
 *
 * @param dark the steps to an empty record; null where there is none
 * @param orders in which order of slow Apply and deletion
 * @param end the steps to where nothing is left to do
 */
function verdicts(
  dark: number | null,
  orders: readonly ('apply first' | 'delete first')[] = [],
  end: number | null = null,
) {
  const reachedIn = (order: (typeof orders)[number]) => reach(orders.includes(order) ? dark : null);
  return {
    'no-record-is-empty': safety(dark),
    'never-an-older-plan': safety(dark === null ? null : 6),
    'an-empty-record-is-repaired': repair(dark, end),
    'the-newest-plan-wins': safety(end),
    'a-record-goes-empty': reach(dark),
    'applied-then-deleted-then-wiped': reachedIn('apply first'),
    'deleted-then-applied-then-wiped': reachedIn('delete first'),
    'the-automation-can-repair': safety(dark),
  };
}

/** An empty record after so many steps, and nothing left to do after so many. */
const expected = (dark: number, end: number) => ({
  'as-deployed': verdicts(dark, ['apply first', 'delete first'], end),
  'recheck-on-apply': verdicts(null),
  'spare-active-plans': verdicts(dark, ['delete first'], end),
  'refuse-deleted-plans': verdicts(dark, ['apply first'], end),
});

export default defineSuite({
  system: dynamodbDnsCopies,
  properties,
  expect: { default: expected(9, 11), 'two-endpoints': expected(10, 10) },
  waive: [
    {
      never: 'route53 never gets WIPE_RECORD',
      designs: ['recheck-on-apply'],
      reason: 'No record ever holds a copy of a deleted plan there.',
    },
  ],
  headlines: [
    { design: 'as-deployed', property: 'applied-then-deleted-then-wiped' },
    { design: 'as-deployed', property: 'deleted-then-applied-then-wiped' },
  ],
});
