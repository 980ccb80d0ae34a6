import fc from 'fast-check';
import { kin } from './kin-arbitrary.ts';
import { STIMULI, among } from './machine-arbitrary.ts';
import { TICK } from './machine-spec.ts';
import type { SystemSpec } from './system-spec.ts';
import { smallMachine, timed } from './timed-arbitrary.ts';

/** What happens to a live system: an event to one of its actors, an outcome of one, or time. */
export type TreeEvent = { readonly wait: true } | { readonly place: number; readonly what: number };

/** A system with children and timers for a live run. */
export interface TreeSpec {
  readonly system: SystemSpec;
  readonly events: readonly TreeEvent[];
}

/** One or two statecharts with children and timers, and what happens to them. */
export function treeArbitrary(): fc.Arbitrary<TreeSpec> {
  const shape = fc.record({
    names: among([['a'], ['a', 'b']]),
    throws: fc.boolean(),
    clock: fc.boolean(),
  });
  return shape.chain(({ names, throws, clock }) => {
    const scope = { receivers: names, throws, timed: clock, depth: 1, ids: true };
    const machines = names.map((id) =>
      smallMachine(id, names, { hops: 3, throws })
        .chain((machine) => kin(machine, scope))
        .chain((machine) => (clock ? timed(machine, names) : fc.constant(machine))),
    );
    const event = fc.record({ place: fc.nat(99), what: fc.nat(99) });
    return fc.record({
      system: fc.tuple(...machines).map((built): SystemSpec => ({
        actors: built.map((machine) => ({ machine, copies: 1, stimuli: { list: STIMULI } })),
        delivery: { default: 'sync' },
        effects: {},
        time: { tick: TICK },
        throws: 'as-live',
      })),
      events: fc.array(clock ? fc.oneof(event, event, fc.constant({ wait: true } as const)) : event, {
        minLength: 8,
        maxLength: 16,
        size: 'max',
      }),
    });
  });
}
