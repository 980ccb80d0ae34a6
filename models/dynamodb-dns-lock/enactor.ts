import type { EnactorDesign } from '../dynamodb-dns/enactor.ts';
import {
  LOOK_UP_OWN_PLAN,
  LOOK_UP_PLANS,
  REFUSE_DELETED,
  cleaningUp,
  idle,
} from '../dynamodb-dns/enactor.ts';
import { EMPTY_HANDED, setupEnactor } from '../dynamodb-dns/enactor-setup.ts';

/** What a design may change about the insiders' Enactor. */
export interface BatchDesign extends Omit<EnactorDesign, 'abstraction' | 'cleanup' | 'endpoints'> {
  /** There is no lock. */
  noLock?: true;
  /** After a lost lock the Enactor picks and checks again, instead of keeping its plan. */
  fresh?: true;
  /** The plan is compared with the root inside the batch. */
  recheckInBatch?: true;
  /** The batch does not ask whether the tree of the old root is there. */
  noOldRoot?: true;
}

/**
 * A DNS Enactor as insiders tell of it: its change is one batch, which takes the lock, writes the tree of its plan, moves
 * the root to it and keeps the old root as rollback. A batch that fails leaves everything as it is, and the Enactor
 * tries again with the plan it has.
 */
export function createBatchEnactor(design: BatchDesign) {
  const { fresh, noLock, noOldRoot, recheckInBatch, refuseDeleted } = design;
  const parts: EnactorDesign = {
    ...design,
    abstraction: 'tree',
    endpoints: 1,
    cleanup: 'batch',
    // That nothing can be applied while the root is dark follows from the batch here; nobody looks before it.
    repair: true,
    ...(noLock ? {} : { lock: 'record' }),
  };
  const applies = {
    actions: ['changeRecord', 'goToNextEndpoint', ...(noLock ? [] : (['replaceLockRecord'] as const))],
    description: 'the batch goes through: tree, root, rollback and lock change at once',
  } as const;
  return setupEnactor(parts).createMachine({
    id: 'enactor',
    description: 'Takes the newest plan to Route 53 in one batch, and deletes trees far behind it.',
    context: EMPTY_HANDED,
    initial: 'idle',
    states: {
      idle: idle(parts),
      applying: {
        description: 'It has passed the check and carries its plan until a batch goes through.',
        initial: noLock ? 'committing' : 'trying',
        states: {
          ...(!noLock && {
            trying: {
              description: 'It does not know the value of the lock, or no longer.',
              on: {
                READ_LOCK: {
                  target: 'committing',
                  actions: 'readLockRecord',
                  description: 'the Enactor reads the lock record',
                },
              },
            },
          }),
          committing: {
            description: 'It is ready to send its batch.',
            on: {
              APPLY: {
                actions: noLock ? 'readRecords' : 'compareLockRecord',
                description: 'the Enactor sends its batch; the check is not made again',
              },
              ...(!noLock && {
                LOCK_CHANGED: fresh
                  ? {
                      target: '#enactor.idle',
                      actions: 'forgetPlan',
                      description: 'the lock is lost: it looks for a plan again',
                    }
                  : {
                      target: 'trying',
                      description: 'the lock is lost: it tries again with the plan it has',
                    },
                LOCK_UNCHANGED: {
                  actions: 'readRecords',
                  description: 'the lock is as it was read',
                },
              }),
              RECORDS: [
                ...(recheckInBatch
                  ? [
                      {
                        guard: 'planIsNotNewerThanRoot' as const,
                        actions: 'goToNextEndpoint' as const,
                        description:
                          'the root names a plan as new as its own: the batch is refused, the plan skipped',
                      },
                    ]
                  : []),
                LOOK_UP_PLANS,
              ],
              PLANS_LOOKED_UP: [
                ...(noOldRoot
                  ? []
                  : [
                      {
                        guard: 'activePlanIsMissing' as const,
                        ...(!noLock && { target: 'trying' }),
                        description: 'the tree of the old root is missing, so the batch fails',
                      },
                    ]),
                ...(refuseDeleted ? [LOOK_UP_OWN_PLAN, REFUSE_DELETED] : []),
                applies,
              ],
            },
          },
        },
        always: {
          guard: 'everyEndpointIsDone',
          target: 'cleaningUp',
          description: 'it has done what it could with this plan',
        },
      },
      cleaningUp: cleaningUp(parts),
    },
  });
}
