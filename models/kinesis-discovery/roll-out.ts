import type { AnyActorRef } from 'xstate';
import { assign, enqueueActions, setup } from 'xstate';
import { TICK } from './ticks.ts';

export interface RollOutInput {
  /** The servers to add, in this order, each with the ticks that pass before it, and who carries word of it. */
  steps: readonly { server: AnyActorRef; wait: number; news: AnyActorRef }[];
  /** Whether the next server is added only if no errors were seen meanwhile. */
  looksAtErrors: boolean;
}

/** The plan of the capacity addition: which server when. It has the operator of `kinesis-threads` carry it out. */
export const rollOut = setup({
  types: {
    input: {} as RollOutInput,
    context: {} as RollOutInput & { added: number },
    events: {} as { type: 'errorsSeen' },
  },
  delays: { untilTheNext: ({ context }) => context.steps[context.added]!.wait * TICK },
  guards: {
    isTheLast: ({ context }) => context.added + 1 === context.steps.length,
    looksAtErrors: ({ context }) => context.looksAtErrors,
  },
  actions: {
    addTheNext: enqueueActions(({ context, enqueue, system }) => {
      const { server, news } = context.steps[context.added]!;
      const operator: AnyActorRef = system.get('operator');
      enqueue.sendTo(operator, { type: 'addServer', server });
      enqueue.sendTo(news, { type: 'joined' });
      enqueue(assign({ added: context.added + 1 }));
    }),
    sayThatItIsFinished: enqueueActions(({ enqueue, system }) => {
      enqueue.sendTo(system.get('timeline'), { type: 'changeFinished' });
    }),
  },
}).createMachine({
  id: 'roll-out',
  context: ({ input }) => ({ ...input, added: 0 }),
  initial: 'waiting',
  states: {
    waiting: {
      after: {
        untilTheNext: [
          {
            description: 'It is time for the last server.',
            guard: 'isTheLast',
            target: 'finished',
            actions: ['addTheNext', 'sayThatItIsFinished'],
          },
          {
            description: 'It is time for the next server.',
            target: 'waiting',
            reenter: true,
            actions: 'addTheNext',
          },
        ],
      },
      on: {
        errorsSeen: [
          {
            description: 'Errors were seen: no more servers are added.',
            guard: 'looksAtErrors',
            target: 'stopped',
          },
          { description: 'The plan goes on.' },
        ],
      },
    },
    finished: { on: { errorsSeen: {} } },
    stopped: {},
  },
});
