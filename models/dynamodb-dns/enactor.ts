import { P, match } from 'ts-pattern';
import type { EnactorOptions } from './enactor-setup.ts';
import { EMPTY_HANDED, setupEnactor } from './enactor-setup.ts';

/** What a design may change about the Enactors. A switch that is absent is as the outage had it. */
export interface EnactorDesign extends EnactorOptions {
  /** Whether a clean-up step deletes all old plans or one, the oldest. */
  cleanup: 'batch' | 'single';
  /** Clean-up skips active plans: test and deletion are one step, or two. */
  spareActive?: 'at-once' | 'test-then-delete' | 'with-rollback';
  /** Clean-up is part of the step that applies the last endpoint. */
  joinCleanUp?: true;
  /** The check, all Applies and the clean-up are one step; only with `joinCleanUp`. */
  wholeRound?: true;
  /** There is no clean-up. */
  noCleanUp?: true;
  /** What a lock is held around; `record`: no lock is held, but each change replaces the value of a lock record. */
  lock?: 'apply' | 'everything' | 'record' | undefined;
  /** Enactors may pick and apply while an active plan is missing: the stuck rule is off. */
  repair?: true;
  /** An endpoint without a record stops it as a missing plan does: people may delete one while it runs. */
  mindsEmpty?: true;
  /** An operator may switch it off. */
  operator?: true;
}

/**
 * A DNS Enactor: picks the newest plan, checks it once, applies it endpoint by endpoint, then cleans up
 * what lies far behind it. The Enactors work independently, one in each availability zone.
 *
 * PICK, APPLY, TEST, CLEAN_UP and DETECT are its steps. Each is atomic: what it asks Route 53, the plan store and
 * the lock, and what they answer, belongs to the step.
 */
export function createEnactor(design: EnactorDesign) {
  const tested = design.spareActive === 'test-then-delete';
  return setupEnactor(design).createMachine({
    id: 'enactor',
    description:
      'Takes the newest plan to Route 53, one endpoint at a time, and deletes plans far behind it.',
    context: tested ? { ...EMPTY_HANDED, deletable: null } : EMPTY_HANDED,
    initial: 'idle',
    ...(design.operator && { on: { SWITCH_OFF: SWITCHED_OFF } }),
    states: {
      idle: idle(design),
      applying: applying(design),
      ...(tested && { testing: TESTING }),
      ...(!design.noCleanUp && { cleaningUp: cleaningUp(design) }),
      ...(design.abstraction === 'copy' && !design.noCleanUp && { detecting: detecting(design) }),
      ...(design.operator && { off: {} }),
    },
  });
}

/** The first phase of an Enactor's round: it looks for a plan newer than every active one. */
export function idle({ abstraction, lock, mindsEmpty, repair }: EnactorDesign) {
  const lockAll = lock === 'everything';
  const looksUpTrees = abstraction === 'tree' && !repair;
  const release = lockAll ? RELEASE : [];
  return {
    description: 'It has no plan in hand.',
    on: {
      PICK: {
        actions: lockAll ? 'acquireLock' : 'readRecords',
        description: 'the Enactor looks for a plan to apply',
      },
      ...(lockAll && { LOCK_GRANTED: READ_RECORDS }),
      RECORDS: [
        ...((abstraction === 'copy' || mindsEmpty) && !repair
          ? [{ ...RECORD_IS_EMPTY, actions: release }]
          : []),
        {
          actions: 'getNewestPlan',
          description: 'knowing the active plans, it asks for the newest plan there is',
        },
      ],
      NEWEST_PLAN: [
        ...(repair || abstraction !== undefined ? [] : [{ ...STUCK, actions: release }]),
        {
          guard: 'planIsNewer',
          ...(looksUpTrees
            ? { actions: ['takePlan', 'lookUpPlans'] as const }
            : { target: 'applying' as const, actions: 'takePlan' as const }),
          description: 'the one-time staleness check passes: the plan is newer than the one applied before',
        },
        {
          actions: release,
          description: 'the plan is not newer than the one applied before: there is nothing to do',
        },
      ],
      ...(looksUpTrees && {
        PLANS_LOOKED_UP: [
          { ...STUCK, actions: [...FORGET, ...release] },
          { target: 'applying', description: 'the trees that the records name are there: it takes the plan' },
        ],
      }),
    },
  } as const;
}

