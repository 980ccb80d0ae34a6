import { actor, defineSystem, replicas } from 'premortem';
import { ENACTOR_STEPS } from '../dynamodb-dns/enactor-setup.ts';
import { createEnactor } from '../dynamodb-dns/enactor.ts';
import { parameters, scopes } from '../dynamodb-dns/parameters.ts';
import { planStore } from '../dynamodb-dns/plan-store.ts';
import { createPlanner } from '../dynamodb-dns/planner.ts';
import { createRoute53 } from '../dynamodb-dns/route53.ts';

/**
 * The DNS automation of `dynamodb-dns` as a news report tells it: a record holds a copy of a plan. Clean-up first deletes
 * old plans in the plan store, then finds out which records hold copies of deleted ones, and empties them.
 */
export const dynamodbDnsCopies = defineSystem({
  name: 'dynamodb-dns-copies',
  ref: 'M-D1cz',
  description:
    'Planner, plan store, Enactors and Route 53 with records that hold copies of plans: a record is empty once it has been wiped. The copy abstraction; trees, lock and caches are left out.',
  parameters,
  scopes,
  designs: {
    'as-deployed': {
      ref: 'as-was',
      description: 'Check once, copy the plan, delete old plans, wipe the records that hold copies of them.',
    },
    'recheck-on-apply': {
      ref: 'R1',
      description:
        'The check is repeated at each Apply, as the condition of its transaction; a refused endpoint is skipped.',
      options: { recheckOnApply: true },
    },
    'spare-active-plans': {
      ref: 'R2',
      description:
        'Clean-up skips plans that a record holds a copy of; test and deletion are one atomic step.',
      options: { spareActive: 'at-once' },
    },
    'refuse-deleted-plans': {
      ref: 'R3',
      description: 'Apply refuses a plan that is no longer in the plan store and skips the endpoint.',
      options: { refuseDeleted: true },
    },
  },
  build: ({ parameters: { enactors, generations, age, endpoints, cleanup }, options }) => ({
    actors: {
      planner: actor(createPlanner(generations, false), { stimuli: ['PLAN'] }),
      'plan-store': actor(planStore),
      route53: actor(createRoute53({ endpoints, copies: true })),
      enactor: replicas(
        enactors,
        createEnactor({ ...options, abstraction: 'copy', endpoints, age, cleanup }),
        {
          stimuli: (snapshot) => ENACTOR_STEPS.filter((type) => snapshot.can({ type })),
        },
      ),
    },
    delivery: 'sync',
  }),
});
