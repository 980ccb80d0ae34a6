import fc from 'fast-check';
import type { AnyEventObject } from 'xstate';
import { assign, createMachine } from 'xstate';
import type { Fairness } from '../property/fairness.ts';
import { monitor } from '../property/monitor.ts';
import type { Property } from '../property/property.ts';
import { within } from '../property/within.ts';
import type { Step } from '../step/step-table.ts';
import type { AnySystem } from '../system/define-system.ts';
import { FAULT_KINDS } from '../system/faults.ts';
import { MESSAGES, STIMULI, among, defined, sometimes } from './machine-arbitrary.ts';
import type { StateSpecPredicate } from './property-spec.ts';
import { holdsIn, namesIn } from './property-spec.ts';
import type { ActorSpec, SystemSpec } from './system-spec.ts';

/** A property with memory as plain data. */
export type MemorySpec = MonitorSpec | WithinSpec;

export interface WithinSpec {
  readonly kind: 'within';
  readonly ticks: number;
  readonly when: StateSpecPredicate;
  readonly goal: StateSpecPredicate;
}

/** A flat statechart with a counter, whose first state is initial. */
export interface MonitorSpec {
  readonly kind: 'monitor';
  readonly states: readonly { readonly tag?: 'violation' | 'pending'; readonly final?: true }[];
  readonly transitions: readonly MonitorTransition[];
  readonly sees: Seeing | null;
  readonly fairness: Fairness | null;
}

interface MonitorTransition {
  /** The number of a state; of none: the root's. */
  readonly source: number;
  readonly event: string;
  readonly target?: number;
  readonly guard?: 'counted' | 'not counted' | 'payload' | 'throws';
  readonly counts?: true;
}

/** What a monitor is told of a step: its kind, the types of all events taken in it, or the type of a delivery. */
type Seeing = 'kinds' | 'calls' | 'deliveries';

/** The property of a spec, as a user would have written it. */
export function buildMemory(system: AnySystem, spec: MemorySpec): Property {
  if (spec.kind === 'within') {
    const { ticks, when, goal } = spec;
    return within(system, {
      description: 'within',
      observes: [...new Set([when, goal].flatMap(namesIn))] as never[],
      ticks,
      when: (state: object) => holdsIn(when, state as never),
      eventually: (state: object) => holdsIn(goal, state as never),
    });
  }
  const { sees, fairness } = spec;
  return monitor(system, {
    description: 'monitor',
    machine: buildMonitor(spec),
    ...(sees === null ? {} : { sees: (step: unknown) => seen(sees, step as Step) as never }),
    ...(fairness === null ? {} : { fairness: fairness as never }),
  });
}

function seen(sees: Seeing, { kind, event, calls }: Step): AnyEventObject | AnyEventObject[] | null {
  const plain = ({ type, n }: AnyEventObject) => ({ type, n: (n as number | undefined) ?? 0 });
  if (sees === 'kinds') return { type: kind };
  if (sees === 'calls') return [plain(event), ...calls.map((call) => plain(call.event))];
  return kind === 'delivery' ? plain(event) : null;
}

function buildMonitor({ states, transitions }: MonitorSpec) {
  const on = (source: number): object => {
    const mine = transitions.filter((transition) => transition.source % (states.length + 1) === source);
    const events = [...new Set(mine.map(({ event }) => event))];
    return Object.fromEntries(
      events.map((name) => [name, mine.filter(({ event }) => event === name).map(built)]),
    );
  };
  const built = ({ target, guard, counts }: MonitorTransition): object => ({
    ...(target === undefined ? {} : { target: `#watch.s${target % states.length}` }),
    ...(guard === undefined ? {} : { guard: GUARDS[guard] }),
    ...(counts === true
      ? { actions: assign({ c: ({ context }: { context: { c: number } }) => (context.c + 1) % 2 }) }
      : {}),
  });
  return createMachine({
    id: 'watch',
    context: { c: 0 },
    initial: 's0',
    on: on(states.length),
    states: Object.fromEntries(
      states.map(({ tag, final }, i) => [
        `s${i}`,
        defined({ tags: tag, type: final === true ? 'final' : undefined, on: on(i) }),
      ]),
    ),
  } as never);
}