function applying({
  abstraction,
  joinCleanUp,
  lock,
  mindsEmpty,
  noCleanUp,
  recheckOnApply,
  refuseDeleted,
  repair,
  spareActive,
  wholeRound,
}: EnactorDesign) {
  const afterwards = match({ noCleanUp, spareActive })
    .with({ noCleanUp: true }, () => 'idle' as const)
    .with({ spareActive: 'test-then-delete' }, () => 'testing' as const)
    .with({ spareActive: P.union('at-once', 'with-rollback', undefined) }, () => 'cleaningUp' as const)
    .exhaustive();
  // What is copied is told by the answer that the write follows, so the lock is asked for before that.
  const lockFirst = lock !== undefined && abstraction === 'copy';
  return {
    description: 'It has passed the check and goes from endpoint to endpoint.',
    ...(wholeRound && { entry: 'readRecords' as const }),
    on: {
      ...(!wholeRound && {
        APPLY: {
          actions: 'readRecords' as const,
          description: recheckOnApply
            ? 'the Enactor applies its plan to the next endpoint, on condition that it is newer than the active one'
            : 'the Enactor applies its plan to the next endpoint; the check is not made again',
        },
      }),
      RECORDS: [
        ...((abstraction === 'copy' || mindsEmpty) && !repair ? [RECORD_IS_EMPTY] : []),
        lockFirst ? ASK_FOR_LOCK : LOOK_UP_PLANS,
      ],
      PLANS_LOOKED_UP: [
        ...(repair || abstraction === 'copy' ? [] : [STUCK]),
        ...(refuseDeleted && abstraction === 'tree' ? [LOOK_UP_OWN_PLAN] : []),
        ...(refuseDeleted ? [REFUSE_DELETED] : []),
        match({ lock, lockFirst, wholeRound })
          .with({ wholeRound: true }, () => WRITE_AND_GO_ON)
          .with({ lock: P.nonNullable, lockFirst: false }, () => ASK_FOR_LOCK)
          .otherwise(() => WRITE),
      ],
      ...(lock !== undefined && { LOCK_GRANTED: lockFirst ? LOOK_UP_COPIED_PLAN : WRITE }),
    },
    always: {
      guard: 'everyEndpointIsDone',
      target: afterwards,
      actions: [...(noCleanUp ? FORGET : []), ...(lock === 'apply' ? RELEASE : [])],
      description: joinCleanUp
        ? 'that was the last endpoint, so it cleans up at once'
        : 'that was the last endpoint',
    },
  } as const;
}

/** The last phase of an Enactor's round. As deployed, it deletes whatever lies far behind its own plan. */
export function cleaningUp({ abstraction, cleanup, joinCleanUp, lock, spareActive }: EnactorDesign) {
  const tested = spareActive === 'test-then-delete';
  const last = {
    target: abstraction === 'copy' ? ('detecting' as const) : ('idle' as const),
    actions: [
      'deleteOldPlans',
      ...(abstraction === 'copy' ? (['turnToRecords'] as const) : FORGET),
      ...(lock === 'record' ? (['replaceLockRecord'] as const) : []),
      ...(tested ? (['forgetDeletable'] as const) : []),
      ...(lock === 'everything' && abstraction !== 'copy' ? RELEASE : []),
    ],
    description: 'the old plans are deleted, and the Enactor is done with this plan',
  } as const;
  const oneOfSeveral = {
    guard: 'severalOldPlans',
    actions: ['deleteOldestPlan', ...(tested ? (['rememberAllButOldest'] as const) : [])],
    description: 'the oldest of them is deleted, the others are left to later steps',
  } as const;
  const deletion = cleanup === 'single' ? [oneOfSeveral, last] : [last];
  const description = 'All endpoints are done; plans far behind its own are to be deleted.';

  if (joinCleanUp)
    return {
      description,
      entry: 'findOldPlans',
      on: { ...(cleanup === 'single' && { CLEAN_UP }), OLD_PLANS: deletion },
    } as const;
  if (spareActive === 'at-once' || spareActive === 'with-rollback') {
    const first = spareActive === 'at-once' ? SPARE_ACTIVE : SPARE_ACTIVE_AND_ROLLBACK;
    return { description, on: { CLEAN_UP: first, RECORDS: FIND_OLD_PLANS, OLD_PLANS: deletion } };
  }
  return { description, on: { CLEAN_UP: tested ? DELETE_TESTED : CLEAN_UP, OLD_PLANS: deletion } };
}

