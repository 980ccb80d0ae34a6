import type { AnyActorRef } from 'xstate';
import { assertEvent, sendTo, setup } from 'xstate';

/** How the subsystem answers: rightly, with an error, or with an answer in good form that is wrong. */
export type Answer = 'ok' | 'error' | 'wrong';

type Event = { type: 'failOver'; answers: Answer } | { type: 'lookUp'; who: AnyActorRef };

const asker = ({ event }: { event: Event }): AnyActorRef => {
  assertEvent(event, 'lookUp');
  return event.who;
};

/** Knows which account may see which support case. Where Support fails over to, it may answer otherwise. */
export const accountMetadata = setup({
  types: { events: {} as Event, tags: {} as Answer },
  guards: {
    answersRightly: ({ event }) => event.type === 'failOver' && event.answers === 'ok',
    answersWithErrors: ({ event }) => event.type === 'failOver' && event.answers === 'error',
  },
  actions: {
    answer: sendTo(asker, { type: 'mayEnter' }),
    answerWithError: sendTo(asker, { type: 'noAnswer' }),
    answerWrongly: sendTo(asker, { type: 'mayNotEnter' }),
  },
}).createMachine({
  id: 'account-metadata',
  initial: 'atHome',
  states: {
    atHome: {
      tags: 'ok',
      on: {
        failOver: [
          {
            description: 'Support fails over, and all is well there.',
            guard: 'answersRightly',
            target: 'failedOver.right',
          },
          {
            description: 'Support fails over, and the subsystem answers with errors there.',
            guard: 'answersWithErrors',
            target: 'failedOver.failing',
          },
          {
            description: 'Support fails over, and the subsystem answers wrongly there.',
            target: 'failedOver.wrong',
          },
        ],
        lookUp: { actions: 'answer' },
      },
    },
    failedOver: {
      initial: 'right',
      states: {
        right: { tags: 'ok', on: { lookUp: { actions: 'answer' } } },
        failing: { tags: 'error', on: { lookUp: { actions: 'answerWithError' } } },
        wrong: { tags: 'wrong', on: { lookUp: { actions: 'answerWrongly' } } },
      },
    },
  },
});
