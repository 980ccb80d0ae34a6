import fc from 'fast-check';
import type { ActionSpec, MachineSpec, TransitionSpec } from './machine-spec.ts';
import { MESSAGES, STIMULI, among, machineArbitrary, payload } from './machine-arbitrary.ts';
import type { SystemSpec } from './system-spec.ts';

/** A system for a live run, and the events sent to it from outside: actor and event by number. */
export interface LiveSpec {
  readonly shape: 'chain' | 'diamond' | 'mesh';
  /** Whether actors know each other before all are made and after some are done; see `LiveSystem`. */
  readonly lasting: boolean;
  readonly system: SystemSpec;
  readonly events: readonly (readonly [actor: number, event: number])[];
}

/** Who may call whom: each actor the next; the first two others, which both call the last; or anyone anyone. */
function receivers(shape: LiveSpec['shape'], names: readonly string[], i: number): string[] {
  const last = names.length - 1;
  if (shape === 'mesh') return [...names];
  if (shape === 'chain') return [names[(i + 1) % names.length]!];
  if (i === 0) return names.slice(1, Math.max(2, last));
  return [names[i === last ? 0 : last]!];
}

/** A transition that passes a message on, so that calls do run through the shape; the last one answers. */
function relay(to: readonly string[]): fc.Arbitrary<TransitionSpec> {
  return fc
    .record({
      event: among([...STIMULI, ...MESSAGES]),
      onward: among(MESSAGES),
      n: payload,
      to: among(to),
      reply: fc.boolean(),
    })
    .map(({ event, onward, n, to: receiver, reply }) => ({
      source: '',
      event,
      actions: [
        { do: 'send', to: receiver, event: onward, n, signed: true } as const,
        ...(reply ? [{ do: 'reply', event: onward, n } as const] : []),
        { do: 'count', counter: 0, by: 1 } as const,
      ],
    }));
}

/** A message sent at the start, when the receiver may not have started yet. */
function greeting(to: readonly string[]): fc.Arbitrary<ActionSpec> {
  const fields = { to: among(to), event: among(MESSAGES), n: payload, signed: fc.constant(true) };
  return fc.record({ do: fc.constant('send' as const), ...fields });
}

/** Nothing is sent at the start and nobody is ever done, so that bare live actors know each other throughout. */
function alwaysThere(machine: MachineSpec): MachineSpec {
  const [initial, ...others] = machine.states;
  const early = ({ event, source }: TransitionSpec): boolean =>
    event === 'always' && (source === '' || source.split('.')[0] === initial!.name);
  return {
    ...machine,
    states: [{ ...initial!, entry: [] }, ...others].map((state) =>
      state.kind === 'final' ? { ...state, kind: 'atomic' } : state,
    ),
    transitions: machine.transitions.filter((transition) => !early(transition)),
  };
}

/** Three to five actors that call each other `sync`, with raise, always, parallel and history states. */
export function liveArbitrary(): fc.Arbitrary<LiveSpec> {
  return fc
    .record({
      count: fc.integer({ min: 3, max: 5 }),
      shape: among(['chain', 'diamond', 'mesh'] as const),
      lasting: fc.boolean(),
    })
    .chain(({ count, shape, lasting }) => {
      const names = ['a', 'b', 'c', 'd', 'e'].slice(0, count);
      const machines = names.map((id, i) => {
        const to = receivers(shape, names, i);
        const scope = {
          id,
          receivers: to,
          customs: [],
          hops: 4,
          transitions: { min: 3, max: 7 },
          states: 3,
          counters: [4, 2] as const,
          throws: false,
        };
        return fc
          .tuple(
            machineArbitrary(scope),
            fc.array(relay(to), { minLength: 2, maxLength: 5, size: 'max' }),
            fc.array(greeting(to), { maxLength: 2, size: 'max' }),
          )
          .map(([machine, relays, entry]): MachineSpec => {
            const [initial, ...others] = machine.states;
            const states = [{ ...initial!, entry: [...(initial!.entry ?? []), ...entry] }, ...others];
            const whole = { ...machine, states, transitions: [...machine.transitions, ...relays] };
            return lasting ? whole : alwaysThere(whole);
          });
      });
      return fc.record({
        shape: fc.constant(shape),
        lasting: fc.constant(lasting),
        system: fc.tuple(...machines).map((built): SystemSpec => ({
          actors: built.map((machine) => ({ machine, copies: 1, stimuli: { list: STIMULI } })),
          delivery: { default: 'sync' },
          effects: {},
        })),
        events: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(STIMULI.length - 1)), {
          minLength: 6,
          maxLength: 16,
          size: 'max',
        }),
      });
    });
}
