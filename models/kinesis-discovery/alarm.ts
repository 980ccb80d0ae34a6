import { sendTo, setup } from 'xstate';
import { TICK } from './ticks.ts';

export interface AlarmInput {
  /** Ticks from the first useless map to the alarm (A). */
  delay: number;
  /** Whether a useless map of a newcomer counts, which has never carried traffic. */
  watchesNewcomers: boolean;
}

/** The alarm on failed requests: it comes some time after the first shard map has become useless. */
export const alarm = setup({
  types: {
    input: {} as AlarmInput,
    context: {} as AlarmInput,
    events: {} as { type: 'mapUseless'; newcomer: boolean },
  },
  delays: { alarmDelay: ({ context }) => context.delay * TICK },
  guards: {
    isWatched: ({ context, event }) => context.watchesNewcomers || !event.newcomer,
  },
  actions: {
    tellTheOperator: sendTo(({ system }) => system.get('roll-out'), { type: 'errorsSeen' }),
    noteTheTime: sendTo(({ system }) => system.get('timeline'), { type: 'alarmRaised' }),
  },
}).createMachine({
  id: 'alarm',
  context: ({ input }) => input,
  initial: 'quiet',
  states: {
    quiet: {
      on: {
        mapUseless: [
          { description: 'Requests to this server fail from now on.', guard: 'isWatched', target: 'pending' },
          { description: 'No request goes to this server yet: nobody notices.' },
        ],
      },
    },
    pending: {
      description: 'Requests fail, and nobody has been told yet.',
      after: {
        alarmDelay: {
          description: 'The alarm is raised.',
          target: 'raised',
          actions: ['tellTheOperator', 'noteTheTime'],
        },
      },
      on: { mapUseless: {} },
    },
    raised: { on: { mapUseless: {} } },
  },
});
