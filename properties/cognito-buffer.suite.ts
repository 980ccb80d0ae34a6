import {
  alwaysEventually,
  defineSuite,
  holds,
  invariant,
  monitor,
  reachable,
  reached,
  unreachable,
  violated,
} from 'premortem';
import type { DesignName, Observed } from 'premortem';
import { shortOutage } from '../models/cognito-buffer/short-outage.ts';
import { cognitoBuffer } from '../models/cognito-buffer/system.ts';

type Workers = Observed<typeof cognitoBuffer, 'worker'>;
type Worker = Workers['worker'][number];

const isBlocked = (worker: Worker): boolean => worker.matches({ busy: 'blocked' });
const allAreBlocked = ({ worker }: Workers): boolean => worker.every(isBlocked);

/**
 * Requests never stop coming. One waits while a worker holds it unanswered, or at the door while no worker is free.
 * Workers are alike, so the request in the hands of the first stands for any.
 */
function aRequestWaits({ worker }: Workers): boolean {
  const first = worker[0]!;
  if (!first.context.answersFirst && isBlocked(first)) return true;
  return !worker.some((one) => one.matches('free'));
}

/** WF(Request), WF(Unblock), WF(Drain), and of the split form WF(append); nobody has to bring Kinesis back. */
const facts = {
  defaults: false,
  weak: {
    Request: { event: 'takeRequest' },
    Append: { event: 'append' },
    Unblock: { event: 'unblock' },
    Drain: { event: 'drain' },
  },
} as const;

const whoWaits = ({ worker }: Workers): string => {
  const ids = worker.flatMap((one, i) => (isBlocked(one) ? [`worker-${i + 1}`] : []));
  return ids.length === worker.length
    ? 'every worker waits for room in the buffer, and no sign-in request is answered'
    : `${ids.join(', ')} waits for room in the buffer with a request that nobody answers`;
};

const harm = (
  { workers, slots }: { workers: number; slots: number },
  design: DesignName<typeof cognitoBuffer>,
) => ({
  requests: slots,
  harmedAt: design.endsWith('answer-first') ? workers : 1,
});

const properties = {
  'every-request-is-answered': alwaysEventually(cognitoBuffer, {
    ref: 'R1',
    description:
      'A request that waits is answered in the end, if requests go on coming, blocked workers try again and the buffer is drained while Kinesis is up.',
    observes: ['worker'],
    holds: (state) => !aRequestWaits(state),
    fairness: facts,
    because: whoWaits,
  }),
  'not-all-workers-are-blocked': invariant(cognitoBuffer, {
    ref: 'R2',
    description: 'Some worker is not blocked.',
    observes: ['worker'],
    holds: (state) => !allAreBlocked(state),
    because: whoWaits,
  }),
  'sign-in-does-not-depend-on-kinesis': alwaysEventually(cognitoBuffer, {
    ref: 'R3',
    description:
      'Best effort: a request that waits is answered in the end, though Kinesis stays down for ever.',
    observes: ['worker', 'kinesis'],
    // A run breaks it only if from some point on a request waits and Kinesis is down all the time.
    holds: (state) => !aRequestWaits(state) || !(state.kinesis?.matches('down') ?? false),
    fairness: facts,
    because: whoWaits,
  }),
  'a-short-outage-does-no-harm': monitor(cognitoBuffer, {
    ref: 'R4',
    description:
      'In an outage that begins with nothing held or in hand, no request has to wait until more than K have been taken.',
    machine: shortOutage,
    input: ({ parameters, design }) => ({ ...harm(parameters, design), withBacklog: false }),
    because: (_state, { parameters }, { context }) =>
      `request ${context.taken} of the outage has to wait, and the buffer has ${parameters.slots} places`,
  }),
  'a-short-outage-does-no-harm-whatever-is-held': monitor(cognitoBuffer, {
    ref: 'R4-backlog',
    description:
      'In no outage, whatever is held or in hand as it begins, has a request to wait until more than K have been taken.',
    machine: shortOutage,
    input: ({ parameters, design }) => ({ ...harm(parameters, design), withBacklog: true }),
    because: (_state, { parameters }, { context }) =>
      `request ${context.taken} of the outage has to wait, and the buffer has ${parameters.slots} places`,
  }),
  'all-are-blocked-though-buffer-was-added': reachable(cognitoBuffer, {
    ref: 'R2-added',
    description:
      'All the buffer that can be added has been, it is full, and every worker is blocked all the same.',
    observes: ['worker', 'buffer'],
    where: (state, { parameters: { slots, added } }) =>
      allAreBlocked(state) &&
      state.buffer.matches({ store: 'full' }) &&
      state.buffer.context.capacity === slots + added,
    because: (state) => `the buffer has grown to ${state.buffer.context.capacity} places; ${whoWaits(state)}`,
  }),
  'no-event-is-lost': invariant(cognitoBuffer, {
    ref: 'R1-price',
    description: 'No event is lost: what it costs to answer without Kinesis.',
    observes: ['buffer'],
    holds: ({ buffer }) => buffer.context.lost === 0,
    because: () => 'the request is answered and its event is gone',
  }),
};

