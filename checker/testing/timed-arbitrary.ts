import fc from 'fast-check';
import type { MachineScope } from './machine-arbitrary.ts';
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
import type { ActionSpec, MachineSpec, TransitionSpec } from './machine-spec.ts';

const IDS = ['t0', 't1'] as const;
/** Events of timers; `late` is nobody's stimulus and no message. */
const LATE = ['late', 'r0', ...MESSAGES] as const;

const ticks = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 5, arbitrary: among([1, 1, 2, 3]) },
);

/** An action that delays an event, or cancels one. */
function timedAction(receivers: readonly string[]): fc.Arbitrary<ActionSpec> {
  const later = { n: payload, ticks, id: sometimes(90, among(IDS)) };
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .record({ do: fc.constant('raise later' as const), event: among(LATE), ...later })
        .map(defined),
    },
    {
      weight: 3,
      arbitrary: fc
        .record({
          do: fc.constant('send later' as const),
          to: among(receivers),
          event: among(LATE),
          ...later,
        })
        .map(defined),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), id: among(IDS) }) },
  ) as fc.Arbitrary<ActionSpec>;
}

/** Puts an action into one of the transitions, or into the entry of a state under the root. */
export function withAction(machine: MachineSpec, at: number, action: ActionSpec): MachineSpec {
  const { transitions, states } = machine;
  const place = at % (transitions.length + states.length);
  const more = { actions: [...(transitions[place]?.actions ?? []), action], bare: false };
  if (place < transitions.length)
    return { ...machine, transitions: transitions.map((t, i) => (i === place ? { ...t, ...more } : t)) };
  const entered = place - transitions.length;
  const entry = [...(states[entered]!.entry ?? []), action];
  return { ...machine, states: states.map((s, i) => (i === entered ? { ...s, entry } : s)) };
}

/** Delayed transitions, delayed events and their cancelling, put into a statechart. */
export function timed(machine: MachineSpec, receivers: readonly string[]): fc.Arbitrary<MachineSpec> {
  const paths = machine.states.map(pathsOf);
  const sources = paths.flatMap((p) => p.sources);
  const counting = fc.record({ do: fc.constant('count' as const), counter: fc.nat(1), by: fc.constant(1) });
  const sending = fc.record({
    do: fc.constant('send' as const),
    to: among(receivers),
    event: among(MESSAGES),
    n: payload,
  });
  const transition = (events: readonly string[]): fc.Arbitrary<TransitionSpec> =>
    fc.record({
      source: among(sources),
      event: among(events),
      target: among(paths.flatMap((p) => p.targets)),
      actions: fc.array(fc.oneof(counting, sending), { maxLength: 1, size: 'max' }),
    });
  const delays = ['after 0', 'after 1', 'after 1', 'after 2', 'after 3'];
  const actions = fc.array(fc.tuple(fc.nat(99), timedAction(receivers)), {
    minLength: 1,
    maxLength: 3,
    size: 'max',
  });
  return fc
    .record({
      after: fc.array(transition(delays), { minLength: 0, maxLength: 2, size: 'max' }),
      late: fc.array(transition(['late', 'late', 'r0']), { minLength: 1, maxLength: 2, size: 'max' }),
      actions,
    })
    .map(({ after, late, actions: list }) => {
      const whole: MachineSpec = { ...machine, transitions: [...machine.transitions, ...after, ...late] };
      return list.reduce<MachineSpec>((chart, [at, action]) => withAction(chart, at, action), whole);
    });
}

/**
 * Two timers without ids for the same event, one of which goes to another actor; the other is set again whenever it
 * fires. What is fair to both must be fair to each.
 */
export function twinTimers(
  machine: MachineSpec,
  other: MachineSpec,
): fc.Arbitrary<[MachineSpec, MachineSpec]> {
  const [first] = machine.states;
  const paths = other.states.map(pathsOf);
  return fc
    .record({
      event: among(LATE),
      n: fc.nat(1),
      ticks: among([0, 0, 0, 1]),
      twins: fc.shuffledSubarray([machine.id, other.id], { minLength: 2 }),
      source: among(paths.flatMap((p) => p.sources)),
      target: among(paths.flatMap((p) => p.targets)),
    })
    .map(({ event, n, ticks, twins, source, target }) => {
      const later = (to: string): ActionSpec => ({ do: 'send later', to, event, n, ticks, again: true });
      const entry = [...(first!.entry ?? []), ...twins.map(later)];
      const again: TransitionSpec = { source: '', event, actions: [later(machine.id)] };
      const taken: TransitionSpec = {
        source,
        event,
        target,
        actions: [{ do: 'count', counter: 0, by: 1 }],
      };
      return [
        {
          ...machine,
          states: [{ ...first!, entry }, ...machine.states.slice(1)],
          transitions: [...machine.transitions, again],
        },
        { ...other, transitions: [...other.transitions, taken] },
      ];
    });
}

/** A small statechart for systems in which much else happens. */
export function smallMachine(
  id: string,
  receivers: readonly string[],
  more: Partial<MachineScope> = {},
): fc.Arbitrary<MachineSpec> {
  return machineArbitrary({
    id,
    receivers,
    customs: [],
    hops: 2,
    transitions: { min: 1, max: 3 },
    states: 2,
    counters: [3, 1],
    throws: false,
    ...more,
  });
}

export { STIMULI };
