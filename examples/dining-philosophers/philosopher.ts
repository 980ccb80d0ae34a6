import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';

/** A philosopher who takes one fork, then the other, eats, and lays both down (E. W. Dijkstra, EWD 310, 1971). */
export const philosopher = setup({
  types: {
    input: {} as { first: AnyActorRef; second: AnyActorRef },
    context: {} as { first: AnyActorRef; second: AnyActorRef },
    events: {} as { type: 'getHungry' | 'takeFirst' | 'takeSecond' | 'finish' | 'given' },
  },
  actions: {
    askForFirst: sendTo(
      ({ context }) => context.first,
      ({ self }) => ({ type: 'take', by: self }),
    ),
    askForSecond: sendTo(
      ({ context }) => context.second,
      ({ self }) => ({ type: 'take', by: self }),
    ),
    layDownFirst: sendTo(({ context }) => context.first, { type: 'layDown' }),
    layDownSecond: sendTo(({ context }) => context.second, { type: 'layDown' }),
  },
}).createMachine({
  id: 'philosopher',
  context: ({ input }) => input,
  initial: 'thinking',
  states: {
    thinking: { on: { getHungry: 'hungry' } },
    hungry: {
      on: {
        takeFirst: { description: 'Changes nothing while a neighbour has it.', actions: 'askForFirst' },
        given: 'hasFirst',
      },
    },
    hasFirst: {
      on: {
        takeSecond: { description: 'Changes nothing while a neighbour has it.', actions: 'askForSecond' },
        given: 'eating',
      },
    },
    eating: {
      on: { finish: { target: 'thinking', actions: ['layDownFirst', 'layDownSecond'] } },
    },
  },
});
