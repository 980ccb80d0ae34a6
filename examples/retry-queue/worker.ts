import { assign, sendTo, setup } from 'xstate';

/** Works on the job it is given: `run` is code of ours that charges a customer, and may fail at any point. */
export const worker = setup({
  types: {
    context: {} as { job: number },
    events: {} as { type: 'job'; job: number } | { type: 'finished' } | { type: 'crashed' },
  },
  guards: {
    acksOnReceipt: () => false,
  },
  actions: {
    take: assign({ job: ({ context, event }) => (event.type === 'job' ? event.job : context.job) }),
    run: () => {
      throw new Error('the real work, which no model runs');
    },
    ack: sendTo(({ system }) => system.get('queue'), { type: 'ack' }),
    nack: sendTo(({ system }) => system.get('queue'), { type: 'nack' }),
  },
}).createMachine({
  id: 'worker',
  context: { job: 0 },
  initial: 'idle',
  states: {
    idle: {
      on: {
        job: [
          { guard: 'acksOnReceipt', target: 'working', actions: ['take', 'ack'] },
          { target: 'working', actions: 'take' },
        ],
      },
    },
    working: {
      entry: 'run',
      on: {
        finished: [
          { guard: 'acksOnReceipt', target: 'idle' },
          { target: 'idle', actions: 'ack' },
        ],
        crashed: [
          { guard: 'acksOnReceipt', target: 'idle' },
          { target: 'idle', actions: 'nack' },
        ],
      },
    },
  },
});
