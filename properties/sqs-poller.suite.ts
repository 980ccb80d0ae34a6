import { alwaysPossible, defineSuite, holds, leadsTo, reachable, reached, violated } from 'premortem';
import type { Observed } from 'premortem';
import { sqsPoller } from '../models/sqs-poller/system.ts';

type Seen = Observed<typeof sqsPoller, 'dynamodb' | 'poller'>;

const dynamodbAndPoller = ['dynamodb', 'poller'] as const;
const polling = ({ poller }: Pick<Seen, 'poller'>): boolean => poller.matches('polling');
const dynamodbIsUp = ({ dynamodb }: Pick<Seen, 'dynamodb'>): boolean => dynamodb.hasTag('up');
const because = (): string => 'DynamoDB is up, and nothing has to start the pollers';

const properties = {
  'pollers-come-back-with-dynamodb': leadsTo(sqsPoller, {
    ref: 'M-E5-sqs.1',
    description: 'Once DynamoDB is up the pollers are, in the end; an operator does what is there to do.',
    observes: dynamodbAndPoller,
    when: dynamodbIsUp,
    eventually: polling,
    fairness: { weak: { 'the operator': { actor: 'operator', event: 'restartPoller' } } },
    because,
  }),
  'pollers-come-back-without-people': leadsTo(sqsPoller, {
    ref: 'M-E5-sqs.1-without',
    description: 'The same where no operator has to do anything.',
    observes: dynamodbAndPoller,
    when: dynamodbIsUp,
    eventually: polling,
    because,
  }),
  'pollers-can-come-back': alwaysPossible(sqsPoller, {
    ref: 'M-E5-sqs.1-possible',
    description: 'Whatever has happened, there is a way on which the pollers run again.',
    observes: ['poller'],
    holds: polling,
    because: () => 'no step that is possible starts the pollers, whatever DynamoDB does',
  }),
  'dynamodb-is-back-and-the-pollers-are-not': reachable(sqsPoller, {
    ref: 'M-E5-sqs.1-headline',
    description: 'DynamoDB is up again, and the pollers are down.',
    observes: dynamodbAndPoller,
    where: (state) => state.dynamodb.matches('upAgain') && !polling(state),
  }),
};

export default defineSuite({
  system: sqsPoller,
  properties,
  expect: {
    default: {
      'as-deployed': {
        'pollers-come-back-with-dynamodb': violated(2),
        'pollers-come-back-without-people': violated(2),
        'pollers-can-come-back': violated(1),
        'dynamodb-is-back-and-the-pollers-are-not': reached(2),
      },
      supervisor: {
        'pollers-come-back-with-dynamodb': holds,
        'pollers-come-back-without-people': holds,
        'pollers-can-come-back': holds,
        'dynamodb-is-back-and-the-pollers-are-not': reached(2),
      },
      'operator-restores': {
        'pollers-come-back-with-dynamodb': holds,
        'pollers-come-back-without-people': violated(2),
        'pollers-can-come-back': holds,
        'dynamodb-is-back-and-the-pollers-are-not': reached(2),
      },
    },
  },
  waive: [
    ...['restart', 'served', 'refused'].map((event) => ({
      never: `poller never gets ${event}`,
      designs: ['as-deployed'] as const,
      reason: 'Nothing starts the pollers: that is what is wrong.',
    })),
    {
      never: 'supplier never gets ask',
      designs: ['as-deployed'],
      reason: 'Pollers that nobody starts ask DynamoDB for nothing.',
    },
    {
      never: 'supplier: up --ask--> (stays) is never taken',
      designs: 'all',
      reason: 'Before the outage the pollers run, and nobody starts them.',
    },
  ],
  headlines: [
    { design: 'as-deployed', property: 'pollers-come-back-with-dynamodb' },
    { design: 'as-deployed', property: 'pollers-can-come-back' },
  ],
});
