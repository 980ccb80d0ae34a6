import { actor, defineSystem, integer, oneOf, replicas } from 'premortem';
import { ENACTOR_STEPS } from './enactor-setup.ts';
import { createEnactor } from './enactor.ts';
import { ENDPOINTS } from './endpoints.ts';
import { lock } from './lock.ts';
import { operator } from './operator.ts';
import { planStore } from './plan-store.ts';
import { createPlanner } from './planner.ts';
import { createRoute53 } from './route53.ts';

/**
 * The DNS automation of DynamoDB in us-east-1, as it was on 19 October 2025, and the designs that might
 * have kept the regional record from going empty. README.md tells the story.
 *
 * Everything is delivered `sync`: a step is one transaction with all that is asked and answered in it. What
 * is left to chance is the order of the steps, so a slow Enactor is one whose turn does not come.
 */
export const dynamodbDns = defineSystem({
  name: 'dynamodb-dns',
  ref: 'M-D1',
  description: 'Planner, plan store, Enactors and Route 53: who keeps the DynamoDB endpoints resolving.',
  parameters: {
    enactors: integer({ min: 1, max: 6, description: 'DNS Enactors, one an availability zone' }),
    generations: integer({ min: 1, max: 12, description: 'plans there will ever be, the first included' }),
    age: integer({
      min: 1,
      max: 12,
      description: 'generations a plan must lie behind the one just applied to be deleted by clean-up',
    }),
    endpoints: integer({ min: 1, max: 3, description: 'endpoints, each with a record of its own' }),
    cleanup: oneOf(['batch', 'single'], 'whether a clean-up step deletes all old plans, or the oldest'),
  },
  scopes: {
    default: { enactors: 2, generations: 4, age: 2, endpoints: 1, cleanup: 'batch' },
    'three-enactors': { enactors: 3, generations: 5, age: 2, endpoints: 1, cleanup: 'batch' },
    'two-endpoints': { enactors: 2, generations: 4, age: 2, endpoints: 2, cleanup: 'batch' },
    'one-deletion-a-step': { enactors: 2, generations: 4, age: 2, endpoints: 1, cleanup: 'single' },
  },
  designs: {
    'as-deployed': {
      ref: 'as-was',
      description: 'What ran on 19 October 2025: check once, then apply, then clean up.',
    },
    'recheck-on-apply': {
      ref: 'R1',
      description:
        'The check is repeated at each Apply, as the condition of its transaction; a refused endpoint is skipped.',
      options: { recheckOnApply: true },
    },
    'spare-active-plans': {
      ref: 'R2',
      description: 'Clean-up skips plans that are active; test and deletion are one atomic step.',
      options: { spareActive: 'at-once' },
    },
    'spare-active-in-two-steps': {
      ref: 'R2-split',
      description: 'Clean-up skips plans that were active when it looked, one step before it deletes.',
      options: { spareActive: 'test-then-delete' },
    },
    'refuse-deleted-plans': {
      ref: 'R3',
      description: 'Apply refuses a plan that is no longer in the plan store and skips the endpoint.',
      options: { refuseDeleted: true },
    },
    'spare-active-refuse-deleted': {
      ref: 'R2+R3',
      description: 'Clean-up skips active plans, and Apply refuses deleted ones.',
      options: { spareActive: 'at-once', refuseDeleted: true },
    },
    'lock-around-apply': {
      ref: 'R4',
      description:
        'A lock is held from the first Apply of a plan to its last; check and clean-up go without.',
      options: { lock: 'apply' },
    },
    'lock-around-everything': {
      ref: 'R5',
      description: 'A lock is held from the check to the end of the clean-up.',
      options: { lock: 'everything' },
    },
    'single-enactor': {
      ref: 'R6',
      description: 'There is one Enactor, whatever the scope says.',
      fixes: { enactors: 1 },
    },
    'single-enactor-may-crash': {
      ref: 'R6-crash',
      description:
        'There is one Enactor, whatever the scope says, and it may crash, for good, at any moment.',
      fixes: { enactors: 1 },
      options: { crash: true },
    },
    'no-clean-up': {
      ref: 'R7',
      description: 'Nothing is ever deleted; the plan store grows with every plan.',
      options: { noCleanUp: true },
    },
    'repair-when-empty': {
      ref: 'R8',
      description: 'Enactors may pick and apply while an active plan is missing: the stuck rule is off.',
      options: { repair: true },
    },
    'clean-up-within-apply': {
      ref: 'R10a',
      description: 'The Apply of the last endpoint and the clean-up are one step.',
      fixes: { cleanup: 'batch' },
      options: { joinCleanUp: true },
    },
    'clean-up-within-apply-refuse-deleted': {
      ref: 'R10b',
      description: 'Apply of the last endpoint and clean-up are one step, and Apply refuses deleted plans.',
      fixes: { cleanup: 'batch' },
      options: { joinCleanUp: true, refuseDeleted: true },
    },
    'operator-repairs': {
      ref: 'operator',
      description:
        'As deployed, and people who see an empty record stop the automation, delete the record, and create it anew from the rollback plan.',
      options: { operator: true },
    },
  },
  build: ({ parameters, options, ref }) => {
    const { enactors, generations, age, endpoints, cleanup } = parameters;
    const enactor = createEnactor({ ...options, endpoints, age, cleanup });
    const byHand = options.operator ?? false;
    const automation = ['planner', ...Array.from({ length: enactors }, (_, i) => `enactor-${i + 1}`)];
    return {
      actors: {
        planner: actor(createPlanner(generations, byHand), { stimuli: ['PLAN'] }),
        'plan-store': actor(planStore),
        route53: actor(createRoute53(endpoints, byHand)),
        lock: options.lock ? actor(lock) : undefined,
        enactor: replicas(enactors, enactor, {
          stimuli: (snapshot) => ENACTOR_STEPS.filter((type) => snapshot.can({ type })),
        }),
        operator: byHand
          ? actor(operator, {
              description: 'the people on the call',
              environment: true,
              input: { automation: automation.map(ref) },
              stimuli: [
                'STOP_AUTOMATION',
                ...ENDPOINTS.slice(0, endpoints).map((endpoint) => ({
                  type: 'DELETE_ALIAS' as const,
                  endpoint,
                })),
                'CREATE_ALIAS',
              ],
            })
          : undefined,
      },
      delivery: 'sync',
      // An operator switches them off one after the other, which gives them an order.
      interchangeable: byHand ? [] : ['enactor'],
      ...(options.crash && { faults: { crash: { actors: ['enactor'], budget: 1 } } }),
    };
  },
});
