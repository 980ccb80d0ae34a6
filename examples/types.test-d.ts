// Misspelt names are compile errors, at the place where they stand. `npm run typecheck` fails when one is not.
import {
  actor,
  alwaysPossible,
  deadlockFree,
  defineSuite,
  defineSystem,
  eventually,
  holds,
  integer,
  invariant,
  leadsTo,
  monitor,
  oneOf,
  reachable,
  replicas,
  stepProperty,
  violated,
  within,
} from 'premortem';
import type { ActorId, ActorName, DesignName, MonitorEvent, Observed, ScopeName } from 'premortem';
import { fromPromise, setup } from 'xstate';
import { leaderFollowers } from './leader-followers/system.ts';
import { client } from './lock-server/client.ts';
import { lock } from './lock-server/lock.ts';
import { handover } from './lock-server/monitors.ts';
import { lockServer } from './lock-server/system.ts';
import { ring } from './ring/system.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <_T extends true>(): void => undefined;

same<Equal<ActorName<typeof lockServer>, 'lock' | 'client'>>();
same<Equal<ActorId<typeof lockServer>, 'lock' | `client-${number}`>>();
same<Equal<DesignName<typeof lockServer>, 'release-then-grant' | 'hasty-clients' | 'confirms-release'>>();
same<Equal<ScopeName<typeof lockServer>, 'default' | 'crowd'>>();
// A single actor is seen as its snapshot, replicas as an array.
same<Equal<Observed<typeof lockServer, 'lock'>['lock']['value'], 'free' | 'held'>>();
same<Equal<Observed<typeof lockServer, 'client'>['client'][0]['context'], { patience: number }>>();

// Properties.

const fine = invariant(lockServer, { description: '', observes: ['lock'], holds: () => true });

invariant(lockServer, {
  description: '',
  // @ts-expect-error no such actor
  observes: ['lok'],
  holds: () => true,
});
invariant(lockServer, {
  description: '',
  observes: ['lock'],
  // @ts-expect-error an actor it does not observe
  holds: ({ client: clients }) => clients.length > 0,
});
invariant(lockServer, {
  description: '',
  observes: ['lock'],
  // @ts-expect-error no such state
  holds: ({ lock: snapshot }) => snapshot.matches('hold'),
});
invariant(lockServer, {
  description: '',
  observes: ['lock'],
  // @ts-expect-error nothing of this name in its context
  holds: ({ lock: snapshot }) => snapshot.context.hodler === null,
});
invariant(lockServer, {
  description: '',
  observes: ['client'],
  // @ts-expect-error replicas are an array
  holds: ({ client: clients }) => clients.matches('idle'),
});
reachable(lockServer, {
  description: '',
  observes: ['lock'],
  // @ts-expect-error no such parameter
  where: (_state, { parameters }) => parameters.client > 2,
});
// @ts-expect-error nothing observed
deadlockFree(lockServer, { legalEnd: ({ lock: snapshot }) => snapshot.matches('free') });

reachable(lockServer, {
  description: '',
  observes: [],
  // @ts-expect-error no such design
  where: (_state, { design }) => design === 'hasty-client',
});
stepProperty(lockServer, {
  description: '',
  observes: [],
  // @ts-expect-error no such event
  on: (step) => step.event.type === 'realease',
  // @ts-expect-error no such actor
  holds: (_before, step) => step.actor !== 'clinet-1',
});

// Temporal properties.

leadsTo(lockServer, {
  description: '',
  // @ts-expect-error no such actor
  observes: ['lok'],
  when: () => true,
  eventually: () => true,
});
eventually(lockServer, {
  description: '',
  observes: ['lock'],
  // @ts-expect-error an actor it does not observe
  holds: ({ client: clients }) => clients.length > 0,
});
alwaysPossible(lockServer, {
  description: '',
  observes: [],
  // @ts-expect-error nothing of this name
  where: () => true,
});
eventually(lockServer, {
  description: '',
  observes: [],
  holds: () => true,
  // @ts-expect-error no such event
  fairness: { weak: { release: { event: 'realease' } } },
});

// Properties with memory.

