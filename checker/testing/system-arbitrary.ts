import fc from 'fast-check';
import type { Delivery } from '../system/delivery.ts';
import {
  MESSAGES,
  STIMULI,
  among,
  defined,
  machineArbitrary,
  pathsOf,
  payload,
  sometimes,
} from './machine-arbitrary.ts';
import type { MachineSpec, PayloadSpec } from './machine-spec.ts';
import type { PropertySpec, StateSpecPredicate, StepSpecPredicate } from './property-spec.ts';
import type { ActorSpec, EffectSpec, SendSpec, StimuliSpec, SystemSpec } from './system-spec.ts';
import { actorIds } from './system-spec.ts';

/** A generated system with properties to check. */
export interface CheckSpec {
  readonly system: SystemSpec;
  readonly properties: readonly PropertySpec[];
}

/** Custom actions of generated systems; the last is met now and then and not in `effects`. */
const CUSTOMS = ['notify', 'gamble', 'audit'] as const;
const NAMES = ['a', 'b', 'c'] as const;

const order = among(['fifo', 'unordered'] as const);

/** One delivery; small capacities, so that channels do fill up. */
const delivery = (inconclusive: boolean): fc.Arbitrary<Delivery> =>
  fc.oneof(
    { weight: inconclusive ? 2 : 5, arbitrary: fc.constant<Delivery>('sync') },
    {
      weight: 8,
      arbitrary: fc.record({
        order,
        capacity: fc.integer({ min: 1, max: 2 }),
        whenFull: inconclusive ? fc.constant('inconclusive' as const) : among(['drop', 'block'] as const),
      }),
    },
  );

function deliveries(names: readonly string[], inconclusive: boolean): fc.Arbitrary<Record<string, Delivery>> {
  const pairs = names.flatMap((from) => names.map((to) => `${from} -> ${to}`));
  return fc
    .tuple(
      delivery(inconclusive),
      fc.dictionary(among(names), delivery(inconclusive), { maxKeys: 2, size: 'max' }),
      fc.dictionary(among(pairs), delivery(inconclusive), { maxKeys: 2, size: 'max' }),
    )
    .map(([fallback, receivers, some]) => ({ default: fallback, ...receivers, ...some }));
}

/** Stimuli of a statechart: mostly the events it does something on, now and then any. */
export function stimuliOf(machine: MachineSpec, { any, kind, offers }: StimuliChoice): StimuliSpec {
  const used = STIMULI.filter((event) => machine.transitions.some((t) => t.event === event));
  const events = kind === 'any' || used.length === 0 ? any : used;
  if (kind !== 'function') return { list: events };
  return { offers: offers.map(({ at, ...offer }) => ({ event: events[at % events.length]!, ...offer })) };
}

interface StimuliChoice {
  readonly kind: 'any' | 'used' | 'function';
  readonly any: readonly string[];
  readonly offers: readonly { readonly at: number; readonly n: PayloadSpec; readonly below: number }[];
}

export const stimuliChoice: fc.Arbitrary<StimuliChoice> = fc.record({
  kind: among(['any', 'used', 'used', 'used', 'function', 'function'] as const),
  any: fc.array(among(STIMULI), { minLength: 1, maxLength: 3, size: 'max' }),
  offers: fc.array(fc.record({ at: fc.nat(2), n: payload, below: fc.integer({ min: 1, max: 4 }) }), {
    minLength: 2,
    maxLength: 4,
    size: 'max',
  }),
});

function effects(ids: readonly string[]): fc.Arbitrary<Record<string, EffectSpec>> {
  const send: fc.Arbitrary<SendSpec> = fc.record({
    to: among(ids),
    event: among(MESSAGES),
    n: fc.oneof(fc.constant('parameter' as const), payload),
  });
  const sends = fc.array(send, { maxLength: 2, size: 'max' });
  return fc.record({
    notify: fc.oneof(fc.constant<EffectSpec>('ignore'), fc.record({ sends })),
    gamble: fc.record({ choice: fc.array(sends, { minLength: 1, maxLength: 3, size: 'max' }) }),
  });
}

/** A predicate on the states of some actors, nested up to a depth. */
export function statePredicate(
  actors: readonly ActorSpec[],
  depth: number,
): fc.Arbitrary<StateSpecPredicate> {
  const simple = among(actors).chain(({ machine, copies }): fc.Arbitrary<StateSpecPredicate> => {
    const who = { actor: fc.constant(machine.id), copy: fc.nat(copies - 1) };
    return fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          ...who,
          counter: fc.nat(machine.counters.length - 1),
          atLeast: fc.integer({ min: 1, max: 2 }),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({ ...who, in: among(machine.states.flatMap((state) => pathsOf(state).inside)) }),
      },
      { weight: 1, arbitrary: fc.record({ ...who, status: among(['active', 'done'] as const) }) },
    );
  });
  if (depth === 0) return simple;
  const inner = statePredicate(actors, depth - 1);
  const several = fc.array(inner, { minLength: 2, maxLength: 3, size: 'max' });
  return fc.oneof(
    { weight: 3, arbitrary: simple },
    { weight: 3, arbitrary: inner.map((not) => ({ not })) },
    { weight: 3, arbitrary: several.map((all) => ({ all })) },
    { weight: 2, arbitrary: several.map((any) => ({ any })) },
  );
}

