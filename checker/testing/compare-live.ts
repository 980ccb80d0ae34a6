import { deepStrictEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { ModelError } from '../system/errors.ts';
import { CheckedSystem, LiveSystem } from './live.ts';
import type { LiveSpec } from './live-arbitrary.ts';
import { liveArbitrary } from './live-arbitrary.ts';
import { STIMULI } from './machine-arbitrary.ts';
import { buildInstance } from './system-spec.ts';

/** What a run of live systems consisted of. */
export interface LiveTally {
  compared: number;
  /** Systems by shape. */
  chain: number;
  diamond: number;
  mesh: number;
  /** Events after which some actor had changed. */
  moves: number;
  /** Events whose fold reached an actor beyond the one it was sent to. */
  spread: number;
  /** Events in which a message found its receiver busy, such as a caller that waits for nothing but its turn. */
  waited: number;
  /** Systems in which a history state came to remember something, and in which an actor was done. */
  remembered: number;
  done: number;
  /** Systems in which a statechart went round for ever; its live actor fails as well. */
  endless: number;
}

/** Checks that live actors, the engine and plain stepping agree on every actor after every event. */
export function compareWithLive(spec: LiveSpec, tally: LiveTally): void {
  const live = new LiveSystem(buildInstance(spec.system), spec.lasting);
  const checked = ending(() => new CheckedSystem(buildInstance(spec.system)));
  if (checked === null) return endless(live, tally, 'the start');
  let before = live.picture();
  deepStrictEqual([checked.engine(), checked.stepping()], [before, before], 'after the start');
  for (const [i, [actor, stimulus]] of spec.events.entries()) {
    const { id } = spec.system.actors[actor]!.machine;
    const event = { type: STIMULI[stimulus]! };
    const what = `event ${i + 1}, ${event.type} to ${id}`;
    const { waited } = live;
    live.send(id, event);
    if (ending(() => checked.send(id, event)) === null) return endless(live, tally, what);
    const after = live.picture();
    deepStrictEqual([checked.engine(), checked.stepping()], [after, after], `after ${what}`);
    const changed = spec.system.actors.filter((_, place) => before[place] !== after[place]);
    if (changed.length > 0) tally.moves++;
    if (changed.some(({ machine }) => machine.id !== id)) tally.spread++;
    if (live.waited > waited) tally.waited++;
    before = after;
  }
  const snapshots = live.snapshots();
  if (snapshots.some(({ historyValue }) => Object.keys(historyValue).length > 0)) tally.remembered++;
  if (snapshots.some(({ status }) => status === 'done')) tally.done++;
  tally[spec.shape]++;
  tally.compared++;
}

/** What `body` gives; null when it ends in an endless loop of eventless transitions, the only failure there is here. */
function ending<T>(body: () => T): T | null {
  try {
    return body();
  } catch (thrown) {
    if (thrown instanceof ModelError && thrown.what.includes('goes round for ever')) return null;
    throw thrown;
  }
}

function endless(live: LiveSystem, tally: LiveTally, what: string): void {
  ok(
    live.snapshots().some(({ status }) => status === 'error'),
    `a statechart goes round for ever in ${what}, but no live actor failed`,
  );
  tally.endless++;
}

/** Compares `count` generated systems with live ones. */
export function compareManyLive(count: number, seed: number): LiveTally {
  const none = { compared: 0, chain: 0, diamond: 0, mesh: 0, moves: 0, spread: 0 };
  const tally: LiveTally = { ...none, waited: 0, remembered: 0, done: 0, endless: 0 };
  fc.assert(
    fc.property(liveArbitrary(), (spec) => compareWithLive(spec, tally)),
    { numRuns: count, seed, unbiased: true },
  );
  return tally;
}
