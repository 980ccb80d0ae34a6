import fc from 'fast-check';
import type {
  ActionSpec,
  GuardSpec,
  MachineSpec,
  PayloadSpec,
  StateSpec,
  TransitionSpec,
} from './machine-spec.ts';

/** What the statecharts of one generated actor may be made of. */
export interface MachineScope {
  readonly id: string;
  /** Actor ids it may send to. */
  readonly receivers: readonly string[];
  /** Custom actions it may use. */
  readonly customs: readonly string[];
  readonly transitions: { readonly min: number; readonly max: number };
  readonly states: number;
  /** The most each of the two counters counts to, plus one. */
  readonly counters: readonly [number, number];
  /** How many messages in a row a stimulus may cause. */
  readonly hops: number;
  /** Whether user code may throw, now and then. */
  readonly throws: boolean;
}

export const STIMULI = ['e0', 'e1', 'e2'] as const;
export const MESSAGES = ['m0', 'm1', 'm2'] as const;
const RAISED = ['r0', 'r1'] as const;

type Weighted<T> = fc.WeightedArbitrary<T>;

/** Any element of a list. */
export function among<T>(list: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...list);
}

/** `arbitrary` with the given chance of a hundred, else undefined. */
export function sometimes<T>(chance: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 100 - chance, arbitrary: fc.constant(undefined) }, { weight: chance, arbitrary });
}

export function defined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

export const payload: fc.Arbitrary<PayloadSpec> = fc.oneof(
  fc.constantFrom<PayloadSpec>(0, 1),
  fc.constantFrom<PayloadSpec>({ counter: 0 }, { counter: 1 }),
);

const guard = (paths: readonly string[], throws: boolean): fc.Arbitrary<GuardSpec> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ counter: fc.nat(1), atLeast: fc.integer({ min: 1, max: 2 }) }) },
    {
      weight: 3,
      arbitrary: fc
        .record({ counter: fc.nat(1), atLeast: fc.integer({ min: 1, max: 2 }) })
        .map((inner) => ({ not: inner })),
    },
    { weight: 2, arbitrary: fc.constant<GuardSpec>({ payloadAtLeast: 1 }) },
    { weight: 2, arbitrary: among(paths).map((path): GuardSpec => ({ in: path })) },
    ...(throws ? [{ weight: 2, arbitrary: fc.nat(2).map((throwsAt): GuardSpec => ({ throwsAt })) }] : []),
  );

function action(scope: MachineScope, sends: boolean): fc.Arbitrary<ActionSpec> {
  const message = { event: among(MESSAGES), n: payload };
  const plain: Weighted<ActionSpec>[] = [
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('count'),
        counter: fc.nat(1),
        by: fc.integer({ min: 1, max: 2 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('keep payload'), counter: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.constant({ do: 'log' }) },
  ];
  const sending: Weighted<ActionSpec>[] = [
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('send'),
        to: among(scope.receivers),
        ...message,
        signed: fc.boolean(),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('reply'), ...message }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('remember sender') }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('send to remembered'), ...message }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('raise'), event: among(RAISED), n: payload }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('emit'), event: fc.constant('noted') }) },
  ];
  const custom: Weighted<ActionSpec>[] = scope.customs.map((name) => ({
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('custom'), name: fc.constant(name), n: payload }),
  }));
  const throwing: Weighted<ActionSpec>[] = scope.throws
    ? [
        {
          weight: 1,
          arbitrary: fc.record({
            do: fc.constant('throw'),
            counter: fc.nat(1),
            at: fc.integer({ min: 1, max: 2 }),
          }),
        },
      ]
    : [];
  return fc.oneof(...plain, ...(sends ? [...sending, ...custom] : []), ...throwing);
}

function state(scope: MachineScope, index: number): fc.Arbitrary<StateSpec> {
  const few = (chance: number): fc.Arbitrary<ActionSpec[] | undefined> =>
    sometimes(chance, fc.array(action(scope, true), { minLength: 1, maxLength: 2, size: 'max' }));
  const kinds: Weighted<StateSpec['kind']>[] = [
    { weight: 6, arbitrary: fc.constant('atomic') },
    { weight: 3, arbitrary: fc.constant('compound') },
    { weight: 3, arbitrary: fc.constant('parallel') },
    // A final state under the root, seldom: the actor is done for good.
    ...(index >= 2 ? [{ weight: 1, arbitrary: fc.constant<StateSpec['kind']>('final') }] : []),
  ];
  return fc
    .record({
      kind: fc.oneof(...kinds),
      history: sometimes(50, among(['shallow', 'deep'] as const)),
      ends: sometimes(30, fc.constant(true)),
      entry: few(15),
      exit: few(8),
    })
    .map(({ kind, history, ends, entry, exit }): StateSpec => {
      const nested = kind === 'compound' || kind === 'parallel';
      return defined({
        name: `s${index}`,
        kind,
        history: nested ? history : undefined,
        ends: kind === 'compound' ? ends : undefined,
        entry,
        exit: kind === 'final' ? undefined : exit,
      });
    });
}