type Given = { context: { c: number }; event: AnyEventObject };
const GUARDS = {
  counted: ({ context }: Given) => context.c > 0,
  'not counted': ({ context }: Given) => context.c === 0,
  payload: ({ event }: Given) => ((event['n'] as number | undefined) ?? 0) > 0,
  throws: () => {
    throw new Error('guard of a monitor');
  },
};

/** Two monitors, and something within a time where the system has one. */
export function memoryArbitrary(
  { actors, time }: SystemSpec,
  kinds: readonly string[],
  predicate: fc.Arbitrary<StateSpecPredicate>,
  fairness: fc.Arbitrary<Fairness | null>,
): fc.Arbitrary<MemorySpec[]> {
  const late: fc.Arbitrary<MemorySpec> = fc.record({
    kind: fc.constant('within' as const),
    ticks: fc.nat(2),
    when: predicate,
    goal: predicate,
  });
  const names = actors.flatMap((actor) => namesOf(actor));
  const events = actors.flatMap(({ machine }) => machine.transitions.map(({ event }) => event));
  const used = [...STIMULI, ...MESSAGES].filter((type) => events.includes(type));
  const watching = monitorArbitrary(names, used, kinds, fairness);
  return fc.tuple(watching, watching, ...(time === undefined ? [] : [late]));
}

function namesOf({ machine }: ActorSpec): string[] {
  return [machine.id, ...Object.keys(machine.kin ?? {}).map((kid) => `${machine.id}/${kid}`)];
}

function monitorArbitrary(
  names: readonly string[],
  used: readonly string[],
  kinds: readonly string[],
  fairness: fc.Arbitrary<Fairness | null>,
): fc.Arbitrary<MonitorSpec> {
  // What nobody does anything on comes up too, if seldom.
  const types = [...used, ...used, ...used, ...STIMULI, ...MESSAGES];
  const struck = FAULT_KINDS.filter((kind) => kinds.includes(kind));
  const everything = [
    '*',
    '*',
    ...(kinds.includes('tick') ? ['tick', 'tick'] : []),
    ...names.flatMap((name) =>
      [...types, '*', '*', 'noted', 'late', ...struck].map((type) => `${name}.${type}`),
    ),
  ];
  const vocabulary = { everything, kinds, calls: types, deliveries: MESSAGES };
  return fc
    .record({
      tags: fc.tuple(
        among([undefined, undefined, 'pending'] as const),
        among([undefined, 'pending', 'pending'] as const),
        among(['violation', 'violation', 'pending', undefined] as const),
      ),
      final: sometimes(10, fc.constant(true as const)),
      sees: sometimes(40, among(['kinds', 'calls', 'deliveries'] as const)),
    })
    .chain(({ tags, final, sees }) => {
      // Without any tag nothing could violate it.
      const tagged = tags.some((tag) => tag !== undefined)
        ? tags
        : [undefined, undefined, 'pending' as const];
      const transition = fc
        .record({
          source: among([0, 0, 0, 1, 1, 2, 3]),
          event: among(vocabulary[sees ?? 'everything']),
          target: sometimes(80, among([0, 1, 1, 2, 2])),
          guard: sometimes(
            40,
            among(['counted', 'counted', 'not counted', 'not counted', 'payload', 'throws'] as const),
          ),
          counts: sometimes(40, fc.constant(true as const)),
        })
        .map((spec) => defined(spec) as MonitorTransition);
      return fc.record({
        kind: fc.constant('monitor' as const),
        states: fc.constant(tagged.map((tag, i) => defined({ tag, final: i === 1 ? final : undefined }))),
        transitions: fc.array(transition, { minLength: 2, maxLength: 6, size: 'max' }),
        sees: fc.constant(sees ?? null),
        fairness,
      }) as fc.Arbitrary<MonitorSpec>;
    });
}