/** What takes some steps to come true, if ever: two or three actors that have all got somewhere. */
export function farPredicate(actors: readonly ActorSpec[]): fc.Arbitrary<StateSpecPredicate> {
  const progress = among(actors).chain(({ machine, copies }): fc.Arbitrary<StateSpecPredicate> => {
    const who = { actor: fc.constant(machine.id), copy: fc.nat(copies - 1) };
    const later = machine.states.slice(1).flatMap((state) => pathsOf(state).inside);
    const most = Math.max(1, machine.counters[0]! - 1);
    return fc.oneof(
      fc.record({ ...who, counter: fc.constant(0), atLeast: fc.integer({ min: 1, max: most }) }),
      fc.record({ ...who, in: among(later) }),
    );
  });
  return fc.array(progress, { minLength: 2, maxLength: 3, size: 'max' }).map((all) => ({ all }));
}

function stepPredicate(ids: readonly string[], kinds: readonly string[]): fc.Arbitrary<StepSpecPredicate> {
  return fc.oneof<fc.Arbitrary<StepSpecPredicate>[]>(
    fc.record({ event: among([...STIMULI, ...MESSAGES]) }),
    fc.record({ by: among(ids) }),
    fc.record({ kind: among(kinds) }),
    fc.record({ handled: fc.boolean() }),
    fc.record({ callsAtLeast: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ sentAtLeast: fc.integer({ min: 1, max: 2 }) }),
    fc.record({ droppedAtLeast: fc.constant(1) }),
    fc.record({ calls: among(ids), handled: fc.boolean() }),
    fc.record({ emits: fc.constant(1) }),
    fc.record({ payloadAtLeast: fc.integer({ min: 1, max: 2 }) }),
  );
}

/** A property of any kind; a step property may ask for a kind of step. */
export function property(
  actors: readonly ActorSpec[],
  ids: readonly string[],
  kinds: readonly string[] = ['stimulus', 'delivery'],
): fc.Arbitrary<PropertySpec> {
  const state = statePredicate(actors, 1);
  const all = (minLength: number): fc.Arbitrary<StateSpecPredicate> =>
    fc.array(state, { minLength, maxLength: 4, size: 'max' }).map((list) => ({ all: list }));
  /** Hardly ever false, so that not everything is violated. */
  const far = farPredicate(actors);
  const likely = fc.oneof(far, all(3)).map((not): StateSpecPredicate => ({ not }));
  const throwing = all(2).map((throwsWhen): StateSpecPredicate => ({ throwsWhen }));
  const holds = fc.oneof(
    { weight: 2, arbitrary: state },
    { weight: 6, arbitrary: likely },
    { weight: 1, arbitrary: throwing },
  );
  const step = stepPredicate(ids, kinds);
  return fc
    .oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('invariant' as const),
          when: sometimes(70, fc.oneof(state, all(3))),
          holds,
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('reachable' as const),
          where: fc.oneof(state, far, far, all(3)),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('deadlock-free' as const), legalEnd: sometimes(60, holds) }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('step-property' as const),
          on: sometimes(
            80,
            fc.oneof(
              { weight: 3, arbitrary: step },
              { weight: 1, arbitrary: fc.constant<StepSpecPredicate>({ never: true }) },
            ),
          ),
          step: sometimes(60, step),
          before: sometimes(60, holds),
          after: sometimes(60, holds),
        }),
      },
    )
    .map(defined);
}

/**
 * Systems of two or three statecharts under every mix of deliveries, with four to six properties.
 *
 * @param small for what takes long over each state
 */
export function checkArbitrary(small = false): fc.Arbitrary<CheckSpec> {
  return fc
    .record({
      count: fc.integer({ min: 2, max: 3 }),
      doubled: sometimes(15, fc.nat(2)),
      hops: among([2, 2, 3]),
      // Most systems fail in no way, some by their own code, some by a full channel.
      trouble: fc.oneof(
        { weight: 8, arbitrary: fc.constant('none' as const) },
        { weight: 5, arbitrary: fc.constant('throws' as const) },
        { weight: 7, arbitrary: fc.constant('full' as const) },
      ),
    })
    .chain(({ count, doubled, hops, trouble }) => {
      const names = NAMES.slice(0, count);
      const copies = names.map((_, i) => (i === doubled && count === 2 ? 2 : 1));
      const ids = actorIds(names.map((name, i) => ({ name, copies: copies[i]! })));
      const throws = trouble === 'throws';
      const machine = (id: string): fc.Arbitrary<MachineSpec> =>
        machineArbitrary({
          id,
          receivers: ids,
          customs: throws ? CUSTOMS : CUSTOMS.slice(0, 2),
          hops,
          // Three statecharts multiply soon enough.
          transitions: small ? { min: 1, max: 4 } : count === 2 ? { min: 4, max: 9 } : { min: 2, max: 6 },
          states: count === 2 && !small ? 3 : 2,
          counters: count === 2 && !small ? [4, 2] : [2, 1],
          throws,
        });
      const actors = fc.tuple(
        ...names.map((name, i) =>
          fc
            .record({ machine: machine(name), choice: stimuliChoice })
            .map(({ machine: chart, choice }): ActorSpec => {
              return { machine: chart, copies: copies[i]!, stimuli: stimuliOf(chart, choice) };
            }),
        ),
      );
      const system = fc.record({
        actors,
        delivery: deliveries(names, trouble === 'full'),
        effects: effects(ids),
      });
      return system.chain((built) =>
        fc.record({
          system: fc.constant(built),
          properties: fc.array(property(built.actors, ids), { minLength: 4, maxLength: 6, size: 'max' }),
        }),
      );
    });
}
