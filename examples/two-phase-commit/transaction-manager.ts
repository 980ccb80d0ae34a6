import type { AnyActorRef } from 'xstate';
import { assign, enqueueActions, setup } from 'xstate';

/** Decides: commit once every resource manager has prepared, or abort at any time before. */
export const transactionManager = setup({
  types: {
    /** `audience`: where its decision is sent to. */
    input: {} as { resourceManagers: number; audience: readonly AnyActorRef[] },
    context: {} as {
      resourceManagers: number;
      audience: readonly AnyActorRef[];
      prepared: ReadonlySet<string>;
    },
    events: {} as { type: 'decideToCommit' | 'decideToAbort' } | { type: 'prepared'; rm: string },
  },
  guards: {
    enoughPrepared: ({ context }) => context.prepared.size === context.resourceManagers,
  },
  actions: {
    note: assign({
      prepared: ({ context, event }) =>
        event.type === 'prepared' ? new Set([...context.prepared, event.rm]) : context.prepared,
    }),
    tell: enqueueActions(({ context, enqueue }, params: { decision: 'commit' | 'abort' }) => {
      for (const receiver of context.audience) enqueue.sendTo(receiver, { type: params.decision });
    }),
  },
}).createMachine({
  id: 'transaction-manager',
  context: ({ input }) => ({ ...input, prepared: new Set() }),
  initial: 'collecting',
  // What arrives after its decision.
  on: { prepared: {} },
  states: {
    collecting: {
      on: {
        prepared: { actions: 'note' },
        decideToCommit: {
          guard: 'enoughPrepared',
          target: 'committed',
          actions: { type: 'tell', params: { decision: 'commit' } },
        },
        decideToAbort: { target: 'aborted', actions: { type: 'tell', params: { decision: 'abort' } } },
      },
    },
    committed: {},
    aborted: {},
  },
});
