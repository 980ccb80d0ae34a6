import { actor, defineSystem } from 'premortem';
import { accountMetadata } from './account-metadata.ts';
import { customer } from './customer.ts';
import { supportConsole } from './support-console.ts';

/** Why the bypass of the Support console did not open on 20 October 2025. */
export const supportBypass = defineSystem({
  name: 'support-bypass',
  ref: 'M-E5-support',
  description:
    'A console that lets customers in unasked when it gets no answer, and a subsystem that answers rightly, with errors or wrongly after a fail-over. Says who is let in, nothing of how many or when.',
  parameters: {},
  scopes: { default: {} },
  designs: { 'as-deployed': { ref: 'as-was', description: 'The bypass opens on errors only.' } },
  build: () => ({
    actors: {
      customer: actor(customer, { environment: true, stimuli: ['request'] }),
      'support-console': actor(supportConsole, { stimuli: ['checkAccount'] }),
      'account-metadata': actor(accountMetadata, {
        environment: true,
        description: 'knows whose account may enter',
        stimuli: [
          { type: 'failOver', answers: 'ok' },
          { type: 'failOver', answers: 'error' },
          { type: 'failOver', answers: 'wrong' },
        ],
      }),
    },
    delivery: 'sync',
  }),
});
