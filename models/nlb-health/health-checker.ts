import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, sendTo, setup } from 'xstate';

export interface HealthCheckerInput {
  /** Late when its load is above this. */
  lateAbove: number;
  /** Load is counted up to this. */
  loadCounted: number;
}

/**
 * The subsystem that checks the load balancers, told by its load: each removal and each return is work for it. When it
 * is late, healthy zones look bad to it too.
 */
export const healthChecker = setup({
  types: {
    input: {} as HealthCheckerInput,
    context: {} as HealthCheckerInput & { load: number },
    events: {} as { type: 'dnsChanged' } | { type: 'failOver'; zone: AnyActorRef } | { type: 'workOff' },
  },
  guards: {
    tooMuch: ({ context }) => context.load > context.lateAbove,
    bearable: ({ context }) => context.load <= context.lateAbove,
    hasWork: ({ context }) => context.load > 0,
  },
  actions: {
    addLoad: assign({ load: ({ context }) => Math.min(context.load + 1, context.loadCounted) }),
    lessLoad: assign({ load: ({ context }) => context.load - 1 }),
    orderFailover: sendTo(
      ({ system }) => system.get('dns-failover'),
      ({ event }) => {
        assertEvent(event, 'failOver');
        return { type: 'failOver', zone: event.zone };
      },
    ),
  },
}).createMachine({
  id: 'health-checker',
  context: ({ input }) => ({ ...input, load: 0 }),
  initial: 'onTime',
  states: {
    onTime: { always: { guard: 'tooMuch', target: 'late' } },
    late: {
      on: {
        failOver: {
          description: 'Checks come late, and a zone is judged bad without being so.',
          actions: 'orderFailover',
        },
      },
      always: { guard: 'bearable', target: 'onTime' },
    },
  },
  on: {
    dnsChanged: { description: 'One more change to deal with.', actions: 'addLoad' },
    workOff: {
      description: 'The checker works off some of its load.',
      guard: 'hasWork',
      actions: 'lessLoad',
    },
  },
});
