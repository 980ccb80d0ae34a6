import { assign } from 'xstate';
import { describe, expect, it } from 'vitest';
import { invariant, stepProperty } from '../property/property.ts';
import type { Property } from '../property/property.ts';
import { SafetyChecks } from '../property/safety-checks.ts';
import { IntegerSpace } from '../step/integer-space.ts';
import type { AnySystem } from '../system/define-system.ts';
import { instantiate } from '../system/instance.ts';
import { smallSystem } from '../testing/charts.ts';
import { SUCCESSORS } from './arena.ts';
import { BreadthFirstSearch } from './breadth-first.ts';
import type { Crew, Message } from './crew.ts';
import { Own, Place, UNDER_WAY, placeOf, wordsOf } from './crew.ts';
import { CrewMember } from './crew-member.ts';
import { UNLIMITED } from './memory-limit.ts';

/** A crew without threads that does nothing before it is waited for, as threads may that have no processor. */
class LateCrew implements Crew {
  readonly control = new Int32Array(wordsOf(2));
  readonly size = 2;
  private readonly members = [0, 1].map((thread) => new CrewMember(thread, 2, this.control));
  private given = 0;
  private done = 0;

  post(message: Message): void {
    for (const member of this.members) member.hear(message);
  }

  give(successors: number): number {
    if (this.given - this.done === UNDER_WAY)
      throw new Error('the place of a round is taken while it is under way');
    this.control[placeOf(++this.given) + Place.successors] = successors;
    return this.given;
  }

  await(round: number): void {
    while (this.done < round) {
      this.done++;
      for (const member of this.members) member.lookUp(this.done);
    }
  }
}

interface Args {
  readonly context: { readonly n: number };
}

/** Takes on one of the numbers up to `most`, once. */
const chooser = (most: number) => ({
  chart: {
    context: { n: 0 },
    on: { choose: { actions: assign({ n: ({ event }) => (event as unknown as { n: number }).n }) } },
  },
  stimuli: ({ context }: Args) =>
    context.n === 0 ? Array.from({ length: most }, (_, i) => ({ type: 'choose', n: i + 1 })) : [],
});

function figures(
  system: AnySystem,
  properties: Readonly<Record<string, Property>>,
  maxStates: number,
  joinAt: number,
) {
  const space = new IntegerSpace(instantiate(system, { design: 'only' }), { fired: () => undefined });
  const checks = new SafetyChecks(properties, space);
  const limits = { maxStates, memory: UNLIMITED, stopWhenDecided: false };
  const search = new BreadthFirstSearch(space, checks, limits);
  let hasJoined = false;
  do {
    if (hasJoined || search.store.count < joinAt) continue;
    search.join(new LateCrew());
    hasJoined = true;
  } while (!search.advance(100));
  expect(hasJoined).toBe(joinAt < Infinity);
  const { store, next, transitions, depth, bounds } = search;
  const found = checks.outcomes.map((outcome) => outcome.found);
  const last = store.parentOf(store.count - 1);
  return { states: store.count, last, next, transitions, depth, bounds, found };
}

describe('a crew that comes late to every round', () => {
  it('is given no more rounds at once than there are places, when it is handed the states there are', () => {
    const system = smallSystem({ a: chooser(300), b: chooser(300) });
    const alone = figures(system, {}, 1e6, Infinity);
    expect(alone.states).toBe(301 ** 2);
    expect(figures(system, {}, 1e6, UNDER_WAY * SUCCESSORS + 1)).toEqual(alone);
  });

  it('stops after the same state as one thread, where the last state of a round goes past the limit from afar', () => {
    const system = smallSystem({ a: chooser(300), b: chooser(300) });
    const n = (of: unknown): number => (of as Args).context.n;
    const properties = {
      // Looked at anew with each state of the first level, so that each may be the last of its round.
      'a-is-a-number': invariant(system, {
        description: 'x',
        observes: ['a'],
        holds: ({ a }) => n(a) < 1000,
      }),
      'b-never-follows': stepProperty(system, {
        description: 'x',
        observes: ['a', 'b'],
        holds: (_before, _step, { a, b }) => n(a) !== 56 || n(b) !== 5,
      }),
    };
    for (const maxStates of [SUCCESSORS + 601, SUCCESSORS + 700])
      expect(figures(system, properties, maxStates, 0)).toEqual(
        figures(system, properties, maxStates, Infinity),
      );
  });
});

it('a thread that has no room to begin in says so, as it does where it has none to look up in', () => {
  const control = new Int32Array(wordsOf(1));
  new CrewMember(0, 1, control).hear({ kind: 'begin', words: 2 ** 40 });
  expect(control[wordsOf(0) + Own.failed]).toBe(1);
});
