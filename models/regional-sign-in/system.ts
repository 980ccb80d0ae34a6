import { actor, defineSystem } from 'premortem';
import { supplier } from '../sqs-poller/supplier.ts';
import { consoleUser } from './console-user.ts';

/** Who could not sign in elsewhere in the world while us-east-1 was down, on 20 October 2025. */
export const regionalSignIn = defineSystem({
  name: 'regional-sign-in',
  ref: 'M-E5-sign-in',
  description:
    'Users sign in to the console of two regions; some of the other region through us-east-1. Says who can be refused by which outage, nothing of how many.',
  parameters: {},
  scopes: { default: {} },
  designs: {
    'as-deployed': { ref: 'as-was', description: 'Some sign-in in the other region uses us-east-1.' },
  },
  build: ({ ref }) => {
    const service = (description: string) =>
      actor(supplier('up'), {
        environment: true,
        description,
        input: { dependants: [] },
        stimuli: ['goDown', 'comeBack'],
      });
    const user = (through: string, description: string) =>
      actor(consoleUser, {
        environment: true,
        description,
        input: { through: ref(through) },
        stimuli: ['signIn'],
      });
    return {
      actors: {
        'us-east-1': service('the sign-in service of us-east-1, and its one outage'),
        'other-region': service('the sign-in service of another region, and its one outage'),
        'home-user': user('us-east-1', 'uses us-east-1, and signs in there'),
        'local-user': user('other-region', 'uses the other region, and signs in there'),
        'remote-user': user('us-east-1', 'uses the other region, and signs in through us-east-1'),
      },
      delivery: 'sync',
    };
  },
});
