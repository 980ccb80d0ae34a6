import { describe, expect, it, test } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { assign, sendTo, setup } from 'xstate';
import { actor, replicas } from '../system/actor.ts';
import type { AnySystem } from '../system/define-system.ts';
import { defineSystem } from '../system/define-system.ts';
import { instantiate } from '../system/instance.ts';
import type { Property } from '../property/property.ts';
import { deadlockFree, invariant, reachable, stepProperty } from '../property/property.ts';
import { eventually } from '../property/temporal-properties.ts';
import type { Suite } from '../property/suite.ts';
import { checkSuite } from './check-suite.ts';
import type { DesignReport } from './result.ts';

type Ask = { type: 'ask'; from: AnyActorRef };
type Say = { type: 'say'; id: string };

/** Wants a turn, and has had it. */
const guest = setup({
  types: { context: {} as { rank: number }, input: {} as { rank: number } | undefined },
  actions: {
    ask: sendTo(
      ({ system }) => system.get('host'),
      ({ self }) => ({ type: 'ask', from: self }),
    ),
    say: sendTo(
      ({ system }) => system.get('host'),
      ({ self }) => ({ type: 'say', id: self.id }),
    ),
  },
}).createMachine({
  id: 'guest',
  context: ({ input }) => ({ rank: input?.rank ?? 0 }),
  initial: 'away',
  states: {
    away: {
      on: { come: { target: 'waiting', actions: 'ask' }, call: { target: 'waiting', actions: 'say' } },
    },
    waiting: { on: { served: 'done' } },
    done: {},
  },
});

/** Serves guests in the order of their coming. */
const host = setup({
  types: {
    context: {} as { queue: readonly AnyActorRef[]; last: string },
    events: {} as Ask | Say | { type: 'serve' },
    input: {} as { known: readonly AnyActorRef[] },
  },
  guards: { somebodyWaits: ({ context }) => context.queue.length > 0 },
  actions: {
    note: assign({ queue: ({ context, event }) => [...context.queue, (event as Ask).from] }),
    serve: sendTo(({ context }) => context.queue[0]!, { type: 'served' }),
    next: assign({ queue: ({ context }) => context.queue.slice(1) }),
    hear: assign({ last: ({ event }) => (event as Say).id }),
  },
}).createMachine({
  id: 'host',
  context: ({ input }) => ({ queue: input.known, last: '' }),
  on: {
    ask: { actions: 'note' },
    say: { actions: 'hear' },
    serve: { guard: 'somebodyWaits', actions: ['serve', 'next'] },
  },
});

interface Choice {
  readonly guests?: number;
  readonly stimuli?: readonly string[];
  readonly stimuliOf?: (place: number) => () => readonly string[];
  readonly interchangeable?: readonly (string | readonly string[])[];
  readonly input?: (place: number) => unknown;
  readonly known?: boolean;
  readonly delivery?: unknown;
  readonly others?: object;
}

function party(choice: Choice = {}) {
  const { guests = 3, stimuli = ['come'], interchangeable = ['guest'], input, known, delivery } = choice;
  return defineSystem({
    name: 'party',
    description: 'guests and a host',
    parameters: {},
    scopes: { default: {} },
    designs: { only: { description: 'as it is' } },
    build: ({ ref }) => ({
      actors: {
        host: actor(host, {
          stimuli: ['serve'],
          input: { known: known === true ? [ref('guest-1'), ref('guest-2')] : [] },
        }),
        guest: replicas(guests, guest, (place) => ({
          stimuli: (choice.stimuliOf?.(place) ?? stimuli) as never,
          input: input?.(place) as never,
        })),
        ...choice.others,
      },
      delivery: (delivery ?? 'fifo') as never,
      interchangeable,
    }),
  });
}

function suiteOf(system: AnySystem, properties: Record<string, Property>): Suite {
  const { name } = system;
  return { kind: 'premortem.suite', name, system, properties, expect: {}, waive: [], headlines: [] };
}

async function check(
  system: AnySystem,
  properties: Record<string, Property>,
  options: object = { symmetry: true },
): Promise<DesignReport> {
  return (await checkSuite(suiteOf(system, properties), options)).designs[0]!;
}

const allDone = (system: AnySystem, description = 'not all guests are served'): Property =>
  invariant(system as ReturnType<typeof party>, {
    description,
    observes: ['guest'],
    holds: ({ guest: guests }) => !guests.every((one) => one.matches('done')),
  });

