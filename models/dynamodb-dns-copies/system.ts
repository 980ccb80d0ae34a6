import { actor, defineSystem, replicas } from 'premortem';
import { designs as told } from '../dynamodb-dns/designs.ts';
import { ENACTOR_STEPS } from '../dynamodb-dns/enactor-setup.ts';
import { createEnactor } from '../dynamodb-dns/enactor.ts';
import { lock } from '../dynamodb-dns/lock.ts';
import { parameters, scopes } from '../dynamodb-dns/parameters.ts';
import { planStore } from '../dynamodb-dns/plan-store.ts';
import { createPlanner } from '../dynamodb-dns/planner.ts';
import { createRoute53 } from '../dynamodb-dns/route53.ts';

const { 'operator-repairs': _byHand, ...remedies } = told;

/** The remedies of `dynamodb-dns`, in the words of this abstraction where those differ. People do not step in here. */
const designs = {
  ...remedies,
  'as-deployed': {
    ...told['as-deployed'],
    description: 'Check once, copy the plan, delete old plans, wipe the records that hold copies of them.',
  },
  'spare-active-plans': {
    ...told['spare-active-plans'],
    description: 'Clean-up skips plans that a record holds a copy of; test and deletion are one atomic step.',
  },
  'spare-active-in-two-steps': {
    ...told['spare-active-in-two-steps'],
    description:
      'Clean-up skips plans that a record held a copy of when it looked, one step before it deletes.',
  },
  'spare-active-refuse-deleted': {
    ...told['spare-active-refuse-deleted'],
    description: 'Clean-up skips plans that a record holds a copy of, and Apply refuses deleted ones.',
  },
  'lock-around-everything': {
    ...told['lock-around-everything'],
    description: 'A lock is held from the check until records with copies of deleted plans are wiped.',
  },
  'repair-when-empty': {
    ...told['repair-when-empty'],
    description: 'Enactors may pick and apply while a record is empty: the stuck rule is off.',
  },
  'clean-up-within-apply': {
    ...told['clean-up-within-apply'],
    description:
      'The Apply of the last endpoint and the deletion of old plans are one step; wiping is another.',
  },
  'clean-up-within-apply-refuse-deleted': {
    ...told['clean-up-within-apply-refuse-deleted'],
    description:
      'Apply of the last endpoint and deletion of old plans are one step, and Apply refuses deleted plans; wiping is another step.',
  },
  'whole-round-in-one-step': {
    ...told['whole-round-in-one-step'],
    description: 'Check, Apply of every endpoint and deletion of old plans are one step; wiping is another.',
  },
} as const;

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
  designs,
  build: ({ parameters: { enactors, generations, age, endpoints, cleanup }, options }) => ({
    actors: {
      planner: actor(createPlanner(generations, false), { stimuli: ['PLAN'] }),
      'plan-store': actor(planStore),
      route53: actor(createRoute53({ endpoints, copies: true })),
      lock: options.lock ? actor(lock) : undefined,
      enactor: replicas(
        enactors,
        createEnactor({ ...options, abstraction: 'copy', endpoints, age, cleanup }),
        {
          stimuli: (snapshot) => ENACTOR_STEPS.filter((type) => snapshot.can({ type })),
        },
      ),
    },
    delivery: 'sync',
    ...(options.crash && { faults: { crash: { actors: ['enactor'], budget: 1 } } }),
  }),
});
