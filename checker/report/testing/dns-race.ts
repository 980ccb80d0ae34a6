import type { JsonValue } from '../../trace/json-value.ts';
import type { Counterexample, TraceStep } from '../../trace/trace.ts';
import { actor, call, change, counterexample, step } from './trace-builder.ts';

const plans = (...generations: number[]): JsonValue => ({ $set: generations });
const nothing: JsonValue = { endpoint: null, plan: null };

/** The Planner writes plan `n` into a store that holds the plans before it. */
function write(n: number): TraceStep {
  const before = Array.from({ length: n - 1 }, (_, i) => i + 1);
  return step({
    actor: 'planner',
    event: { type: 'PLAN' },
    descriptions: ['load balancers have changed: the Planner writes the next plan'],
    calls: [
      call(
        1,
        'planner',
        'plan-store',
        { plan: n, type: 'WRITE_PLAN' },
        { descriptions: ['the new plan is stored'] },
      ),
    ],
    changes: [
      change('planner', 'context.latest', n - 1, n),
      change('plan-store', 'context.plans', plans(...before), plans(...before, n)),
    ],
  });
}

/** An Enactor asks which plan is active and which is newest, and takes the newest. */
function pick(enactor: string, newest: number): TraceStep {
  const from = { $actor: enactor };
  return step({
    actor: enactor,
    event: { type: 'PICK' },
    descriptions: ['the Enactor looks for a plan to apply'],
    calls: [
      call(1, enactor, 'route53', { from, type: 'READ_RECORDS' }),
      call(
        2,
        'route53',
        enactor,
        { activePlans: [1], type: 'RECORDS' },
        { descriptions: ['it asks for the newest plan'] },
      ),
      call(3, enactor, 'plan-store', { activePlans: [1], from, type: 'GET_NEWEST_PLAN' }),
      call(
        4,
        'plan-store',
        enactor,
        { activePlanIsMissing: false, activePlans: [1], plan: newest, type: 'NEWEST_PLAN' },
        { descriptions: ['the one-time check passes: the plan is newer than the one applied before'] },
      ),
    ],
    changes: [
      change(enactor, 'state', 'idle', 'applying'),
      change(enactor, 'context.plan', null, newest),
      change(enactor, 'context.endpoint', null, 'regional'),
    ],
  });
}

/** An Enactor points the record, which names plan `active`, at its own. */
function apply(enactor: string, active: number, plan: number): TraceStep {
  return step({
    actor: enactor,
    event: { type: 'APPLY' },
    descriptions: ['the Enactor applies its plan; the check is not made again'],
    calls: [call(1, enactor, 'route53', { endpoint: 'regional', plan, type: 'CHANGE_RECORD' })],
    changes: [
      change('route53', 'context.activePlan.regional', active, plan),
      change(enactor, 'state', 'applying', 'cleaningUp'),
      change(enactor, 'context.endpoint', 'regional', null),
    ],
  });
}

const cleanUp = step({
  actor: 'enactor-2',
  event: { type: 'CLEAN_UP' },
  descriptions: ['the Enactor cleans up: it asks for the plans far behind its own'],
  calls: [
    call(1, 'enactor-2', 'plan-store', { from: { $actor: 'enactor-2' }, type: 'FIND_OLD_PLANS', upTo: 2 }),
    call(
      2,
      'plan-store',
      'enactor-2',
      { plans: [1, 2], type: 'OLD_PLANS' },
      { descriptions: ['the old plans are deleted'] },
    ),
    call(3, 'enactor-2', 'plan-store', { plans: [1, 2], type: 'DELETE_PLANS' }),
  ],
  changes: [
    change('plan-store', 'context.plans', plans(1, 2, 3, 4), plans(3, 4)),
    change('enactor-2', 'state', 'cleaningUp', 'idle'),
    change('enactor-2', 'context.plan', 4, null),
  ],
});

/** The DynamoDB outage: a slow Enactor applies an old plan, and the fast one deletes it. All calls are `sync`. */
export const dnsRace: Counterexample = counterexample({
  system: 'dynamodb-dns',
  systemRef: 'M-D1',
  suite: 'dynamodb-dns',
  design: 'as-deployed',
  designRef: 'as-was',
  designDescription: 'What ran on 19 October 2025: check once, then apply, then clean up.',
  set: {},
  parameters: { enactors: 2, generations: 4, age: 2, endpoints: 1, cleanup: 'batch' },
  property: 'every-endpoint-resolves',
  propertyRef: 'V1',
  statement: 'Every endpoint resolves: the plan that its record names is in the plan store.',
  because: 'the record of the regional endpoint names plan 2, which has been deleted',
  actors: [
    actor('planner', 'watching', { latest: 1 }, { description: 'Writes a new plan now and then.' }),
    actor('plan-store', 'keeping', { plans: plans(1) }),
    actor('route53', 'serving', { activePlan: { regional: 1 } }),
    actor('enactor-1', 'idle', nothing),
    actor('enactor-2', 'idle', nothing),
  ],
  steps: [
    write(2),
    pick('enactor-1', 2),
    write(3),
    write(4),
    pick('enactor-2', 4),
    apply('enactor-2', 1, 4),
    apply('enactor-1', 4, 2),
    cleanUp,
  ],
});
