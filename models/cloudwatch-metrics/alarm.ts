import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';
import type { TickPasses } from './clock.ts';
import type { Load, Reading } from './samples.ts';

export type AlarmEvent = TickPasses | Reading;

/**
 * An alarm on the load, evaluated every tick over the last `window` ticks. A window without any datum is no reason to be
 * quiet or to sound: INSUFFICIENT_DATA, and the scaling policy has nothing to act on.
 */
export const alarm = setup({
  types: {
    /** `source`: where it reads the metric. */
    input: {} as { source: AnyActorRef; window: number; scaling: AnyActorRef },
    context: {} as { source: AnyActorRef; window: number; scaling: AnyActorRef },
    events: {} as AlarmEvent,
  },
  guards: {
    isHigh: ({ event }) => event.type === 'datum' && event.load === ('high' satisfies Load),
  },
  actions: {
    readTheMetric: sendTo(
      ({ context }) => context.source,
      ({ context, self }) => ({ type: 'readLatest', window: context.window, asker: self }),
    ),
    tellThePolicy: sendTo(({ context }) => context.scaling, { type: 'loadIsHigh' }),
  },
}).createMachine({
  id: 'alarm',
  context: ({ input }) => input,
  initial: 'OK',
  on: {
    tickPasses: { description: 'The alarm is evaluated.', actions: 'readTheMetric' },
    datum: [
      { description: 'The load is high.', guard: 'isHigh', target: '.ALARM', actions: 'tellThePolicy' },
      { description: 'The load is normal.', target: '.OK' },
    ],
    noDatum: { description: 'There is nothing to evaluate.', target: '.INSUFFICIENT_DATA' },
  },
  states: { OK: {}, ALARM: {}, INSUFFICIENT_DATA: {} },
});
