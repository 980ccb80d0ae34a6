import { actor, defineSystem, replicas } from 'premortem';
import { designs } from '../dynamodb-dns/designs.ts';
import { ENACTOR_STEPS } from '../dynamodb-dns/enactor-setup.ts';
import { createEnactor } from '../dynamodb-dns/enactor.ts';
import { ENDPOINTS } from '../dynamodb-dns/endpoints.ts';
import { lock } from '../dynamodb-dns/lock.ts';
import { operator } from '../dynamodb-dns/operator.ts';
import { parameters, scopes } from '../dynamodb-dns/parameters.ts';
import { planStore } from '../dynamodb-dns/plan-store.ts';
import { createPlanner } from '../dynamodb-dns/planner.ts';
import { createRoute53 } from '../dynamodb-dns/route53.ts';
import { recordTrees } from './record-trees.ts';

/**
 * The DNS automation of `dynamodb-dns` in the other reading of what clean-up deletes: an Apply writes the tree of
 * records of its plan and moves the alias to it, and clean-up deletes trees.
 */
export const dynamodbDnsTrees = defineSystem({
  name: 'dynamodb-dns-trees',
  ref: 'M-D1-trees',
  description:
    'Planner, Enactors and Route 53 with a tree of records for each applied plan: an alias resolves as long as its tree is there. The trees abstraction; lock, rollback by the automation, and caches are left out.',
  parameters,
  scopes,
  designs,
  build: ({ parameters: { enactors, generations, age, endpoints, cleanup }, options, ref }) => {
    const enactor = createEnactor({ ...options, abstraction: 'tree', endpoints, age, cleanup });
    const byHand = options.operator ?? false;
    const automation = ['planner', ...Array.from({ length: enactors }, (_, i) => `enactor-${i + 1}`)];
    return {
      actors: {
        planner: actor(createPlanner(generations, byHand), { stimuli: ['PLAN'] }),
        'plan-store': actor(planStore),
        'record-trees': actor(recordTrees),
        route53: actor(createRoute53({ endpoints, keepsRollback: byHand, byHand, trees: true })),
        lock: options.lock ? actor(lock) : undefined,
        enactor: replicas(enactors, enactor, {
          stimuli: (snapshot) => ENACTOR_STEPS.filter((type) => snapshot.can({ type })),
        }),
        operator: byHand
          ? actor(operator, {
              description: 'the people on the call',
              environment: true,
              input: { automation: automation.map(ref), behindRecords: 'record-trees' },
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
      ...(options.crash && { faults: { crash: { actors: ['enactor'], budget: 1 } } }),
    };
  },
});
