import { and, assign, not, or, setup, stateIn } from 'xstate';

/** What the form asks for; an empty text is no answer. */
export interface Answers {
  email: string;
  plan: string;
}

export type WizardEvent =
  | { type: 'answer'; field: keyof Answers; text: string }
  | { type: 'jump'; to: 'account' | 'plan' | 'review' }
  | { type: 'next' | 'back' | 'save' | 'pause' | 'resume' | 'submit' };

/** A sign-up form of three pages with a progress bar; the user may save, take a break, and come back to it. */
export const wizard = setup({
  types: {
    /** `seenReview`: the progress bar offers the review once it was reached page by page. */
    context: {} as { answers: Answers; saved: Answers; seenReview: boolean },
    events: {} as WizardEvent,
  },
  guards: {
    jumpsTo: ({ event }, params: { page: string }) => event.type === 'jump' && event.to === params.page,
    hasEmail: ({ context }) => context.answers.email !== '',
    hasPlan: ({ context }) => context.answers.plan !== '',
    hasSeenReview: ({ context }) => context.seenReview,
    isSaved: stateIn({ filling: { draft: 'saved' } }),
    keepsAnswersOnBack: () => true,
    resumesDraft: () => true,
    checksOnSubmit: () => true,
  },
  actions: {
    fillIn: assign({
      answers: ({ context, event }) =>
        event.type === 'answer' ? { ...context.answers, [event.field]: event.text } : context.answers,
    }),
    forgetPlan: assign({ answers: ({ context }) => ({ ...context.answers, plan: '' }) }),
    save: assign({ saved: ({ context }) => context.answers }),
  },
}).createMachine({
  id: 'wizard',
  context: { answers: { email: '', plan: '' }, saved: { email: '', plan: '' }, seenReview: false },
  initial: 'filling',
  states: {
    filling: {
      type: 'parallel',
      on: { pause: 'paused' },
      states: {
        page: {
          initial: 'account',
          on: {
            jump: [
              { guard: { type: 'jumpsTo', params: { page: 'account' } }, target: '.account' },
              { guard: and([{ type: 'jumpsTo', params: { page: 'plan' } }, 'hasEmail']), target: '.plan' },
              {
                guard: and([{ type: 'jumpsTo', params: { page: 'review' } }, 'hasSeenReview']),
                target: '.review',
              },
            ],
          },
          states: {
            account: {
              on: {
                answer: { actions: 'fillIn' },
                next: { guard: 'hasEmail', target: 'plan' },
              },
            },
            plan: {
              on: {
                answer: { actions: 'fillIn' },
                next: { guard: 'hasPlan', target: 'review' },
                back: [
                  { guard: 'keepsAnswersOnBack', target: 'account' },
                  { target: 'account', actions: 'forgetPlan' },
                ],
              },
            },
            review: {
              entry: assign({ seenReview: true }),
              on: {
                back: 'plan',
                submit: {
                  guard: and(['isSaved', or([not('checksOnSubmit'), and(['hasEmail', 'hasPlan'])])]),
                  target: '#wizard.submitted',
                },
              },
            },
            lastPage: { type: 'history' },
          },
        },
        draft: {
          initial: 'saved',
          states: {
            saved: { on: { answer: 'unsaved' } },
            unsaved: { on: { save: { target: 'saved', actions: 'save' } } },
          },
        },
        asItWas: { type: 'history', history: 'deep' },
      },
    },
    paused: {
      on: {
        resume: [
          { guard: 'resumesDraft', target: 'filling.asItWas' },
          // Only the page is remembered: the draft starts anew, as `saved`.
          { target: 'filling.page.lastPage' },
        ],
      },
    },
    submitted: { type: 'final' },
  },
});
