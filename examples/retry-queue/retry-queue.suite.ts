import {
  deadlockFree,
  defineSuite,
  holds,
  invariant,
  reachable,
  reached,
  stepProperty,
  unreachable,
  violated,
} from 'premortem';
import { retryQueue } from './system.ts';

const properties = {
  'charged-at-most-once': invariant(retryQueue, {
    description: 'No job is charged twice.',
    observes: ['ledger'],
    holds: ({ ledger: { context } }) => new Set(context.charged).size === context.charged.length,
    because: ({ ledger: { context } }) => `the ledger reads ${context.charged.join(', ')}`,
  }),
  'acknowledged-after-charge': stepProperty(retryQueue, {
    description: 'A job that is acknowledged has been charged.',
    observes: ['worker', 'ledger'],
    on: (step) => step.sent.some((message) => message.event.type === 'ack'),
    holds: (_before, _step, after) => after.ledger.context.charged.includes(after.worker.context.job),
  }),
  'no-job-lost': deadlockFree(retryQueue, {
    description: 'Once nothing moves any more, every job is charged or among the dead letters.',
    observes: ['queue', 'ledger'],
    legalEnd: ({ queue, ledger }, { parameters }) => {
      const known = new Set([...queue.context.deadLetters, ...ledger.context.charged]);
      return known.size === parameters.jobs;
    },
  }),
  'puts-a-job-aside': reachable(retryQueue, {
    description: 'A job that keeps failing ends among the dead letters.',
    observes: ['queue'],
    where: ({ queue }) => queue.context.deadLetters.length > 0,
  }),
};

const asItShould = {
  'charged-at-most-once': holds,
  'acknowledged-after-charge': holds,
  'no-job-lost': holds,
  'puts-a-job-aside': reached(6),
};

export default defineSuite({
  system: retryQueue,
  properties,
  expect: {
    default: {
      'acks-on-receipt': {
        ...asItShould,
        'acknowledged-after-charge': violated(3),
        'no-job-lost': violated(8),
        'puts-a-job-aside': unreachable,
      },
      'acks-when-done': { ...asItShould, 'charged-at-most-once': violated(5) },
      idempotent: asItShould,
      'idempotent-drops-when-full': { ...asItShould, 'no-job-lost': violated(5) },
    },
    busy: {
      'acks-on-receipt': {
        ...asItShould,
        'acknowledged-after-charge': violated(3),
        'no-job-lost': violated(16),
        'puts-a-job-aside': unreachable,
      },
      'acks-when-done': {
        ...asItShould,
        'charged-at-most-once': violated(5),
        'puts-a-job-aside': reached(8),
      },
      idempotent: { ...asItShould, 'puts-a-job-aside': reached(8) },
      'idempotent-drops-when-full': {
        ...asItShould,
        'no-job-lost': violated(10),
        'puts-a-job-aside': reached(8),
      },
    },
  },
  waive: [
    {
      never: 'queue never gets nack',
      designs: ['acks-on-receipt'],
      reason: 'A worker that has acknowledged a job before it works on it has nothing left to refuse.',
    },
  ],
});
