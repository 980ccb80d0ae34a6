import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, enqueueActions, sendTo, setup } from 'xstate';
import { TICK } from '../kinesis-discovery/ticks.ts';

/** Whose errors stop a roll-out. */
export type Watching = 'every server' | 'old servers' | 'nobody';

export interface RollOutInput {
  /** The newcomers of each cell, in the order in which the cells are changed. */
  cells: readonly (readonly AnyActorRef[])[];
  /** The news of each newcomer. */
  news: readonly { about: AnyActorRef; news: AnyActorRef }[];
  /** Ticks to wait after one cell before the next is changed. */
  quiet: number;
  watching: Watching;
}

export type RollOutEvent =
  | { type: 'startChange' }
  | { type: 'serverAdded'; server: AnyActorRef }
  | { type: 'errorsSeen'; server: AnyActorRef }
  | { type: 'restartServer'; server: AnyActorRef };

/** A change that goes from cell to cell: each gets its newcomers, and then so much time. */
export const rollOut = setup({
  types: {
    input: {} as RollOutInput,
    context: {} as RollOutInput & {
      /** The cell being changed, and how many of its newcomers are in. */
      cell: number;
      added: number;
    },
    events: {} as RollOutEvent,
  },
  delays: { atOnce: 0, quietTime: ({ context }) => context.quiet * TICK },
  guards: {
    cellHasMore: ({ context }) => context.added < (context.cells[context.cell]?.length ?? 0),
    thereAreMoreCells: ({ context }) => context.cell + 1 < context.cells.length,
    theseErrorsCount: ({ context, event }) => {
      assertEvent(event, 'errorsSeen');
      if (context.watching !== 'old servers') return context.watching === 'every server';
      return !context.cells.flat().some((newcomer) => newcomer === event.server);
    },
  },
  actions: {
    addOne: enqueueActions(({ context, enqueue }) => {
      enqueue.sendTo(context.cells[context.cell]![context.added]!, { type: 'joinFleet' });
      enqueue.assign({ added: context.added + 1 });
    }),
    goToNextCell: assign({ cell: ({ context }) => context.cell + 1, added: 0 }),
    spreadTheNews: enqueueActions(({ context, event, enqueue }) => {
      assertEvent(event, 'serverAdded');
      for (const { about, news } of context.news) {
        if (about === event.server) enqueue.sendTo(news, { type: 'joined' });
      }
    }),
    tellItToRestart: sendTo(
      ({ event }) => {
        assertEvent(event, 'restartServer');
        return event.server;
      },
      { type: 'restart' },
    ),
  },
}).createMachine({
  id: 'roll-out',
  context: ({ input }) => ({ ...input, cell: 0, added: 0 }),
  initial: 'planned',
  on: {
    restartServer: { description: 'The operator restarts a server.', actions: 'tellItToRestart' },
    serverAdded: { description: 'The new server is in its cell.', actions: 'spreadTheNews' },
  },
  states: {
    planned: { on: { startChange: { description: 'The change begins.', target: 'underWay.changingCell' } } },
    underWay: {
      initial: 'changingCell',
      on: {
        errorsSeen: [
          {
            description: 'Errors show: the roll-out stops for good.',
            guard: 'theseErrorsCount',
            target: 'stopped',
          },
          { description: 'Nobody looks at these errors.' },
        ],
      },
      states: {
        changingCell: {
          after: {
            atOnce: [
              {
                description: 'A newcomer is added to the cell.',
                guard: 'cellHasMore',
                target: 'changingCell',
                reenter: true,
                actions: 'addOne',
              },
              {
                description: 'The cell has all its newcomers: a quiet time begins.',
                guard: 'thereAreMoreCells',
                target: 'quiet',
              },
              { description: 'Every cell has its newcomers.', target: '#roll-out.done' },
            ],
          },
        },
        quiet: {
          after: {
            quietTime: {
              description: 'The quiet time is over: on to the next cell.',
              target: 'changingCell',
              actions: 'goToNextCell',
            },
          },
        },
      },
    },
    stopped: { on: { errorsSeen: {} } },
    done: { on: { errorsSeen: {} } },
  },
});
