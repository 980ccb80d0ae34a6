import { actor, defineSystem, replicas } from 'premortem';
import { designs } from './designs.ts';
import { ENACTOR_STEPS } from './enactor-setup.ts';
import { createEnactor } from './enactor.ts';
import { ENDPOINTS } from './endpoints.ts';
import { lock } from './lock.ts';
import { operator } from './operator.ts';
import { parameters, scopes } from './parameters.ts';
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
  parameters,
  scopes,
  designs,
  build: ({ parameters, options, ref }) => {
    const { enactors, generations, age, endpoints, cleanup } = parameters;
    const enactor = createEnactor({ ...options, endpoints, age, cleanup });
    const byHand = options.operator ?? false;
    const automation = ['planner', ...Array.from({ length: enactors }, (_, i) => `enactor-${i + 1}`)];
    return {
      actors: {
        planner: actor(createPlanner(generations, byHand), { stimuli: ['PLAN'] }),
        'plan-store': actor(planStore),
        route53: actor(createRoute53({ endpoints, keepsRollback: byHand, byHand })),
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
