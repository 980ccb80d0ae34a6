import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, sendTo, setup } from 'xstate';

/** What the lock record is asked: by an Enactor in a step of its own, or as part of its batch. */
export type LockRecordEvent =
  | { type: 'READ_LOCK_RECORD' | 'COMPARE_LOCK_RECORD'; from: AnyActorRef }
  | { type: 'REPLACE_LOCK_RECORD' };

/** What it answers: whether its value is still the one that the Enactor has read. */
export interface LockRecordAnswer {
  type: 'LOCK_UNCHANGED' | 'LOCK_CHANGED';
}

/**
 * The optimistic lock of the insiders' account: a TXT record in Route 53, whose value every change replaces in its own
 * batch. Values are compared for equality alone, so what is kept here is who has read the one that stands there now.
 */
export const lockRecord = setup({
  types: {
    context: {} as { readBy: ReadonlySet<string> },
    events: {} as LockRecordEvent,
  },
  guards: {
    valueIsKnown: ({ context, event }) => {
      assertEvent(event, 'COMPARE_LOCK_RECORD');
      return context.readBy.has(event.from.id);
    },
  },
  actions: {
    noteReader: assign({
      readBy: ({ context, event }) => {
        assertEvent(event, 'READ_LOCK_RECORD');
        return new Set([...context.readBy, event.from.id]);
      },
    }),
    forgetReaders: assign({ readBy: new Set<string>() }),
    answerUnchanged: sendTo(({ event }) => asker(event), {
      type: 'LOCK_UNCHANGED',
    } satisfies LockRecordAnswer),
    answerChanged: sendTo(({ event }) => asker(event), { type: 'LOCK_CHANGED' } satisfies LockRecordAnswer),
  },
}).createMachine({
  id: 'lock-record',
  description:
    'The lock as a TXT record: every change replaces its value, and counts on the value it has read.',
  context: { readBy: new Set<string>() },
  initial: 'standing',
  states: {
    standing: {
      on: {
        READ_LOCK_RECORD: {
          actions: 'noteReader',
          description: 'the Enactor now knows the value of the lock',
        },
        COMPARE_LOCK_RECORD: [
          {
            guard: 'valueIsKnown',
            actions: 'answerUnchanged',
            description: 'the value is the one that was read',
          },
          {
            actions: 'answerChanged',
            description: 'another change has replaced the value: the batch is refused',
          },
        ],
        REPLACE_LOCK_RECORD: {
          actions: 'forgetReaders',
          description: 'the lock has a new value, which nobody has read yet',
        },
      },
    },
  },
});

function asker(event: LockRecordEvent): AnyActorRef {
  assertEvent(event, 'COMPARE_LOCK_RECORD');
  return event.from;
}
