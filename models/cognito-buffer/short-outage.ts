import type { MonitorEvent } from 'premortem';
import { assign, setup } from 'xstate';
import { match } from 'ts-pattern';
import type { cognitoBuffer } from './system.ts';

export interface ShortOutageInput {
  /** Requests an outage may take and still count as short. */
  requests: number;
  /** Whether an outage counts that begins while events are held, in hand or waiting. */
  withBacklog: boolean;
  /** Workers that must be blocked for a request to wait: one that holds it unanswered, or all there are. */
  harmedAt: number;
}

/**
 * Watches every outage of Kinesis and measures it in requests. As long as it is short, none of its requests may have
 * to wait.
 */
export const shortOutage = setup({
  types: {
    input: {} as ShortOutageInput,
    /** Workers by id, in order: those with an event in hand, and of these those that wait. */
    context: {} as ShortOutageInput & { taken: number; busy: readonly string[]; blocked: readonly string[] },
    events: {} as MonitorEvent<typeof cognitoBuffer>,
  },
  guards: {
    doesNotCount: ({ context, event }) =>
      event.type === 'buffer.outageBegan' &&
      !context.withBacklog &&
      (event.held > 0 || context.busy.length > 0),
    takesMoreThanAShortOne: ({ context }) => context.taken >= context.requests,
    makesARequestWait: ({ context, event }) =>
      !context.blocked.includes(event.actor) && context.blocked.length + 1 >= context.harmedAt,
  },
  actions: {
    countRequest: assign({ taken: ({ context }) => context.taken + 1 }),
    forgetCount: assign({ taken: 0 }),
    noteWorker: assign(({ context, event }) =>
      match(event)
        .with({ type: 'worker.takeRequest' }, ({ actor }) => ({ busy: withId(context.busy, actor) }))
        .with({ type: 'worker.full' }, ({ actor }) => ({ blocked: withId(context.blocked, actor) }))
        .with({ type: 'buffer.discard' }, ({ from }) => ({ busy: withoutId(context.busy, from) }))
        .otherwise(({ actor }) => ({
          busy: withoutId(context.busy, actor),
          blocked: withoutId(context.blocked, actor),
        })),
    ),
  },
}).createMachine({
  id: 'short-outage',
  context: ({ input }) => ({ ...input, taken: 0, busy: [], blocked: [] }),
  initial: 'notCounting',
  on: {
    'worker.takeRequest': { actions: 'noteWorker' },
    'worker.stored': { actions: 'noteWorker' },
    'worker.dropped': { actions: 'noteWorker' },
    'worker.full': { actions: 'noteWorker' },
    'buffer.discard': { actions: 'noteWorker' },
  },
  states: {
    notCounting: {
      on: { 'buffer.outageBegan': [{ guard: 'doesNotCount' }, { target: 'short' }] },
    },
    short: {
      exit: 'forgetCount',
      on: {
        'worker.takeRequest': [
          { guard: 'takesMoreThanAShortOne', target: 'notCounting', actions: 'noteWorker' },
          { actions: ['countRequest', 'noteWorker'] },
        ],
        'worker.full': [{ guard: 'makesARequestWait', target: 'harmful' }, { actions: 'noteWorker' }],
        'buffer.pipeUp': 'notCounting',
      },
    },
    harmful: { tags: 'violation', description: 'A request has to wait in an outage that is short.' },
  },
});

const withId = (ids: readonly string[], id: string): string[] => [...new Set([...ids, id])].sort();
const withoutId = (ids: readonly string[], id: string | null): string[] =>
  ids.filter((other) => other !== id);
