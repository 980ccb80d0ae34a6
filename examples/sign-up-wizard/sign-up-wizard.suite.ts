import {
  deadlockFree,
  defineSuite,
  holds,
  invariant,
  reachable,
  reached,
  stepProperty,
  violated,
} from 'premortem';
import { signUpWizard } from './system.ts';

const properties = {
  'complete-when-submitted': invariant(signUpWizard, {
    description: 'What is submitted answers every question.',
    observes: ['wizard'],
    when: ({ wizard }) => wizard.matches('submitted'),
    holds: ({ wizard }) => Object.values(wizard.context.answers).every((text) => text !== ''),
  }),
  'saved-when-submitted': invariant(signUpWizard, {
    description: 'What is submitted has been saved.',
    observes: ['wizard'],
    when: ({ wizard }) => wizard.matches('submitted'),
    holds: ({ wizard: { context } }) =>
      context.saved.email === context.answers.email && context.saved.plan === context.answers.plan,
  }),
  'back-keeps-answers': stepProperty(signUpWizard, {
    description: 'Going back keeps all answers.',
    observes: ['wizard'],
    on: (step) => step.event.type === 'back' && step.handled,
    holds: ({ wizard: before }, _step, { wizard: after }) =>
      before.context.answers.email === after.context.answers.email &&
      before.context.answers.plan === after.context.answers.plan,
  }),
  'can-submit': reachable(signUpWizard, {
    description: 'The form can be submitted.',
    observes: ['wizard'],
    where: ({ wizard }) => wizard.matches('submitted'),
  }),
  'never-stuck': deadlockFree(signUpWizard, {
    description: 'The user can always do something, until the form is submitted.',
    observes: ['wizard'],
    legalEnd: ({ wizard }) => wizard.matches('submitted'),
  }),
};

const asItShould = {
  'complete-when-submitted': holds,
  'saved-when-submitted': holds,
  'back-keeps-answers': holds,
  'can-submit': reached(6),
  'never-stuck': holds,
};

const expected = {
  'as-designed': asItShould,
  'forgets-on-back': { ...asItShould, 'back-keeps-answers': violated(4) },
  'resumes-at-the-page': { ...asItShould, 'saved-when-submitted': violated(7) },
  'trusts-the-pages': { ...asItShould, 'complete-when-submitted': violated(9) },
};

export default defineSuite({
  system: signUpWizard,
  properties,
  expect: { default: expected, undecided: expected },
});