same<Equal<Extract<MonitorEvent<typeof lockServer>, { type: 'lock.release' }>['actor'], string>>();
same<Equal<Extract<MonitorEvent<typeof lockServer>, { type: 'lock.realease' }>, never>>();
same<Equal<Extract<MonitorEvent<typeof leaderFollowers>, { type: 'leader.committed' }>['entry'], number>>();
monitor(lockServer, {
  description: '',
  machine: handover,
  sees: (step) =>
    step.event.type === 'release' ? { type: 'released', by: step.actor } : [{ type: 'granted', to: 'x' }],
});
monitor(lockServer, {
  description: '',
  machine: handover,
  // @ts-expect-error no such event
  sees: (step) => (step.event.type === 'realease' ? { type: 'released', by: step.actor } : null),
});
monitor(lockServer, {
  description: '',
  machine: handover,
  // @ts-expect-error the monitor takes no such event
  sees: (step) => ({ type: 'handedOver', to: step.actor }),
});
monitor(lockServer, {
  description: '',
  machine: handover,
  // @ts-expect-error no such actor
  observes: ['lok'],
});
monitor(lockServer, {
  description: '',
  machine: handover,
  // @ts-expect-error no such event
  fairness: { none: { leaving: { event: 'leaf' } } },
});
monitor(lockServer, {
  description: '',
  machine: handover,
  observes: ['lock'],
  // @ts-expect-error nothing of this name in the monitor's context
  because: (_state, _scope, snapshot) => `${snapshot.context.owner}`,
});
// @ts-expect-error a monitor is a statechart
monitor(lockServer, { description: '', machine: {} });
within(lockServer, {
  description: '',
  observes: ['lock'],
  // @ts-expect-error no such parameter
  ticks: ({ parameters }) => parameters.client,
  // @ts-expect-error no such state
  when: ({ lock: snapshot }) => snapshot.matches('hold'),
  eventually: () => true,
});
// @ts-expect-error it is not said how many
within(lockServer, { description: '', observes: [], when: () => true, eventually: () => true });

// Suites.

defineSuite({
  system: lockServer,
  properties: { fine },
  expect: {
    default: {
      'release-then-grant': { fine: holds },
      // @ts-expect-error no such design
      'hasty-client': { fine: holds },
      'confirms-release': { fine: holds },
    },
  },
});
defineSuite({
  system: lockServer,
  properties: { fine },
  expect: {
    // @ts-expect-error a design is missing
    default: {
      'release-then-grant': { fine: holds },
      'confirms-release': { fine: holds },
    },
  },
});
defineSuite({
  system: lockServer,
  properties: { fine },
  expect: {
    default: {
      'release-then-grant': { fine: holds },
      // @ts-expect-error no such property
      'hasty-clients': { fien: holds },
      // @ts-expect-error a property is missing
      'confirms-release': {},
    },
  },
});
defineSuite({
  system: lockServer,
  properties: { fine },
  expect: {
    default: {
      'release-then-grant': { fine: holds },
      'hasty-clients': { fine: holds },
      // @ts-expect-error how many steps?
      'confirms-release': { fine: violated },
    },
  },
});
defineSuite({
  system: lockServer,
  properties: { fine },
  expect: {
    default: {
      'release-then-grant': { fine: holds },
      'hasty-clients': { fine: holds },
      'confirms-release': { fine: holds },
    },
    // @ts-expect-error no such scope
    crwod: {
      'release-then-grant': { fine: holds },
      'hasty-clients': { fine: holds },
      'confirms-release': { fine: holds },
    },
  },
  waive: [
    {
      never: 'lock never moves',
      // @ts-expect-error no such design
      designs: ['hasty-client'],
      reason: '',
    },
  ],
  headlines: [
    // @ts-expect-error no such design
    { design: 'hasty-client', property: 'fine' },
    // @ts-expect-error no such property
    { design: 'hasty-clients', property: 'fien' },
  ],
});
defineSuite({
  system: ring,
  properties: {
    // @ts-expect-error a property of another system
    fine,
  },
  expect: {
    default: {
      'chang-roberts': { fine: holds },
      'passes-everything': { fine: holds },
      'sleeps-on': { fine: holds },
      'two-share-a-number': { fine: holds },
    },
  },
});

// Systems.

const base = {
  name: 'types',
  description: '',
  parameters: {
    clients: integer({ min: 1, max: 3, description: '' }),
    order: oneOf(['rising', 'falling'], ''),
  },
  scopes: { default: { clients: 2, order: 'rising' } },
  designs: {
    plain: { description: '' },
    careful: { description: '', options: { careful: true } },
  },
} as const;
const actors = { lock: actor(lock), client: replicas(2, client, { input: { patience: 1 } }) };

defineSystem({
  ...base,
  // @ts-expect-error no scope `default`
  scopes: { large: { clients: 3, order: 'rising' } },
  build: () => ({ actors }),
});
defineSystem({
  ...base,
  scopes: {
    // @ts-expect-error a parameter is missing
    default: { clients: 2 },
    // @ts-expect-error no such parameter
    large: { clients: 3, order: 'rising', client: 3 },
    // @ts-expect-error not one of its values
    odd: { clients: 3, order: 'up' },
  },
  build: () => ({ actors }),
});
defineSystem({
  ...base,
  designs: {
    // @ts-expect-error no such parameter
    single: { description: '', fixes: { client: 1 } },
  },
  build: () => ({ actors }),
});
defineSystem({
  ...base,
  build: ({ parameters, design, options }) => ({
    actors: {
      // @ts-expect-error no such parameter
      client: replicas(parameters.client, client, { input: { patience: 1 } }),
      // @ts-expect-error no such design
      lock: design === 'carefull' ? actor(lock) : undefined,
      // @ts-expect-error no such option
      second: options.carefull ? actor(lock) : undefined,
    },
  }),
});
defineSystem({
  ...base,
  build: () => ({
    actors,
    delivery: {
      // @ts-expect-error no such delivery
      lock: 'fido',
      // @ts-expect-error no such policy
      'lock -> client': { order: 'fifo', capacity: 2, whenFull: 'dorp' },
    },
  }),
});

