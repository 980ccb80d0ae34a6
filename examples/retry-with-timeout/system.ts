import { actor, defineSystem, integer } from 'premortem';
import { client } from './client.ts';
import { server } from './server.ts';

/** A tick, in milliseconds. */
const SECOND = 1000;

const chargesAgain = server.provide({ guards: { isKnown: () => false } });

export const retryWithTimeout = defineSystem({
  name: 'retry-with-timeout',
  description: 'A client asks a server to charge a customer, and asks again when no answer comes in time.',
  parameters: {
    orders: integer({ min: 1, max: 3, description: 'orders, one after the other' }),
    attempts: integer({ min: 1, max: 4, description: 'how often the client asks about one order' }),
    timeout: integer({ min: 1, max: 10, description: 'seconds the client waits for an answer' }),
    work: integer({ min: 1, max: 10, description: 'seconds the server takes to answer' }),
  },
  scopes: {
    default: { orders: 2, attempts: 2, timeout: 3, work: 2 },
    'three-attempts': { orders: 2, attempts: 3, timeout: 4, work: 3 },
  },
  designs: {
    patient: {
      description: 'The client waits longer than the server takes; nothing is lost or late on the way.',
    },
    'just-too-short': {
      description: 'As patient, but the client waits just as long as the server takes.',
      fixes: ({ work }) => ({ timeout: work }),
    },
    impatient: {
      description: 'As patient, but the client waits a second less than the server takes.',
      fixes: ({ work }) => ({ timeout: Math.max(1, work - 1) }),
    },
    'patient-on-a-lossy-link': {
      description: 'The client waits longer than the server takes, over a link that may lose any message.',
      options: { lossy: true },
    },
    'idempotency-key': {
      description: 'The same lossy link, and a server that charges each key once.',
      options: { lossy: true, keys: true },
    },
  },
  build: ({ parameters: { orders, attempts, timeout, work }, options }) => ({
    actors: {
      client: actor(client, {
        input: { orders, attempts, timeout: timeout * SECOND },
        stimuli: ['next'],
        environment: true,
      }),
      server: actor(options.keys ? server : chargesAgain, { input: { work: work * SECOND } }),
    },
    delivery: options.lossy ? 'fifo' : 'sync',
    ...(options.lossy && { faults: { lose: { budget: 'unlimited' as const } } }),
    time: { tick: SECOND },
  }),
});