/** Workers wait: the names of what is found, each with the steps of the shortest run to it. */
const workersWait = (found: { R1: number; R2: number; R3: number; backlog: number; added: number }) => ({
  'every-request-is-answered': violated(found.R1),
  'not-all-workers-are-blocked': violated(found.R2),
  'sign-in-does-not-depend-on-kinesis': violated(found.R3),
  'a-short-outage-does-no-harm': holds,
  'a-short-outage-does-no-harm-whatever-is-held': violated(found.backlog),
  'all-are-blocked-though-buffer-was-added': reached(found.added),
  'no-event-is-lost': holds,
});

/** Nobody waits, and the first event is lost after so many steps. */
const nobodyWaits = (lost: number) => ({
  'every-request-is-answered': holds,
  'not-all-workers-are-blocked': holds,
  'sign-in-does-not-depend-on-kinesis': holds,
  'a-short-outage-does-no-harm': holds,
  'a-short-outage-does-no-harm-whatever-is-held': holds,
  'all-are-blocked-though-buffer-was-added': unreachable,
  'no-event-is-lost': violated(lost),
});

/** Without outages nothing is added in one, and a request that waits does not wait for Kinesis. */
const slowDrain = {
  'not-all-workers-are-blocked': violated(4),
  'sign-in-does-not-depend-on-kinesis': holds,
  'a-short-outage-does-no-harm': holds,
  'a-short-outage-does-no-harm-whatever-is-held': holds,
  'no-event-is-lost': holds,
};
const oneStep = { ...slowDrain, 'every-request-is-answered': violated(5) };
const answerFirst = {
  ...slowDrain,
  'every-request-is-answered': holds,
  'not-all-workers-are-blocked': violated(8),
};

export default defineSuite({
  system: cognitoBuffer,
  properties,
  expect: {
    default: {
      'as-deployed': workersWait({ R1: 5, R2: 4, R3: 5, backlog: 4, added: 4 }),
      'buffer-added-in-the-outage': workersWait({ R1: 5, R2: 4, R3: 5, backlog: 4, added: 7 }),
      'no-events-appended': nobodyWaits(1),
      'full-buffer-drops': nobodyWaits(3),
      'as-deployed-answer-first': workersWait({ R1: 10, R2: 8, R3: 9, backlog: 9, added: 8 }),
      'buffer-added-answer-first': workersWait({ R1: 10, R2: 8, R3: 9, backlog: 9, added: 12 }),
      'no-events-appended-answer-first': nobodyWaits(1),
      'full-buffer-drops-answer-first': nobodyWaits(6),
    },
    'never-down': {
      'as-deployed': { ...oneStep, 'all-are-blocked-though-buffer-was-added': reached(4) },
      'buffer-added-in-the-outage': { ...oneStep, 'all-are-blocked-though-buffer-was-added': unreachable },
      'no-events-appended': nobodyWaits(1),
      'full-buffer-drops': nobodyWaits(3),
      'as-deployed-answer-first': { ...answerFirst, 'all-are-blocked-though-buffer-was-added': reached(8) },
      'buffer-added-answer-first': {
        ...answerFirst,
        'all-are-blocked-though-buffer-was-added': unreachable,
      },
      'no-events-appended-answer-first': nobodyWaits(1),
      'full-buffer-drops-answer-first': nobodyWaits(6),
    },
  },
  waive: [
    ...['web-worker never gets *', 'best-effort-buffer never gets *'].map((never) => ({
      never,
      designs: 'all' as const,
      reason: 'What a design does without, its workers and its buffer are never asked.',
    })),
    ...[
      'best-effort-buffer: *howMuchIsHeld*',
      'best-effort-buffer: *purge*',
      'best-effort-buffer: *writesThrough*',
    ].map((never) => ({
      never,
      designs: 'all' as const,
      reason: 'The same buffer stands on the hosts of Lambda: lambda-metric-buffer shows this.',
    })),
    {
      never: 'downstream-service: *forAWhile*',
      designs: 'all',
      scopes: ['default'],
      reason: 'Outages that end in time are those of cognito-buffer-paced; here only the order counts.',
    },
    ...['best-effort-buffer: pipe*', 'best-effort-buffer: *addCapacity*', 'property a-short-outage*'].map(
      (never) => ({
        never,
        designs: 'all' as const,
        scopes: ['never-down' as const],
        reason: 'Without outages nobody is told of one, and no buffer is added.',
      }),
    ),
  ],
  headlines: [{ design: 'buffer-added-in-the-outage', property: 'all-are-blocked-though-buffer-was-added' }],
});
