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
  'a-queue-forms': reached(4),
  'never-stuck': holds,
};

export default defineSuite({
  system: lockServer,
  properties,
  expect: {
    default: {
      'release-then-grant': { ...asItShould, 'mutual-exclusion': violated(10) },
      'hasty-clients': { ...asItShould, 'mutual-exclusion': violated(9) },
      'confirms-release': asItShould,
    },
    crowd: {
      'release-then-grant': { ...asItShould, 'mutual-exclusion': violated(10), 'a-queue-forms': reached(6) },
      'hasty-clients': { ...asItShould, 'mutual-exclusion': violated(9), 'a-queue-forms': reached(6) },
      'confirms-release': { ...asItShould, 'a-queue-forms': reached(6) },
    },
  },
});