describe('what is searched', () => {
  it('counts the orbits, and finds the same verdicts as in full', async () => {
    const system = party();
    const properties = { some: allDone(system), end: deadlockFree(system) };
    const reduced = await check(system, properties);
    const full = await check(system, properties, {});
    expect(full.search).toMatchObject({ mode: 'full', complete: true });
    expect(reduced.search).toMatchObject({ mode: 'symmetry', complete: true, depth: full.search!.depth });
    expect(reduced.search!.states).toBeLessThan(full.search!.states / 4);
    const told = (report: DesignReport) => report.checks.map(({ verdict, steps }) => [verdict, steps]);
    expect(told(reduced)).toEqual(told(full));
    expect(told(full)[0]).toEqual(['violated', 12]);
  });

  it('tells a run in which nobody changes its name', async () => {
    const system = party();
    const report = await check(system, { some: allDone(system) });
    const { steps } = report.checks[0]!.counterexample!;
    const of = (type: string) =>
      steps.flatMap(({ actor: id, event }) => ((event as { type: string }).type === type ? [id] : []));
    expect(of('come').toSorted()).toEqual(['guest-1', 'guest-2', 'guest-3']);
    expect(of('served')).toEqual(of('ask').map((_, i) => of('come')[i]));
  });

  it('closes coverage over the class', async () => {
    const system = party();
    const suite = suiteOf(system, { some: allDone(system) });
    const covered = async (symmetry: boolean) =>
      (await checkSuite(suite, { symmetry })).designs[0]!.coverage!.never;
    expect(await covered(true)).toEqual(await covered(false));
  });

  it('searches in full what needs the graph of all states, and says so', async () => {
    const system = party({ guests: 2 });
    const later = eventually(system, {
      description: 'a guest is served',
      observes: ['guest'],
      holds: ({ guest: guests }) => guests.some((one) => one.matches('done')),
    });
    const report = await check(system, { some: allDone(system), later });
    expect(report.checks.map(({ search }) => search?.mode)).toEqual(['symmetry', 'full']);
    expect(report.notes).toEqual(['searched in full, as they need the graph of all states: later']);
  });

  it('searches in full where the start tells the actors apart, and says what does', async () => {
    const system = party({ known: true });
    const report = await check(system, { some: allDone(system) });
    expect(report.search?.mode).toBe('full');
    expect(report.notes).toEqual([
      'searched in full: the start tells guest-1 and guest-2 apart: context.queue[0] of host would be @"guest-2" with the two exchanged, and is @"guest-1". A list has an order: a Set has none',
    ]);
  });

  it('searches in full where nothing is declared, and says so', async () => {
    const system = party({ interchangeable: [] });
    const report = await check(system, { some: allDone(system) });
    expect(report.search?.mode).toBe('full');
    expect(report.notes).toEqual(['searched in full: no actors are declared interchangeable']);
  });
});