defineSystem({
  ...base,
  build: () => ({
    actors,
    delivery: {
      client: 'fifo',
      // @ts-expect-error no such actor
      lok: 'sync',
      // @ts-expect-error no such actor
      'client -> lok': 'sync',
      // @ts-expect-error no such option
      lock: { order: 'fifo', capcity: 1 },
    },
    // @ts-expect-error nothing of this name
    efects: {},
  }),
});
defineSystem({
  ...base,
  // @ts-expect-error nothing of this name
  designs: { plain: { description: '', fix: { clients: 1 } } },
  build: () => ({ actors }),
});

// Actors.

// @ts-expect-error its input is missing
actor(client);
// @ts-expect-error no such input
actor(client, { input: { patients: 1 } });
// @ts-expect-error no such event
replicas(2, client, { input: { patience: 1 }, stimuli: ['want', 'giveup'] });
// @ts-expect-error an event with a payload needs it
actor(lock, { stimuli: ['acquire'] });
// @ts-expect-error no such option
actor(lock, { stimulus: [] });

// Faults and children.
const memo = setup({
  types: { context: {} as { kept: number }, events: {} as { type: 'go' } },
  actors: { job: fromPromise(() => Promise.resolve(1)) },
}).createMachine({ context: { kept: 0 }, invoke: { src: 'job' } });
const once = { children: { job: { outcomes: [{ output: 1 }] } } } as const;
actor(memo, { ...once, survives: ['kept'] });
// @ts-expect-error nothing of this name in the context
actor(memo, { ...once, survives: ['keep'] });
actor(memo, {
  children: {
    // @ts-expect-error no such option of a child
    job: { outcome: [{ output: 1 }] },
  },
});
defineSystem({
  name: 'memos',
  description: '',
  parameters: {},
  scopes: { default: {} },
  designs: { only: { description: '' } },
  build: () => ({
    actors: { memo: actor(memo, once) },
    // @ts-expect-error no such actor
    faults: { crash: { actors: ['memos'], budget: 1 } },
  }),
});

// What children do: their paths are known as far as their parents are.
const settler = setup({ types: { events: {} as { type: 'go' } } }).createMachine({ on: { go: {} } });
const orchestrator = setup({ types: { events: {} as { type: 'open' } }, actors: { settler } }).createMachine({
  invoke: { src: 'settler' },
  on: { open: {} },
});
const settling = defineSystem({
  name: 'settling',
  description: '',
  parameters: {},
  scopes: { default: {} },
  designs: { only: { description: '' } },
  build: () => ({
    actors: { orchestrator: actor(orchestrator, { children: { settler: { stimuli: ['go'] } } }) },
  }),
});
setup({
  types: { events: {} as MonitorEvent<typeof settling> },
  guards: { own: ({ event }) => event.from === event.actor },
}).createMachine({
  on: {
    'orchestrator/settler.go': { guard: ({ event }) => event.actor === 'orchestrator/settler' },
    'orchestrator.open': {},
    // @ts-expect-error no such event
    'orchestrator.opne': { guard: ({ event }) => event.actor === '' },
    // @ts-expect-error no such actor
    'orchestartor/settler.go': { guard: ({ event }) => event.actor === '' },
  },
});
const settles = { description: '', observes: ['orchestrator/settler'], holds: () => true } as const;
eventually(settling, {
  ...settles,
  fairness: {
    weak: { goes: { actor: 'orchestrator/settler', event: 'go' }, opens: { event: 'open' } },
    strong: { settler: (step) => step.actor === 'orchestrator/settler' },
  },
});
alwaysPossible(settling, { ...settles, using: { actor: 'orchestrator/settler', event: 'go' } });
eventually(settling, {
  ...settles,
  // @ts-expect-error no such event of an actor
  fairness: { weak: { opens: { actor: 'orchestrator', event: 'opne' } } },
});
eventually(settling, {
  ...settles,
  // @ts-expect-error no such actor
  fairness: { weak: { goes: { actor: 'orchestartor/settler', event: 'go' } } },
});
stepProperty(settling, {
  description: '',
  observes: [],
  on: (step) => step.actor === 'orchestrator/settler',
  // @ts-expect-error no such actor
  holds: (_before, step) => step.actor !== 'orchestartor/settler',
});
monitor(settling, {
  description: '',
  machine: handover,
  fairness: { strong: { goes: { actor: 'orchestrator/settler', event: 'go' } } },
});
