import { assign, setup } from 'xstate';
import { TICK, TO_THE_FIRST_ALARM } from './ticks.ts';

/**
 * Where in the story the alarm comes: it stops with the alarm. `quarterPastFive` is the moment 88 minutes after the
 * last server was added, when the first alarm came on 25 November 2020.
 */
export const timeline = setup({
  types: {
    input: {} as { delay: number },
    context: {} as { delay: number; alarmed: boolean },
    events: {} as { type: 'changeFinished' } | { type: 'alarmRaised' },
  },
  delays: {
    longerThanDiscovery: ({ context }) => (context.delay + 1) * TICK,
    toTheFirstAlarm: TO_THE_FIRST_ALARM * TICK,
  },
  guards: { noAlarmYet: ({ context }) => !context.alarmed },
  actions: { stop: assign({ alarmed: true }) },
}).createMachine({
  id: 'timeline',
  context: ({ input }) => ({ delay: input.delay, alarmed: false }),
  type: 'parallel',
  on: { alarmRaised: { description: 'This is when the alarm comes.', actions: 'stop' } },
  states: {
    change: {
      initial: 'running',
      states: {
        running: {
          description: 'There are servers still to be added.',
          on: { changeFinished: 'finished' },
        },
        finished: {
          initial: 'lately',
          states: {
            lately: { after: { longerThanDiscovery: [{ guard: 'noAlarmYet', target: 'longAgo' }, {}] } },
            longAgo: { description: 'Nobody is left who could hear of a newcomer.' },
          },
        },
      },
    },
    quarterPastFive: {
      initial: 'toCome',
      states: {
        toCome: { on: { changeFinished: 'counting' } },
        counting: { after: { toTheFirstAlarm: [{ guard: 'noAlarmYet', target: 'now' }, {}] } },
        now: {
          description: 'It is over before any more time passes.',
          after: { 0: [{ guard: 'noAlarmYet', target: 'past' }, {}] },
        },
        past: {},
      },
    },
  },
});
