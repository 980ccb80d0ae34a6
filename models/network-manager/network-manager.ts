import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, enqueueActions, setup } from 'xstate';
import type { TickPasses } from '../cloudwatch-metrics/clock.ts';
import type { Settings } from './round.ts';
import { round } from './round.ts';

export type NetworkManagerEvent =
  | TickPasses
  | { type: 'demandIs'; launches: number }
  | { type: 'relaxByOne' }
  | { type: 'relaxAtOnce' }
  | { type: 'askForLaunch'; from: AnyActorRef }
  | { type: 'terminate' };

export type LaunchAnswer =
  | { type: 'launched' }
  | { type: 'launchRefused' }
  | { type: 'networkStateHasArrived' };

export interface NetworkManagerInput extends Settings {
  /** Changes held back while no instance could be launched, which arrive together. */
  backlog: number;
  /** Launches let in a tick at first: the throttle; null: all that are asked for. */
  level: number | null;
  /** Launches that are asked for in a tick at most: a throttle as high as that is none. */
  many: number;
}

interface NetworkManager extends NetworkManagerInput {
  /** Changes that wait to be carried out. */
  waiting: number;
  /** Launches asked for in a tick, now. */
  demand: number;
  /** The instance that is followed, and how many changes are before its own; null while its launch is not decided. */
  followed: { from: AnyActorRef; ahead: number | null } | null;
  /** Whether in this run a launch ever found the queue full. */
  hasBeenFull: boolean;
}

/**
 * EC2's Network Manager: every launch and every end of an instance is a change to be carried to instances and devices, first
 * in, first out. When too many wait each takes longer. Changes are counted; only that of one instance is followed.
 */
export const networkManager = setup({
  types: {
    input: {} as NetworkManagerInput,
    context: {} as NetworkManager,
    events: {} as NetworkManagerEvent,
  },
  guards: {
    tooManyWait: ({ context }) => context.waiting > context.knee,
    fewEnoughWait: ({ context }) => context.waiting <= context.knee,
    hasRoom: ({ context }) => context.waiting < context.queue,
  },
  actions: {
    noteDemand: assign({
      demand: ({ event }) => {
        assertEvent(event, 'demandIs');
        return event.launches;
      },
    }),
    relaxByOne: assign({
      level: ({ context: { level, many } }) => (level === null || level + 1 >= many ? null : level + 1),
    }),
    relaxAtOnce: assign({ level: null }),
    follow: assign({
      followed: ({ event }) => {
        assertEvent(event, 'askForLaunch');
        return { from: event.from, ahead: null };
      },
    }),
    oneChangeMore: assign({ waiting: ({ context }) => context.waiting + 1 }),
    playRound: enqueueActions(({ context, enqueue }) => {
      const { followed, waiting, queue } = context;
      const isNew = followed !== null && followed.ahead === null;
      const asked = Math.max(context.demand, isNew ? 1 : 0);
      const { done, admitted, refused, ...after } = round(waiting, asked, context.level, context);
      enqueue.assign({
        waiting: after.waiting,
        hasBeenFull: context.hasBeenFull || (refused > 0 && after.waiting === queue),
      });
      if (followed === null) return;
      if (followed.ahead === null) {
        // It is the last of those that ask: the worst case.
        const isRefused = admitted < asked;
        enqueue.assign({ followed: isRefused ? null : { ...followed, ahead: after.waiting - 1 } });
        enqueue.sendTo(followed.from, { type: isRefused ? 'launchRefused' : 'launched' });
      } else if (followed.ahead < done) {
        enqueue.assign({ followed: null });
        enqueue.sendTo(followed.from, { type: 'networkStateHasArrived' });
      } else {
        enqueue.assign({ followed: { ...followed, ahead: followed.ahead - done } });
      }
    }),
  },
}).createMachine({
  id: 'network-manager',
  context: ({ input }) => ({
    ...input,
    waiting: input.backlog,
    demand: 0,
    followed: null,
    hasBeenFull: false,
  }),
  on: {
    tickPasses: { description: 'Changes are carried out, and launches come in.', actions: 'playRound' },
    demandIs: { actions: 'noteDemand' },
    relaxAtOnce: { description: 'Every throttle goes.', actions: 'relaxAtOnce' },
    askForLaunch: { description: 'It is one of the launches of the next round.', actions: 'follow' },
    terminate: { description: 'A change like any other.', guard: 'hasRoom', actions: 'oneChangeMore' },
  },
  initial: 'coping',
  states: {
    coping: {
      always: { guard: 'tooManyWait', target: 'overloaded' },
      on: { relaxByOne: { description: 'One launch more is let in a tick.', actions: 'relaxByOne' } },
    },
    overloaded: {
      description: 'So many changes wait that each takes longer; no throttle is relaxed step by step now.',
      always: { guard: 'fewEnoughWait', target: 'coping' },
    },
  },
});
