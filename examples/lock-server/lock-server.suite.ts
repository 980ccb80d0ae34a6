import {
  deadlockFree,
  defineSuite,
  holds,
  invariant,
  monitor,
  reachable,
  reached,
  stepProperty,
  violated,
} from 'premortem';
import { handover, patience } from './monitors.ts';
import { lockServer } from './system.ts';

const properties = {
  'mutual-exclusion': invariant(lockServer, {
    description: 'At most one client is inside.',
    observes: ['client'],
    holds: ({ client }) => client.filter((c) => c.matches('inside')).length <= 1,
    because: ({ client }) => `${client.filter((c) => c.matches('inside')).length} clients are inside`,
  }),
  'first-come-first-served': stepProperty(lockServer, {
    description: 'Who asks joins the queue at its end, and the lock is passed on to its head.',
    observes: ['lock'],
    on: (step) => step.actor === 'lock',
    holds: ({ lock: before }, step, { lock: after }) => {
      const was = before.context.queue.map((waiting) => waiting.id);
      const is = after.context.queue.map((waiting) => waiting.id);
      if (step.sent.some(({ event, to }) => event.type === 'granted' && was.includes(to))) {
        return after.context.holder?.id === was[0] && is.join() === was.slice(1).join();
      }
      return is.length <= was.length || is.at(-1) === step.from;
    },
  }),
  'its-holder-passes-it-on': monitor(lockServer, {
    description: 'The lock is given to the next client only after its holder has released it.',
    machine: handover,
    sees: ({ actor, event, sent }) => {
      if (actor !== 'lock') return null;
      const released = event.type === 'release' ? [{ type: 'released' as const, by: event.client.id }] : [];
      const granted = sent
        .filter((message) => message.event.type === 'granted')
        .map(({ to }) => ({ type: 'granted' as const, to }));
      return [...released, ...granted];
    },
    observes: ['lock'],
    because: ({ lock }, _scope, { context }) =>
      `${context.holder} has the lock, and ${lock.context.holder?.id} is given it`,
  }),
  'who-waits-is-served': monitor(lockServer, {
    description: 'The first client gets the lock it asks for, unless it gives up.',
    machine: patience,
    fairness: { none: { 'giving up': { event: 'giveUp' } } },
  }),
  'served-if-nobody-need-leave': monitor(lockServer, {
    description: 'The first client gets the lock it asks for, even where whoever has it need not leave.',
    machine: patience,
    fairness: { none: { 'giving up': { event: 'giveUp' }, leaving: { event: 'leave' } } },
  }),
  'a-queue-forms': reachable(lockServer, {
    description: 'All but the holder stand in the queue.',
    observes: ['lock'],
    where: ({ lock }, { parameters }) => lock.context.queue.length === parameters.clients - 1,
  }),
  'never-stuck': deadlockFree(lockServer),
};

const asItShould = {
  'mutual-exclusion': holds,
  'first-come-first-served': holds,
  'its-holder-passes-it-on': holds,
  'who-waits-is-served': holds,
  'served-if-nobody-need-leave': violated(5),
  'a-queue-forms': reached(4),
  'never-stuck': holds,
};

export default defineSuite({
  system: lockServer,
  properties,
  expect: {
    default: {
      'release-then-grant': {
        ...asItShould,
        'mutual-exclusion': violated(10),
        'its-holder-passes-it-on': violated(6),
      },
      'hasty-clients': { ...asItShould, 'mutual-exclusion': violated(9) },
      'confirms-release': asItShould,
    },
    crowd: {
      'release-then-grant': {
        ...asItShould,
        'mutual-exclusion': violated(10),
        'its-holder-passes-it-on': violated(6),
        'served-if-nobody-need-leave': violated(7),
        'a-queue-forms': reached(6),
      },
      'hasty-clients': {
        ...asItShould,
        'mutual-exclusion': violated(9),
        'served-if-nobody-need-leave': violated(7),
        'a-queue-forms': reached(6),
      },
      'confirms-release': {
        ...asItShould,
        'served-if-nobody-need-leave': violated(7),
        'a-queue-forms': reached(6),
      },
    },
  },
});
