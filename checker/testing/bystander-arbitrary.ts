import fc from 'fast-check';
import type { Family } from './family-arbitrary.ts';
import { STEP_KINDS, familyArbitrary } from './family-arbitrary.ts';
import { MESSAGES, among, sometimes } from './machine-arbitrary.ts';
import type { CheckSpec } from './system-arbitrary.ts';
import { checkArbitrary, property, stimuliChoice, stimuliOf } from './system-arbitrary.ts';
import type { ActorSpec } from './system-spec.ts';
import { smallMachine, withAction } from './timed-arbitrary.ts';

/** A generated system of any kind. */
export type Kind = 'plain' | Family;

/** A statechart that goes its own way, or now and then sends something to the others. */
function bystander(id: string, others: readonly string[]): fc.Arbitrary<ActorSpec> {
  return among([[id], [id], [id], [id, ...others]])
    .chain((receivers) =>
      fc.record({
        machine: smallMachine(id, receivers, { counters: [2, 1], transitions: { min: 1, max: 3 } }),
        choice: stimuliChoice,
        event: among(MESSAGES),
      }),
    )
    .map(({ machine, choice, event }) => ({
      machine: {
        ...machine,
        transitions: [
          ...machine.transitions,
          { source: '', event, actions: [{ do: 'count', counter: 0, by: 1 } as const] },
        ],
      },
      copies: 1,
      stimuli: stimuliOf(machine, choice),
    }));
}

/** Has now and then one of the others send something to a bystander, perhaps late in its life. */
function touched(actors: readonly ActorSpec[], ids: readonly string[]): fc.Arbitrary<readonly ActorSpec[]> {
  const send = fc.record({
    do: fc.constant('send' as const),
    to: among(ids),
    event: among(MESSAGES),
    n: fc.constant(1),
  });
  return sometimes(60, fc.tuple(fc.nat(actors.length - 1), fc.nat(99), send)).map((drawn) => {
    if (drawn === undefined) return actors;
    const [who, at, action] = drawn;
    return actors.map((actor, i) =>
      i === who ? { ...actor, machine: withAction(actor.machine, at, action) } : actor,
    );
  });
}

/**
 * Systems of a kind with one or two actors beside them that hardly meddle: of steps that belong to both, a reduction
 * may leave out some orders. With properties of the one, of the other and of both.
 */
export function bystanderArbitrary(kind: Kind): fc.Arbitrary<CheckSpec> {
  const given = kind === 'plain' ? checkArbitrary(true) : familyArbitrary(kind);
  return given.chain(({ system, properties }) => {
    const others = system.actors.filter(({ copies }) => copies === 1).map(({ machine }) => machine.id);
    return fc
      .record({
        beside: fc.oneof(
          fc.tuple(bystander('x', others)),
          fc.tuple(bystander('x', others), bystander('y', others)),
        ),
        first: fc.boolean(),
      })
      .chain(({ beside, first }) => {
        const ids = beside.map(({ machine }) => machine.id);
        return fc.record({
          system: touched(system.actors, ids).map((actors) => ({
            ...system,
            actors: first ? [...beside, ...actors] : [...actors, ...beside],
          })),
          properties: fc
            .array(property(beside, ids, kind === 'plain' ? undefined : STEP_KINDS[kind]), {
              minLength: 2,
              maxLength: 2,
            })
            .map((more) => [...more, ...properties]),
        });
      });
  });
}
