import { actor, defineSystem, integer, replicas } from 'premortem';
import { ENACTOR_STEPS } from '../dynamodb-dns/enactor-setup.ts';
import { createEnactor } from '../dynamodb-dns/enactor.ts';
import { createOperator } from '../dynamodb-dns/operator.ts';
import { parameters } from '../dynamodb-dns/parameters.ts';
import { planStore } from '../dynamodb-dns/plan-store.ts';
import { createPlanner } from '../dynamodb-dns/planner.ts';
import { createRoute53 } from '../dynamodb-dns/route53.ts';
import { TICK, createClient } from './client.ts';
import { internalNetwork } from './internal-network.ts';

const { enactors, generations, age } = parameters;

/** The repair of the DynamoDB record by hand, beside the automation that broke it, and what clients see of it. */
export const dynamodbDnsRecovery = defineSystem({
  name: 'dynamodb-dns-recovery',
  ref: 'M-D3',
  description:
    'The DNS automation, people who repair its record and override it for internal services, and an internal and an external client with caches. The store abstraction; how long people take is left out.',
  parameters: {
    enactors,
    generations,
    age,
    endpoints: integer({ min: 1, max: 1, description: 'endpoints: clients ask for one name' }),
    ttl: integer({ min: 0, max: 2, description: 'ticks for which a client keeps a bad answer' }),
  },
  scopes: {
    default: { enactors: 2, generations: 4, age: 2, endpoints: 1, ttl: 2 },
    'three-enactors': { enactors: 3, generations: 4, age: 2, endpoints: 1, ttl: 1 },
  },
  designs: {
    'as-deployed': {
      ref: 'as-was',
      description:
        'What people did: override for internal services, stop the automation, delete the alias, create it.',
      options: { stops: true, override: true },
    },
    'repair-beside-the-automation': {
      ref: 'no-stop',
      description: 'The alias is deleted and created anew while the automation runs.',
      options: { stops: false, override: true },
    },
    'no-override': {
      ref: 'no-override',
      description: 'Internal services have to wait for the public record.',
      options: { stops: true, override: false },
    },
  },
  build: ({ parameters: { endpoints, ttl, ...sizes }, options, ref }) => {
    const stops = options.stops ?? true;
    const automation = ['planner', ...Array.from({ length: sizes.enactors }, (_, i) => `enactor-${i + 1}`)];
    const enactor = createEnactor({
      endpoints,
      age: sizes.age,
      cleanup: 'batch',
      mindsEmpty: true,
      ...(stops && { operator: true }),
    });
    const client = (internal: boolean) =>
      actor(createClient({ internal, ttl }), {
        environment: true,
        description: internal ? 'a service of AWS' : 'a customer',
        stimuli: ['CONNECT', 'CLOSE'],
      });
    return {
      actors: {
        planner: actor(createPlanner(sizes.generations, stops), { stimuli: ['PLAN'] }),
        'plan-store': actor(planStore),
        route53: actor(createRoute53({ endpoints, keepsRollback: true, byHand: true, tellsEmpty: true })),
        enactor: replicas(sizes.enactors, enactor, {
          stimuli: (snapshot) => ENACTOR_STEPS.filter((type) => snapshot.can({ type })),
        }),
        operator: actor(createOperator({ stopsFirst: stops, remembers: true }), {
          description: 'the people on the call',
          environment: true,
          input: { automation: automation.map(ref) },
          stimuli: [
            ...(stops ? (['STOP_AUTOMATION'] as const) : []),
            { type: 'DELETE_ALIAS', endpoint: 'regional' },
            'CREATE_ALIAS',
          ],
        }),
        'internal-network': actor(internalNetwork, {
          description: 'resolvers, and the people who may override them',
          environment: true,
          stimuli: options.override ? ['OVERRIDE'] : [],
        }),
        'internal-client': client(true),
        'external-client': client(false),
      },
      delivery: 'sync',
      time: { tick: TICK },
    };
  },
});
