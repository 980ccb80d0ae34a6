import { defineSuite, holds, invariant, violated, within } from 'premortem';
import type { Observed } from 'premortem';
import { cognitoBufferPaced } from '../models/cognito-buffer/paced-system.ts';

type Workers = Observed<typeof cognitoBufferPaced, 'worker'>;

const blocked = ({ worker }: Workers): string[] =>
  worker.flatMap((one, i) => (one.matches({ busy: 'blocked' }) ? [`worker-${i + 1}`] : []));
const nobodyWaits = (state: Workers): boolean => blocked(state).length === 0;
const whoWaits = (state: Workers): string =>
  `${blocked(state).join(', ')} waits for room in the buffer with a request that nobody answers`;

const properties = {
  'not-all-workers-are-blocked': invariant(cognitoBufferPaced, {
    ref: 'R2',
    description: 'Some worker is not blocked.',
    observes: ['worker'],
    holds: (state) => blocked(state).length < state.worker.length,
    because: whoWaits,
  }),
  // Requests come in every tick, so there is one to be answered at any time.
  'no-request-waits-for-a-tick': within(cognitoBufferPaced, {
    ref: 'R4',
    description: 'The outage does no harm: every request is answered before a tick has passed.',
    observes: ['worker'],
    ticks: 0,
    when: () => true,
    eventually: nobodyWaits,
    because: whoWaits,
  }),
  'no-request-waits-for-long': within(cognitoBufferPaced, {
    ref: 'R4-late',
    description: 'Nobody waits for more than B ticks until no request waits.',
    observes: ['worker'],
    ticks: ({ parameters }) => parameters.patience,
    when: () => true,
    eventually: nobodyWaits,
    because: whoWaits,
  }),
  'no-event-is-lost': invariant(cognitoBufferPaced, {
    ref: 'R1-price',
    description: 'No event is lost: what it costs to answer without Kinesis.',
    observes: ['buffer'],
    holds: ({ buffer }) => buffer.context.lost === 0,
    because: () => 'the request is answered and its event is gone',
  }),
};

const safe = {
  'not-all-workers-are-blocked': holds,
  'no-request-waits-for-a-tick': holds,
  'no-request-waits-for-long': holds,
  'no-event-is-lost': holds,
};
const longer = {
  ...safe,
  'not-all-workers-are-blocked': violated(7),
  'no-request-waits-for-a-tick': violated(9),
};
const slow = {
  ...safe,
  'no-request-waits-for-a-tick': violated(11),
  'no-request-waits-for-long': violated(13),
};
const losing = (steps: number) => ({ ...safe, 'no-event-is-lost': violated(steps) });

const inOneStep = 'Only the form in which answer and append are one step is paced.';
const elsewhere = 'The same charts stand in cognito-buffer and lambda-metric-buffer, and show this there.';

export default defineSuite({
  system: cognitoBufferPaced,
  properties,
  expect: {
    default: {
      'as-deployed': safe,
      'buffer-added-in-the-outage': safe,
      'no-events-appended': losing(2),
      'full-buffer-drops': losing(8),
    },
    'longer-outage': {
      'as-deployed': longer,
      'buffer-added-in-the-outage': longer,
      'no-events-appended': losing(2),
      'full-buffer-drops': losing(7),
    },
    'slow-drain': {
      'as-deployed': slow,
      'buffer-added-in-the-outage': slow,
      'no-events-appended': losing(2),
      'full-buffer-drops': losing(8),
    },
  },
  waive: [
    { never: 'web-worker: *eventInHand*', designs: 'all', reason: inOneStep },
    ...['web-worker never gets *', 'best-effort-buffer never gets *'].map((never) => ({
      never,
      designs: 'all' as const,
      reason: 'What a design does without, its workers and its buffer are never asked.',
    })),
    ...[
      'best-effort-buffer: *howMuchIsHeld*',
      'best-effort-buffer: *purge*',
      'best-effort-buffer: *writesThrough*',
    ].map((never) => ({ never, designs: 'all' as const, reason: elsewhere })),
    ...[
      'downstream-service: *openEnded*',
      'downstream-service: *--comeBack--> up is*',
      'downstream-service: *outagesEndInTime*',
    ].map((never) => ({
      never,
      designs: 'all' as const,
      scopes: ['default' as const, 'longer-outage' as const],
      reason: 'Here every outage ends in time; those that may not are in cognito-buffer.',
    })),
    ...['best-effort-buffer: pipe*', 'best-effort-buffer: *addCapacity*'].map((never) => ({
      never,
      designs: 'all' as const,
      scopes: ['slow-drain' as const],
      reason: 'Without outages nobody is told of one, and no buffer is added.',
    })),
  ],
});
