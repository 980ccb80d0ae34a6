import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { ModelError } from '../system/errors.ts';
import type { Picture } from './live.ts';
import { CheckedSystem, LiveSystem } from './live.ts';
import type { LiveSpec } from './live-arbitrary.ts';
import { liveArbitrary } from './live-arbitrary.ts';
import { STIMULI } from './machine-arbitrary.ts';
import { buildInstance } from './system-spec.ts';

/** What a run of live systems consisted of. */
export interface LiveTally {
  compared: number;
  /** Events after which some actor had changed. */
  moves: number;
  /** Events whose fold reached an actor beyond the one it was sent to. */
  spread: number;
  /** Systems left out because a statechart goes round for ever, which no live actor survives. */
  endless: number;
}

/** Checks that live actors, the engine and plain stepping agree on every actor after every event. */
export function compareWithLive(spec: LiveSpec, tally: LiveTally): void {
  let checked: CheckedSystem;
  const pictures: (readonly [Picture, Picture])[] = [];
  const events = spec.events.map(([actor, event]) => ({
    id: spec.system.actors[actor]!.machine.id,
    event: { type: STIMULI[event]! },
  }));
  try {
    checked = new CheckedSystem(buildInstance(spec.system));
    pictures.push([checked.engine(), checked.stepping()] as const);
    for (const { id, event } of events) {
      checked.send(id, event);
      pictures.push([checked.engine(), checked.stepping()] as const);
    }
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    tally.endless++;
    return;
  }
  const live = new LiveSystem(buildInstance(spec.system));
  let before = live.picture();
  deepStrictEqual(pictures[0], [before, before], 'after the start');
  events.forEach(({ id, event }, i) => {
    live.send(id, event);
    const after = live.picture();
    deepStrictEqual(pictures[i + 1], [after, after], `after event ${i + 1}, ${event.type} to ${id}`);
    const changed = spec.system.actors.filter((_, place) => before[place] !== after[place]);
    if (changed.length > 0) tally.moves++;
    if (changed.some(({ machine }) => machine.id !== id)) tally.spread++;
    before = after;
  });
  tally.compared++;
}

/** Compares `count` generated systems with live ones. */
export function compareManyLive(count: number, seed: number): LiveTally {
  const tally: LiveTally = { compared: 0, moves: 0, spread: 0, endless: 0 };
  fc.assert(
    fc.property(liveArbitrary(), (spec) => compareWithLive(spec, tally)),
    { numRuns: count, seed },
  );
  return tally;
}
