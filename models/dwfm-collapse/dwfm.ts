import { assertEvent, assign, emit, enqueueActions, setup } from 'xstate';
import type { DynamodbNews } from './dynamodb.ts';
import type { Attempts, QueueSettings } from './work-queue.ts';
import { liveIn, round } from './work-queue.ts';

export type DwfmEvent =
  | DynamodbNews
  | { type: 'enqueue' }
  | { type: 'serve' }
  | { type: 'restartHosts' }
  | { type: 'throttle'; limit: number };

/** What becomes of an attempt that is served, that fewer are let in, that the recovery is over, and, where leases run out, that for now all are valid. */
export type DwfmNews =
  | { type: 'leaseEstablished' }
  | { type: 'serviceWasted' }
  | { type: 'throttled' }
  | { type: 'restartedUnderThrottle' }
  | { type: 'recovered' }
  | { type: 'everyLeaseIsValid' };

export interface DwfmSettings extends QueueSettings {
  /** Droplets, each of which needs a lease (D). */
  droplets: number;
  /** The search looks at no longer queues. */
  bound: number;
  /** Attempts, live or expired, that may be queued at once; null: as many as there are. */
  limit: number | null;
  /** Ticks a lease lasts (V); null: for ever. */
  validity: number | null;
}

interface Dwfm extends DwfmSettings {
  /** Droplets with a valid lease. */
  valid: number;
  /** Ticks that each valid lease has left, where leases run out. */
  left: readonly number[];
  attempts: Attempts;
  /** Whether in this run the bound of the search ever kept an attempt out. */
  hasMetBound: boolean;
}

/** Droplets without a lease for which no attempt is under way that could still bring one. */
const missing = (dwfm: Dwfm): number => dwfm.droplets - dwfm.valid - liveIn(dwfm.attempts, dwfm);
const isThrottled = ({ limit, attempts }: Dwfm): boolean => limit !== null && attempts.length >= limit;
const isAtBound = ({ bound, attempts }: Dwfm): boolean => attempts.length >= bound;

/**
 * The DropletWorkflow Manager, all its hosts taken together: every droplet needs a lease, and attempts to establish
 * one wait in a queue. An attempt that has waited too long is worthless, and is served all the same. Droplets are
 * counted: as long as one attempt of each counts, it makes no difference whose it is.
 */
export const dwfm = setup({
  types: {
    input: {} as DwfmSettings,
    context: {} as Dwfm,
    events: {} as DwfmEvent,
    emitted: {} as DwfmNews,
  },
  guards: {
    nothingToRetry: ({ context }) => missing(context) === 0,
    isHeldByThrottle: ({ context }) => isThrottled(context),
    isHeldByBound: ({ context }) => isAtBound(context),
    everyLeaseIsValid: ({ context }) => context.validity === null && context.valid === context.droplets,
    hasQueue: ({ context }) => context.attempts.length > 0,
  },
  actions: {
    loseEveryLease: assign({ valid: 0, left: [] }),
    addAttempt: assign({ attempts: ({ context }) => [...context.attempts, 0] }),
    emptyQueue: assign({ attempts: [] }),
    sayThatItIsThrottled: enqueueActions(({ context, enqueue }) => {
      if (context.limit !== null) enqueue.emit({ type: 'throttled' });
    }),
    sayThatItIsRestarted: enqueueActions(({ context, enqueue }) => {
      if (context.limit !== null) enqueue.emit({ type: 'restartedUnderThrottle' });
    }),
    sayThatItHasRecovered: emit({ type: 'recovered' }),
    noteBound: assign({ hasMetBound: true }),
    limitQueue: assign({
      limit: ({ event }) => {
        assertEvent(event, 'throttle');
        return event.limit;
      },
    }),
    playRound: enqueueActions(({ context, enqueue }) => {
      const { validity, droplets } = context;
      const { useful, wasted, attempts } = round(context.attempts, context);
      const left = context.left.map((ticks) => ticks - 1).filter((ticks) => ticks > 0);
      const lapsed = context.left.length - left.length;
      const renewed = Array.from({ length: validity === null ? 0 : useful }, () => validity ?? 0);
      const valid = Math.min(droplets, context.valid - lapsed + useful);
      enqueue.assign({ attempts, valid, left: [...left, ...renewed] });
      for (let i = 0; i < useful; i++) enqueue.emit({ type: 'leaseEstablished' });
      for (let i = 0; i < wasted; i++) enqueue.emit({ type: 'serviceWasted' });
      if (validity !== null && valid === droplets) enqueue.emit({ type: 'everyLeaseIsValid' });
    }),
  },
}).createMachine({
  id: 'dwfm',
  context: ({ input }) => ({ ...input, valid: input.droplets, left: [], attempts: [], hasMetBound: false }),
  initial: 'allLeased',
  states: {
    allLeased: {
      description: 'Every droplet has a valid lease.',
      on: {
        dynamodbIsDown: {
          description: 'State checks fail, and the outage outlasts every lease.',
          target: 'cannotCheck',
          actions: 'loseEveryLease',
        },
      },
    },
    cannotCheck: {
      on: { dynamodbIsBack: { description: 'Leases can be established again.', target: 'recovering' } },
    },
    recovering: {
      initial: 'retrying',
      entry: 'sayThatItIsThrottled',
      always: { guard: 'everyLeaseIsValid', target: 'allLeased', actions: 'sayThatItHasRecovered' },
      on: {
        restartHosts: {
          guard: 'hasQueue',
          target: '.retrying',
          actions: ['emptyQueue', 'sayThatItIsRestarted'],
        },
        throttle: { target: '.retrying', actions: ['limitQueue', 'sayThatItIsThrottled'] },
      },
      states: {
        retrying: {
          description: 'All hosts retry at once: attempts go into the queue before any is served.',
          always: [
            { guard: 'nothingToRetry', target: 'serving' },
            { guard: 'isHeldByThrottle', target: 'serving' },
            { guard: 'isHeldByBound', target: 'serving', actions: 'noteBound' },
          ],
          on: {
            enqueue: {
              description: 'An attempt for a droplet without a lease joins the queue.',
              target: 'retrying',
              actions: 'addAttempt',
            },
          },
        },
        serving: {
          on: {
            serve: {
              description: 'A tick: the first attempts are served, and the others are a tick older.',
              target: 'retrying',
              actions: 'playRound',
            },
          },
        },
      },
    },
  },
});
