import { defineSuite, holds, leadsTo, reachable, reached, violated } from 'premortem';
import type { Observed } from 'premortem';
import type { Answer } from '../models/support-bypass/account-metadata.ts';
import { supportBypass } from '../models/support-bypass/system.ts';

type Seen = Observed<typeof supportBypass, 'support-console' | 'account-metadata'>;

const both = ['support-console', 'account-metadata'] as const;
const requested = (state: Seen): boolean => state['support-console'].matches('requested');
const allowed = (state: Seen): boolean => state['support-console'].matches('allowed');
const answers = (state: Seen, answer: Answer): boolean => state['account-metadata'].hasTag(answer);

/** LT(request, allowed) for one kind of answer, as long as it is that kind. */
const allowedWith = (answer: Answer, description: string) =>
  leadsTo(supportBypass, {
    ref: `M-E5-support.1-${answer}`,
    description,
    observes: both,
    when: (state) => requested(state) && answers(state, answer),
    eventually: (state) => allowed(state) || !answers(state, answer),
    because: () => 'the answer is in good form, so the bypass stays shut',
  });

const properties = {
  'a-request-is-allowed': leadsTo(supportBypass, {
    ref: 'M-E5-support.1',
    description: 'A customer who asks is let in in the end, whatever the subsystem answers.',
    observes: both,
    when: requested,
    eventually: allowed,
    because: () => 'the answer is in good form, so the bypass stays shut',
  }),
  'allowed-with-right-answers': allowedWith('ok', 'Of right answers: who asks is let in.'),
  'allowed-with-errors': allowedWith('error', 'Of errors: who asks is let in, through the bypass.'),
  'allowed-with-wrong-answers': allowedWith('wrong', 'Of wrong answers: who asks is let in.'),
  'refused-with-a-bypass-at-hand': reachable(supportBypass, {
    ref: 'M-E5-support.1-headline',
    description: 'Support has failed over as designed, and an entitled customer is refused.',
    observes: both,
    where: (state) =>
      state['account-metadata'].matches('failedOver') && state['support-console'].matches('refused'),
  }),
};

export default defineSuite({
  system: supportBypass,
  properties,
  expect: {
    default: {
      'as-deployed': {
        'a-request-is-allowed': violated(4),
        'allowed-with-right-answers': holds,
        'allowed-with-errors': holds,
        'allowed-with-wrong-answers': violated(4),
        'refused-with-a-bypass-at-hand': reached(3),
      },
    },
  },
  headlines: [{ design: 'as-deployed', property: 'allowed-with-wrong-answers' }],
});