/** The paths of a state and what is under it: those to be in, those with transitions, those to go to. */
export function pathsOf({ name, kind, history, ends }: StateSpec): {
  inside: string[];
  sources: string[];
  targets: string[];
} {
  const leaves = (path: string): string[] => [`${path}.x`, `${path}.y`];
  const inner =
    kind === 'compound'
      ? leaves(name)
      : kind === 'parallel'
        ? [...leaves(`${name}.p`), ...leaves(`${name}.q`)]
        : [];
  const inside = [name, ...inner, ...(ends === true ? [`${name}.f`] : [])];
  return {
    inside,
    sources: kind === 'final' ? [] : [name, ...inner],
    targets: [...inside, ...(history === undefined ? [] : [`${name}.h`])],
  };
}

function transition(scope: MachineScope, states: readonly StateSpec[]): fc.Arbitrary<TransitionSpec> {
  const paths = states.map(pathsOf);
  const sources = paths.flatMap((p) => p.sources);
  const targets = paths.flatMap((p) => p.targets);
  const compounds = states.filter((s) => s.kind === 'compound' && s.ends === true).map((s) => s.name);
  const events: Weighted<string>[] = [
    { weight: 5, arbitrary: among(STIMULI) },
    { weight: 5, arbitrary: among(MESSAGES) },
    { weight: 1, arbitrary: among(RAISED) },
    { weight: 1, arbitrary: fc.constant('always') },
    { weight: 1, arbitrary: fc.constant('*') },
    ...(compounds.length > 0 ? [{ weight: 1, arbitrary: fc.constant('done') }] : []),
  ];
  return fc
    .record({
      source: fc.oneof({ weight: 8, arbitrary: among(sources) }, { weight: 1, arbitrary: fc.constant('') }),
      compound: compounds.length > 0 ? among(compounds) : fc.constant(''),
      event: fc.oneof(...events),
      target: sometimes(75, among(targets)),
      reenter: sometimes(10, fc.constant(true)),
      guard: sometimes(35, guard(sources, scope.throws)),
      wild: guard(sources, false),
      ending: fc.record({ counter: fc.nat(1), atLeast: fc.constant(1) }),
      tame: fc.oneof(
        { weight: 9, arbitrary: fc.constant(true) },
        { weight: 1, arbitrary: fc.constant(false) },
      ),
      actions: fc.array(action(scope, true), { maxLength: 2, size: 'max' }),
      bare: sometimes(40, fc.constant(true)),
    })
    .map(({ source, compound, wild, ending, tame, actions, ...rest }): TransitionSpec => {
      if (rest.event !== 'always') {
        const done = rest.event === 'done';
        return defined({
          ...rest,
          source: done ? compound : source,
          actions,
          bare: done ? undefined : rest.bare,
        });
      }
      // Most eventless transitions count on until their guard is false; the others may go round for ever.
      const counting: ActionSpec = { do: 'count', counter: ending.counter, by: 1 };
      const all = tame ? [counting, ...actions.filter(({ do: what }) => what !== 'custom')] : actions;
      return defined({ ...rest, source, guard: tame ? ending : wild, actions: all, bare: undefined });
    });
}

/** Two ways out of each state under the root, one of them to the next, so that most charts get about. */
function spine(scope: MachineScope, states: readonly StateSpec[]): fc.Arbitrary<TransitionSpec[]> {
  const targets = states.flatMap((s) => pathsOf(s).targets);
  const open = states.filter(({ kind }) => kind !== 'final');
  const steps = [...open, ...open].map(({ name }, i) =>
    fc
      .record({
        source: fc.constant(name),
        event: fc.oneof({ weight: 3, arbitrary: among(STIMULI) }, { weight: 1, arbitrary: among(MESSAGES) }),
        target:
          i < open.length ? fc.constant(open[(i + 1) % open.length]!.name) : sometimes(60, among(targets)),
        guard:
          i < open.length
            ? fc.constant(undefined)
            : sometimes(
                30,
                guard(
                  open.map(({ name }) => name),
                  scope.throws,
                ),
              ),
        counting: sometimes(
          i < open.length ? 70 : 30,
          fc.record({ do: fc.constant('count'), counter: fc.nat(1), by: fc.constant(1) }),
        ),
        actions: fc.array(action(scope, true), { minLength: 1, maxLength: 2, size: 'max' }),
        bare: sometimes(50, fc.constant(true)),
      })
      .map(({ counting, actions, ...rest }): TransitionSpec => {
        return defined({ ...rest, actions: counting === undefined ? actions : [counting, ...actions] });
      }),
  );
  return fc.tuple(...steps);
}

/** Statecharts with guards on counters, nested, parallel, final and history states, raise, always and messages. */
export function machineArbitrary(scope: MachineScope): fc.Arbitrary<MachineSpec> {
  const { min, max } = scope.transitions;
  const limits = fc.tuple(
    fc.integer({ min: 2, max: scope.counters[0] }),
    fc.integer({ min: 1, max: scope.counters[1] }),
  );
  return fc
    .tuple(
      fc.integer({ min: 2, max: scope.states }),
      fc.tuple(...Array.from({ length: scope.states }, (_, i) => state(scope, i))),
    )
    .map(([count, all]) => all.slice(0, count))
    .chain((states) =>
      fc.record({
        id: fc.constant(scope.id),
        hops: fc.constant(scope.hops),
        counters: limits,
        states: fc.constant(states),
        transitions: fc
          .tuple(
            spine(scope, states),
            fc.array(transition(scope, states), { minLength: min, maxLength: max, size: 'max' }),
          )
          .map(([first, more]) => [...first, ...more]),
      }),
    );
}
