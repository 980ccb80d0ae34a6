import { sendTo, setup } from 'xstate';

/**
 * One of two processes with a critical section, after G. L. Peterson, "Myths about the mutual exclusion problem"
 * (1981): it raises its flag, gives the turn to the other, and waits until the other's flag is down or the turn
 * has come back.
 */
export const process = setup({
  types: {
    input: {} as { me: number },
    context: {} as { me: number; other: number },
    events: {} as
      | { type: 'want' | 'giveTurn' | 'lookAtFlag' | 'lookAtTurn' | 'leave' }
      | { type: 'flag'; up: boolean }
      | { type: 'turn'; of: number },
  },
  guards: {
    isUp: ({ event }) => event.type === 'flag' && event.up,
    isMine: ({ context, event }) => event.type === 'turn' && event.of === context.me,
    turnFirst: () => false,
  },
  actions: {
    raiseFlag: sendTo(
      ({ system }) => system.get('memory'),
      ({ context }) => ({ type: 'setFlag', process: context.me, value: true }),
    ),
    lowerFlag: sendTo(
      ({ system }) => system.get('memory'),
      ({ context }) => ({ type: 'setFlag', process: context.me, value: false }),
    ),
    giveTurn: sendTo(
      ({ system }) => system.get('memory'),
      ({ context }) => ({ type: 'setTurn', process: context.other }),
    ),
    readFlag: sendTo(
      ({ system }) => system.get('memory'),
      ({ context, self }) => ({ type: 'readFlag', process: context.other, asker: self }),
    ),
    readTurn: sendTo(
      ({ system }) => system.get('memory'),
      ({ self }) => ({ type: 'readTurn', asker: self }),
    ),
  },
}).createMachine({
  id: 'process',
  context: ({ input }) => ({ me: input.me, other: 3 - input.me }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        want: [
          { guard: 'turnFirst', target: 'gaveTurn', actions: 'giveTurn' },
          { target: 'raisedFlag', actions: 'raiseFlag' },
        ],
      },
    },
    raisedFlag: {
      on: { giveTurn: { target: 'waiting', actions: 'giveTurn' } },
    },
    gaveTurn: {
      description: 'The two writes the other way round.',
      on: { giveTurn: { target: 'waiting', actions: 'raiseFlag' } },
    },
    waiting: {
      on: {
        lookAtFlag: { actions: 'readFlag' },
        flag: [
          { guard: 'isUp', target: 'sawFlag' },
          { description: 'The other does not want to.', target: 'critical' },
        ],
      },
    },
    sawFlag: {
      on: {
        lookAtTurn: { actions: 'readTurn' },
        turn: [{ guard: 'isMine', target: 'critical' }, { target: 'waiting' }],
      },
    },
    critical: {
      on: { leave: { target: 'idle', actions: 'lowerFlag' } },
    },
  },
});
