import type { Effect } from 'premortem';
import { actor, defineSystem, integer } from 'premortem';
import { ledger } from './ledger.ts';
import { producer } from './producer.ts';
import { queue } from './queue.ts';
import { worker } from './worker.ts';

/** The worker's job: it charges the customer and finishes, or crashes before or after that. */
const run: Effect = ({ context }) => {
  const charge = { to: 'ledger', event: { type: 'charge', job: context.job } };
  const finished = { to: 'worker', event: { type: 'finished' } };
  const crashed = { to: 'worker', event: { type: 'crashed' } };
  return { choice: [[charge, finished], [crashed], [charge, crashed]] };
};

const acksOnReceipt = worker.provide({ guards: { acksOnReceipt: () => true } });
const chargesAgain = ledger.provide({ guards: { isNew: () => true } });

export const retryQueue = defineSystem({
  name: 'retry-queue',
  description: 'Jobs go through a queue to a worker that may crash, and each is to be charged once.',
  parameters: {
    jobs: integer({ min: 1, max: 5, description: 'jobs handed in' }),
    attempts: integer({ min: 1, max: 3, description: 'how often a job is tried before it is put aside' }),
    room: integer({ min: 1, max: 5, description: 'jobs that fit on the way to the queue' }),
  },
  scopes: {
    default: { jobs: 2, attempts: 2, room: 1 },
    busy: { jobs: 4, attempts: 3, room: 2 },
  },
  designs: {
    'acks-on-receipt': {
      description: 'The worker acknowledges a job before it works on it.',
      options: { acksOnReceipt: true },
    },
    'acks-when-done': {
      description: 'The worker acknowledges a job after it, and gets it again if it crashed.',
      options: { chargesAgain: true },
    },
    idempotent: {
      description: 'As acks-when-done, and the ledger ignores a job that it has charged already.',
    },
    'idempotent-drops-when-full': {
      description: 'As idempotent, but a job that finds no room on the way to the queue is dropped.',
      options: { whenFull: 'drop' },
    },
  },
  build: ({ parameters, options }) => ({
    actors: {
      producer: actor(producer, {
        input: { jobs: parameters.jobs },
        stimuli: ['produce'],
        environment: true,
      }),
      queue: actor(queue, { input: { attempts: parameters.attempts } }),
      worker: actor(options.acksOnReceipt ? acksOnReceipt : worker),
      ledger: actor(options.chargesAgain ? chargesAgain : ledger),
    },
    delivery: {
      default: 'fifo',
      'producer -> queue': {
        order: 'fifo',
        capacity: parameters.room,
        whenFull: options.whenFull ?? 'block',
      },
      // One transaction with the work.
      ledger: 'sync',
    },
    effects: { run },
  }),
});
