import { actor, defineSystem, integer } from 'premortem';
import type { SnapshotFrom } from 'xstate';
import type { Answers, WizardEvent } from './wizard.ts';
import { wizard } from './wizard.ts';

/** What a user may do in front of a page: type another answer into its field, or press any button. */
function user(answersPerField: number) {
  const texts = ['', 'first', 'second', 'third'].slice(0, answersPerField + 1);
  return (form: SnapshotFrom<typeof wizard>): WizardEvent[] => {
    const type = (field: keyof Answers): WizardEvent[] =>
      texts
        .filter((text) => text !== form.context.answers[field])
        .map((text) => ({ type: 'answer', field, text }));
    return [
      ...(form.matches({ filling: { page: 'account' } }) ? type('email') : []),
      ...(form.matches({ filling: { page: 'plan' } }) ? type('plan') : []),
      { type: 'next' },
      { type: 'back' },
      { type: 'jump', to: 'account' },
      { type: 'jump', to: 'plan' },
      { type: 'jump', to: 'review' },
      { type: 'save' },
      { type: 'pause' },
      { type: 'resume' },
      { type: 'submit' },
    ];
  };
}

export const signUpWizard = defineSystem({
  name: 'sign-up-wizard',
  description: 'One user fills in a form of three pages.',
  parameters: {
    answers: integer({ min: 1, max: 3, description: 'different answers a user may give to each question' }),
  },
  scopes: { default: { answers: 1 }, undecided: { answers: 2 } },
  designs: {
    'as-designed': {
      description: 'Answers survive going back and a break, and are checked when they are submitted.',
    },
    'forgets-on-back': {
      description: 'Leaving a page backwards clears it.',
      options: { without: 'keepsAnswersOnBack' },
    },
    'resumes-at-the-page': {
      description:
        'After a break the user is back at the page, but the form has forgotten what is not saved yet.',
      options: { without: 'resumesDraft' },
    },
    'trusts-the-pages': {
      description:
        'Nothing is checked on submit: whoever got to the review has filled in the pages before it.',
      options: { without: 'checksOnSubmit' },
    },
  },
  build: ({ parameters, options }) => ({
    actors: {
      wizard: actor(
        options.without ? wizard.provide({ guards: { [options.without]: () => false } }) : wizard,
        {
          stimuli: user(parameters.answers),
          environment: true,
        },
      ),
    },
  }),
});
