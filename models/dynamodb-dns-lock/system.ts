import { actor, defineSystem, integer, replicas } from 'premortem';
import { recordTrees } from '../dynamodb-dns-trees/record-trees.ts';
import { ENACTOR_STEPS } from '../dynamodb-dns/enactor-setup.ts';
import { parameters } from '../dynamodb-dns/parameters.ts';
import { planStore } from '../dynamodb-dns/plan-store.ts';
import { createPlanner } from '../dynamodb-dns/planner.ts';
import { createRoute53 } from '../dynamodb-dns/route53.ts';
import { createBatchEnactor } from './enactor.ts';
import { lockRecord } from './lock-record.ts';

const { enactors, generations, age } = parameters;

/** The DNS race as insiders tell it: with a lock, trees of records, and a pointer to roll back to. */
export const dynamodbDnsLock = defineSystem({
  name: 'dynamodb-dns-lock',
  ref: 'M-D2',
  description:
    'Planner, Enactors and Route 53 with a lock record, a tree of records for each applied plan, a root alias and a rollback pointer. The trees abstraction; how often a lock is lost, and people, are left out.',
  parameters: {
    enactors,
    generations,
    age,
    endpoints: integer({ min: 1, max: 1, description: 'endpoints: insiders tell of one root' }),
  },
  scopes: {
    default: { enactors: 2, generations: 4, age: 2, endpoints: 1 },
    'three-enactors': { enactors: 3, generations: 5, age: 2, endpoints: 1 },
  },
  designs: {
    'as-deployed': {
      ref: 'as-was',
      description:
        'A change is one batch under an optimistic lock; who loses the lock tries again with the same plan.',
    },
    'pick-again-after-a-lost-lock': {
      ref: 'fresh',
      description: 'Who loses the lock picks a plan and checks it again.',
      options: { fresh: true },
    },
    'recheck-in-the-batch': {
      ref: 'recheck',
      description:
        'The plan is compared with the root inside the batch; a plan that is not newer is skipped.',
      options: { recheckInBatch: true },
    },
    'spare-root-and-rollback': {
      ref: 'spare',
      description: 'Clean-up spares the trees of the root and of the rollback pointer.',
      options: { spareActive: 'with-rollback' },
    },
    'old-root-may-be-missing': {
      ref: 'no-old-root',
      description: 'The batch goes through though the tree of the old root is missing.',
      options: { noOldRoot: true },
    },
    'recheck-on-apply': {
      ref: 'R1',
      description: 'No lock; the check is repeated at each Apply, as the condition of its transaction.',
      options: { noLock: true, recheckOnApply: true },
    },
    'spare-active-plans': {
      ref: 'R2',
      description: 'No lock; clean-up spares the tree of the root, test and deletion being one step.',
      options: { noLock: true, spareActive: 'at-once' },
    },
    'refuse-deleted-plans': {
      ref: 'R3',
      description:
        'No lock; clean-up deletes plans with their trees, and Apply refuses a plan that is deleted.',
      options: { noLock: true, refuseDeleted: true },
    },
  },
  build: ({ parameters: sizes, options }) => ({
    actors: {
      planner: actor(createPlanner(sizes.generations, false), { stimuli: ['PLAN'] }),
      'plan-store': actor(planStore),
      'record-trees': actor(recordTrees),
      'lock-record': options.noLock ? undefined : actor(lockRecord),
      route53: actor(createRoute53({ endpoints: sizes.endpoints, keepsRollback: true, trees: true })),
      enactor: replicas(sizes.enactors, createBatchEnactor({ ...options, age: sizes.age }), {
        stimuli: (snapshot) => ENACTOR_STEPS.filter((type) => snapshot.can({ type })),
      }),
    },
    delivery: 'sync',
  }),
});