/** Copies: a record that holds a copy of a deleted plan is emptied, which is a step of its own. */
function detecting({ lock }: EnactorDesign) {
  return {
    description: 'It has deleted old plans; records that hold copies of deleted plans are to be emptied.',
    on: {
      DETECT: {
        actions: 'readRecordOfEndpoint',
        description: 'the Enactor looks for records that hold copies of deleted plans',
      },
      RECORDS: {
        actions: 'lookUpPlans',
        description: 'and whether the plan that was copied there is still in the plan store',
      },
      PLANS_LOOKED_UP: [
        {
          guard: 'activePlanIsMissing',
          actions: ['wipeRecord', 'goToNextEndpoint', 'readRecordOfEndpoint'],
          description: 'it is not: the record is emptied',
        },
        {
          actions: ['goToNextEndpoint', 'readRecordOfEndpoint'],
          description: 'the record is left as it is',
        },
      ],
    },
    always: {
      guard: 'everyEndpointIsDone',
      target: 'idle',
      ...(lock === 'everything' && { actions: RELEASE }),
      description: 'that was the last record: the Enactor is done with this round',
    },
  } as const;
}

const RELEASE = ['releaseLock'] as const;
const FORGET = ['forgetPlan'] as const;

const SWITCHED_OFF = {
  target: '.off',
  actions: 'forgetPlan',
  description: 'it is switched off, for good, whatever it had in hand',
} as const;

const STUCK = {
  guard: 'activePlanIsMissing',
  description: 'an active plan is missing: no Enactor can apply anything until people step in',
} as const;

const RECORD_IS_EMPTY = {
  guard: 'recordIsEmpty',
  description: 'a record is empty: no Enactor can apply anything until people step in',
} as const;

/** The parts of a change that every kind of Enactor makes. */
export const LOOK_UP_PLANS = {
  actions: 'lookUpPlans',
  description: 'the change builds on the active plans, so it looks them up',
} as const;

export const LOOK_UP_OWN_PLAN = {
  guard: 'ownPlanIsNotLookedUp',
  actions: 'lookUpOwnPlan',
  description:
    'the trees that the records name are there; it asks whether its own plan is still in the plan store',
} as const;

const LOOK_UP_COPIED_PLAN = {
  actions: 'lookUpOwnPlan',
  description: 'the lock is its own; it asks whether the plan that it copies is still in the plan store',
} as const;

const READ_RECORDS = { actions: 'readRecords', description: 'it reads which plans are active' } as const;

const ASK_FOR_LOCK = {
  actions: 'acquireLock',
  description: 'it asks for the lock to write under',
} as const;

export const WRITE = {
  actions: ['changeRecord', 'goToNextEndpoint'],
  description: 'the change goes to Route 53 as one transaction',
} as const;

const WRITE_AND_GO_ON = {
  ...WRITE,
  actions: [...WRITE.actions, 'readRecordsForNext'],
} as const;

export const REFUSE_DELETED = {
  guard: 'ownPlanIsMissing',
  actions: 'goToNextEndpoint',
  description: 'its plan has been deleted meanwhile, so the endpoint is left as it is',
} as const;

const FIND_OLD_PLANS = {
  actions: 'findOldPlans',
  description: 'it asks for the plans far behind its own',
} as const;

const CLEAN_UP = {
  actions: 'findOldPlans',
  description: 'the Enactor cleans up: it asks for the plans far behind its own',
} as const;

const SPARE_ACTIVE = {
  actions: 'readRecords',
  description: 'the Enactor cleans up, sparing active plans',
} as const;

const SPARE_ACTIVE_AND_ROLLBACK = {
  actions: 'readRecordsAndRollback',
  description: 'the Enactor cleans up, sparing what the root names and what it named before',
} as const;

const DELETE_TESTED = {
  actions: 'findOldPlans',
  description: 'the Enactor deletes the old plans that were not active when it tested them',
} as const;

const TESTING = {
  description: 'All endpoints are done; it finds out which old plans it may delete.',
  on: {
    TEST: { actions: 'readRecords', description: 'the Enactor tests which old plans are active' },
    RECORDS: FIND_OLD_PLANS,
    OLD_PLANS: {
      target: 'cleaningUp',
      actions: 'rememberDeletable',
      description: 'it remembers those that are not active, to delete them in a later step',
    },
  },
} as const;