describe('what is refused', () => {
  const everyReason = (report: DesignReport) =>
    new Set(report.checks.map(({ verdict, reason }) => `${verdict}: ${reason}`));

  it('refuses a statechart that tells the actors apart, naming state, event and both', async () => {
    const system = party({ stimuli: ['call'] });
    const report = await check(system, { some: allDone(system), any: deadlockFree(system) });
    const [reason, ...others] = everyReason(report);
    expect(others).toEqual([]);
    expect(reason).toMatch(/^error: actor guest-\d, machine "guest", state away, event call: /);
    expect(reason).toMatch(
      /guest-\d and guest-\d are declared interchangeable, and this event tells them apart/,
    );
    expect(report.coverage).toBeNull();
  });

  it('refuses stimuli that tell the actors apart', async () => {
    const system = party({ guests: 2, stimuliOf: (place) => () => (place === 1 ? ['come'] : []) });
    const report = await check(system, { some: allDone(system) });
    expect([...everyReason(report)]).toEqual([
      'error: actor guest-1, machine "guest", state away: guest-1 and guest-2 are declared interchangeable, and its stimuli tell them apart: the other lacks the stimulus {"type":"come"}. Keep references to actors instead of their ids, and no order among them; or check without --symmetry.',
    ]);
  });

  it('refuses a property that tells the actors apart, and decides the others', async () => {
    const system = party();
    const first = invariant(system, {
      description: 'the first guest waits for nothing',
      observes: ['guest'],
      holds: ({ guest: guests }) => !guests[0]!.matches('waiting'),
    });
    const report = await check(system, { first, some: allDone(system) });
    expect(report.checks.map(({ verdict }) => verdict)).toEqual(['error', 'violated']);
    expect(report.checks[0]!.reason).toMatch(
      /^property "first": guest-\d and guest-\d are declared interchangeable/,
    );
  });

  it('refuses a clause that tells the actors apart', async () => {
    const system = party();
    const sometimes = invariant(system, {
      description: 'once the first guest is served',
      observes: ['guest'],
      when: ({ guest: guests }) => guests[0]!.matches('done'),
      holds: () => true,
    });
    const served = stepProperty(system, {
      description: 'of the first guest',
      observes: [],
      on: (step) => step.actor === 'guest-1',
      holds: () => true,
    });
    const report = await check(system, { sometimes, served });
    expect(report.checks.map(({ verdict }) => verdict)).toEqual(['error', 'error']);
  });

  it('refuses a step that tells the actors apart', async () => {
    const system = party();
    const served = stepProperty(system, {
      description: 'nobody but the first guest comes',
      observes: ['guest'],
      on: (step) => step.event.type === 'come',
      holds: (_before, step) => step.actor === 'guest-1',
    });
    const report = await check(system, { served });
    expect(report.checks[0]!.reason).toMatch(/declared interchangeable, and it tells them apart/);
  });

  it('refuses a property that observes some of the actors', async () => {
    const system = party({
      interchangeable: [['guest-1', 'guest-2', 'late']],
      guests: 2,
      others: { late: actor(guest, { stimuli: ['come'] } as never) },
    });
    const some = allDone(system);
    const report = await check(system, { some, end: deadlockFree(system) });
    expect(report.checks.map(({ verdict }) => verdict)).toEqual(['error', 'violated']);
    expect(report.checks[0]!.reason).toBe(
      'property "some": it observes guest-2 and not late, which are declared interchangeable. Let it observe all of them, or check it without --symmetry.',
    );
  });

  it('refuses more permutations than it takes', async () => {
    const system = party({ guests: 7 });
    const report = await check(system, { some: allDone(system) });
    expect(report.checks[0]!.reason).toMatch(/have 5040 permutations, and --symmetry takes 720 at most/);
  });
});

describe('what is declared', () => {
  const build = (choice: Choice) => () => instantiate(party(choice), { design: 'only' });
  const late = (options: object, logic: object = guest) => ({
    late: actor(logic as typeof guest, options as never),
  });
  test.for<[string, Choice, RegExp]>([
    [
      'an unknown id',
      { interchangeable: [['guest-1', 'gest-2']] },
      /there is no actor "gest-2"\. Did you mean "guest-2"\?/,
    ],
    [
      'an unknown group',
      { interchangeable: ['gest'] },
      /no group of replicas "gest"\. Did you mean "guest"\?/,
    ],
    ['a single actor', { interchangeable: ['host'] }, /"host" is a single actor/],
    ['an actor twice', { interchangeable: ['guest', ['guest-1', 'host']] }, /guest-1 is named twice/],
    ['other machines', { interchangeable: [['guest-1', 'host']] }, /guest-1 and host run other statecharts/],
    ['other inputs', { input: (place) => ({ rank: place }) }, /guest-1 and guest-2 have other inputs/],
    [
      'other stimuli',
      { interchangeable: [['guest-1', 'late']], others: late({ stimuli: ['call'] }) },
      /guest-1 and late have other stimuli/,
    ],
    [
      'other deliveries',
      {
        interchangeable: [['guest-1', 'late']],
        others: late({ stimuli: ['come'] }),
        delivery: { default: 'fifo', 'late -> host': 'sync' },
      },
      /guest-1 and late have other deliveries: host -> .*|guest-1 and late have other deliveries: guest-1 -> host is not as late -> host/,
    ],
    [
      'other places in the environment',
      { interchangeable: [['guest-1', 'late']], others: late({ stimuli: ['come'], environment: true }) },
      /not both of the environment/,
    ],
  ])('is refused: %s', ([, choice, message]) => {
    expect(build(choice)).toThrow(message);
  });

  it('takes a group of one, and a name that the design leaves out', () => {
    expect(build({ guests: 1 })().interchangeable).toEqual([]);
  });

  it('says nothing without symmetry', async () => {
    const system = party({ stimuli: ['call'] });
    const report = await check(
      system,
      { any: reachable(system, { description: 'x', observes: ['host'], where: () => true }) },
      {},
    );
    expect(report.checks[0]!.verdict).toBe('holds');
    expect(report.notes).toEqual([]);
  });
});
