import { expect, test } from 'vitest';
import { eventName, withEventNames } from './event-name.ts';

test.each<[type: string, sender: string | null, words: string]>([
  ['xstate.after.1000.order.waiting', null, 'after 1000 ms in order.waiting'],
  ['xstate.after.patience.order', null, 'after patience in order'],
  ['xstate.done.actor.payment', 'shop/payment', 'child payment is done'],
  ['xstate.error.actor.payment', null, 'child payment has failed'],
  ['xstate.done.actor.0.job.running', null, 'child of job.running is done'],
  ['xstate.done.actor.0.job.running', 'worker', 'child of job.running is done'],
  ['xstate.error.actor.0.job.running', 'worker/fetch-2', 'child fetch-2 has failed'],
  ['xstate.done.actor.1.job.running', 'top/worker/fetch', 'child fetch is done'],
  ['xstate.done.state.job.running', null, 'state job.running is done'],
  ['xstate.init', null, 'start'],
  ['xstate.stop', null, 'stop'],
  ['after.1000', null, 'after.1000'],
])('%s from %s reads "%s"', (type, sender, words) => {
  expect(eventName(type, sender)).toBe(words);
});

test('in a text only what XState calls its events is put in words', () => {
  expect(withEventNames('timer client xstate.after.patience.client.waiting')).toBe(
    'timer client after patience in client.waiting',
  );
  expect(withEventNames('delivery a -> b, my-xstate.after.1')).toBe('delivery a -> b, my-xstate.after.1');
});
