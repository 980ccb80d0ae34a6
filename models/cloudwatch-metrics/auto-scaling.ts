import { setup } from 'xstate';

export type AutoScalingEvent = { type: 'loadIsHigh' };

/** A group of instances under a reactive policy: it grows when it is told of a datum that says so, never otherwise. */
export const autoScaling = setup({ types: { events: {} as AutoScalingEvent } }).createMachine({
  id: 'auto-scaling',
  initial: 'small',
  states: {
    small: { on: { loadIsHigh: { description: 'The group scales out.', target: 'big' } } },
    big: { on: { loadIsHigh: {} } },
  },
});
