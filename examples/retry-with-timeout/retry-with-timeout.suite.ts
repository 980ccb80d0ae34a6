import { defineSuite, holds, invariant, leadsTo, reachable, reached, unreachable, violated } from 'premortem';
import { retryWithTimeout } from './system.ts';

const properties = {
  'charged-at-most-once': invariant(retryWithTimeout, {
    description: 'No order is charged twice.',
    observes: ['server'],
    holds: ({ server: { context } }) => new Set(context.charged).size === context.charged.length,
    because: ({ server: { context } }) => `the server has charged the orders ${context.charged.join(', ')}`,
  }),
  'asks-only-so-often': invariant(retryWithTimeout, {
    description: 'The client asks about no order more often than it may.',
    observes: ['client'],
    holds: ({ client }, { parameters }) => client.context.asked <= parameters.attempts,
  }),
  'what-is-acknowledged-is-charged': invariant(retryWithTimeout, {
    description: 'An order that the client takes for charged is charged.',
    observes: ['client', 'server'],
    when: ({ client }) => client.matches('idle') && client.context.order > 0,
    holds: ({ client, server }) => server.context.charged.includes(client.context.order),
  }),
  'gives-up-on-what-is-charged': reachable(retryWithTimeout, {
    description:
      'The client gives up on an order that is charged: it does not know, and somebody has to find out.',
    observes: ['client', 'server'],
    where: ({ client, server }) =>
      client.matches('gaveUp') && server.context.charged.includes(client.context.order),
  }),
  'the-client-stops-waiting': leadsTo(retryWithTimeout, {
    description: 'A client that waits has an answer or gives up in the end.',
    observes: ['client'],
    when: ({ client }) => client.matches('waiting'),
    eventually: ({ client }) => !client.matches('waiting'),
  }),
  'the-order-is-answered': leadsTo(retryWithTimeout, {
    description: 'A client that waits has an answer in the end.',
    observes: ['client'],
    when: ({ client }) => client.matches('waiting'),
    eventually: ({ client }) => client.matches('idle'),
    because: ({ client }) => `the client gave up after asking ${client.context.asked} times`,
  }),
};

const patient = {
  'charged-at-most-once': holds,
  'asks-only-so-often': holds,
  'what-is-acknowledged-is-charged': holds,
  'gives-up-on-what-is-charged': unreachable,
  'the-client-stops-waiting': holds,
  'the-order-is-answered': holds,
};
/** Charged again after `steps` steps, on time alone. */
const tooShort = (steps: number) => ({ ...patient, 'charged-at-most-once': violated(steps) });
/** The client gives up on what is charged after `steps` steps; a run shows that no answer comes which ends after `end`. */
const givesUp = (steps: number, end: number) => ({
  'gives-up-on-what-is-charged': reached(steps),
  'the-order-is-answered': violated(end),
});
const lossy = (steps: number, end: ReturnType<typeof givesUp>) => ({ ...tooShort(steps), ...end });

export default defineSuite({
  system: retryWithTimeout,
  properties,
  expect: {
    default: {
      patient,
      'just-too-short': tooShort(4),
      // Two attempts end before the first answer comes.
      impatient: { ...tooShort(3), ...givesUp(5, 8) },
      'patient-on-a-lossy-link': lossy(7, givesUp(10, 11)),
      'idempotency-key': { ...lossy(7, givesUp(10, 11)), 'charged-at-most-once': holds },
    },
    'three-attempts': {
      patient,
      'just-too-short': tooShort(5),
      impatient: tooShort(4),
      'patient-on-a-lossy-link': lossy(8, givesUp(17, 19)),
      'idempotency-key': { ...lossy(8, givesUp(17, 19)), 'charged-at-most-once': holds },
    },
  },
});
