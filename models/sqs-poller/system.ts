import { actor, defineSystem } from 'premortem';
import { poller } from './poller.ts';
import { restarter } from './restarter.ts';
import { supplier } from './supplier.ts';

/** Why Lambda read no SQS queues for two hours more than DynamoDB was down, on 20 October 2025. */
export const sqsPoller = defineSystem({
  name: 'sqs-poller',
  ref: 'M-E5-sqs',
  description:
    'The SQS pollers of Lambda go down with DynamoDB. Says whether they come back once DynamoDB has, nothing of how long it takes.',
  parameters: {},
  scopes: { default: {} },
  designs: {
    'as-deployed': { ref: 'as-was', description: 'Nothing starts the pollers again.' },
    supervisor: {
      ref: 'supervisor',
      description: 'A supervisor starts the pollers again until they run.',
      options: { restarts: 'supervisor' },
    },
    'operator-restores': {
      ref: 'operator',
      description: 'An operator may start the pollers by hand: what was done.',
      options: { restarts: 'operator' },
    },
  },
  build: ({ options: { restarts }, ref }) => ({
    actors: {
      dynamodb: actor(supplier('up'), {
        environment: true,
        description: 'DynamoDB and its one outage',
        input: { dependants: [ref('poller')] },
        stimuli: ['goDown', 'comeBack'],
      }),
      poller: actor(poller, { description: 'polls SQS queues for Lambda' }),
      supervisor: restarts === 'supervisor' ? actor(restarter, { stimuli: ['restartPoller'] }) : undefined,
      operator:
        restarts === 'operator'
          ? actor(restarter, { environment: true, stimuli: ['restartPoller'] })
          : undefined,
    },
    delivery: 'sync',
  }),
});
