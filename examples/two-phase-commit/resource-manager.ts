import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';

/** Prepares or aborts as it likes; once it has prepared, it does as the transaction manager decides. */
export const resourceManager = setup({
  types: {
    /** `reportsTo`: where it sends word that it has prepared. */
    input: {} as { reportsTo: AnyActorRef },
    context: {} as { reportsTo: AnyActorRef },
    events: {} as { type: 'prepare' | 'chooseToAbort' | 'commit' | 'abort' },
  },
  guards: {
    mayStillAbort: () => false,
  },
  actions: {
    report: sendTo(
      ({ context }) => context.reportsTo,
      ({ self }) => ({ type: 'prepared', rm: self.id }),
    ),
  },
}).createMachine({
  id: 'resource-manager',
  context: ({ input }) => ({ reportsTo: input.reportsTo }),
  initial: 'working',
  // What is decided stays decided.
  on: { commit: {}, abort: {} },
  states: {
    working: {
      on: {
        prepare: { target: 'prepared', actions: 'report' },
        chooseToAbort: 'aborted',
        commit: 'committed',
        abort: 'aborted',
      },
    },
    prepared: {
      on: {
        chooseToAbort: { guard: 'mayStillAbort', target: 'aborted' },
        commit: 'committed',
        abort: 'aborted',
      },
    },
    committed: {},
    aborted: {},
  },
});
