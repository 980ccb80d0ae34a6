import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import type { Outcome } from '../system/children.ts';
import type { PlainState } from '../step/plain-state.ts';
import { ModelError } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import { LiveTree } from './live-tree.ts';
import { MESSAGES, STIMULI } from './machine-arbitrary.ts';
import { TICK } from './machine-spec.ts';
import { ModelRun } from './model-run.ts';
import { OracleModel, PlainModel } from './models.ts';
import { buildInstance } from './system-spec.ts';
import type { World } from './world.ts';
import { fail } from './world.ts';
import type { TreeEvent, TreeSpec } from './tree-arbitrary.ts';
import { treeArbitrary } from './tree-arbitrary.ts';

/** What a run of live systems with children and timers consisted of. */
export interface TreeTally {
  compared: number;
  /** Systems in which the model refuses something: a child started where one still runs, or no place for it. */
  refused: number;
  /** Systems in which a statechart goes round for ever. */
  endless: number;
  /** Events after which some actor had changed, and those after which several had. */
  moves: number;
  spread: number;
  /** Children that came, and children that went. */
  came: number;
  went: number;
  /** Children that were done, or had failed, with their parent going on; systems in which a top actor failed. */
  done: number;
  failed: number;
  fell: number;
  /** Children still running under a parent that is not. */
  orphans: number;
  timeouts: number;
  /** States in which the model allowed several orders of timers with different ends. */
  several: number;
}

/** A run by brute force, and one by the steps under test: both allow the same, and refuse the same. */
type Runs = readonly [ModelRun<World>, ModelRun<PlainState>];

/** Checks that what live actors do is something both models allow. */
export function compareTree(spec: TreeSpec, tally: TreeTally): void {
  const instance = buildInstance(spec.system);
  const model = attempt(tally, (): Runs => {
    const other = buildInstance(spec.system);
    return both(
      'the start',
      () => new ModelRun(new OracleModel(instance)),
      () => new ModelRun(new PlainModel(other)),
    );
  });
  if (model === null) return;
  const live = new LiveTree(buildInstance(spec.system));
  let before = live.picture();
  follow(model, before, 'the start', tally);
  for (const [i, event] of spec.events.entries()) {
    const what = `event ${i + 1}`;
    const went = attempt(tally, () => happen(instance, live, model, event, before, what, tally));
    if (went === null) return;
    const after = live.picture();
    count(instance, before, after, tally);
    before = after;
  }
  tally.compared++;
}

function happen(
  instance: SystemInstance,
  live: LiveTree,
  runs: Runs,
  event: TreeEvent,
  before: readonly string[],
  what: string,
  tally: TreeTally,
): true {
  if ('wait' in event) {
    // What is due at once goes off first, lest it set its timers late.
    for (const ms of [0, TICK]) {
      if (ms > 0) each(runs, what, (run) => run.tick());
      tally.timeouts += each(runs, what, (run) => run.timeouts())[0];
      if (!live.wait(ms)) throw new ModelError('timers go off for ever', {});
      follow(runs, live.picture(), `${what}, ${ms} ms`, tally);
    }
    return true;
  }
  const places = [...instance.actors.keys()].filter((place) => before[place] !== '-' && live.runs(place));
  if (places.length === 0) return true;
  const place = places[event.place % places.length]!;
  const { id, outcomes } = instance.actors[place]!;
  const choices = outcomes?.(undefined).filter((o): o is Exclude<Outcome, 'never'> => o !== 'never') ?? [];
  if (outcomes === null) {
    const type = [...STIMULI, ...MESSAGES][event.what % 6]!;
    each(runs, what, (run) => run.send(place, { type }));
    live.send(place, { type });
    follow(runs, live.picture(), `${what}, ${type} to ${id}`, tally);
  } else if (choices.length > 0) {
    const outcome = choices[event.what % choices.length]!;
    each(runs, what, (run) => run.settle(place, outcome));
    live.settle(place, outcome);
    follow(runs, live.picture(), `${what}, an outcome of ${id}`, tally);
  }
  return true;
}

/** One of the states of each model must look like the live one. */
function follow(runs: Runs, live: readonly string[], what: string, tally: TreeTally): void {
  for (const [i, run] of runs.entries()) {
    const pictures = run.pictures();
    const looks = new Set(pictures.map((picture) => picture.join('\n')));
    if (i === 0 && looks.size > 1) tally.several++;
    const found = pictures.find((picture) => picture.join('\n') === live.join('\n'));
    const model = ['brute force', 'plain stepping'][i]!;
    deepStrictEqual(
      live,
      found ?? pictures[0],
      `after ${what}: live (+) does what ${model} (-) does not allow`,
    );
    run.narrow(live);
  }
}

/** Does the same with both runs. @throws what both refuse */
function each<T>(
  [oracle, plain]: Runs,
  what: string,
  work: (run: ModelRun<World> | ModelRun<PlainState>) => T,
): [T, T] {
  return both(
    what,
    () => work(oracle),
    () => work(plain),
  );
}

/** What both give; where one of them refuses, the other must too. */
function both<A, B>(what: string, oracle: () => A, plain: () => B): [A, B] {
  const tried = <T>(work: () => T): { given: T } | { refused: unknown } => {
    try {
      return { given: work() };
    } catch (refused) {
      return { refused };
    }
  };
  const [a, b] = [tried(oracle), tried(plain)];
  if ('given' in a && 'given' in b) return [a.given, b.given];
  const why = (x: typeof a | typeof b): string => ('refused' in x ? String(x.refused) : 'goes on');
  if ('given' in a || 'given' in b) fail(`after ${what}: brute force: ${why(a)}; plain stepping: ${why(b)}`);
  throw a.refused;
}

function count(
  instance: SystemInstance,
  before: readonly string[],
  after: readonly string[],
  tally: TreeTally,
): void {
  const changed = instance.actors.filter((_, place) => before[place] !== after[place]);
  if (changed.length > 0) tally.moves++;
  if (changed.length > 1) tally.spread++;
  const is = (picture: string | undefined, status: string): boolean =>
    picture !== undefined && picture !== '-' && picture.includes(`'${status}'`);
  instance.actors.forEach(({ child }, place) => {
    const [was, now] = [before[place]!, after[place]!];
    if (was === now) return;
    if (was === '-') tally.came++;
    if (now === '-') tally.went++;
    if (child === null) tally.fell += is(now, 'error') && !is(was, 'error') ? 1 : 0;
    else if (is(after[child.parent], 'active')) {
      if (is(now, 'done') && !is(was, 'done')) tally.done++;
      if (is(now, 'error') && !is(was, 'error')) tally.failed++;
    }
    if (child !== null && is(now, 'active') && !is(after[child.parent], 'active')) tally.orphans++;
  });
}

/** What `body` gives; null where the model refuses to go on. */
function attempt<T>(tally: TreeTally, body: () => T): T | null {
  try {
    return body();
  } catch (thrown) {
    const endless = thrown instanceof Error && /^(Infinite loop|the actors call)/.test(thrown.message);
    if (endless) tally.endless++;
    else if (thrown instanceof ModelError || thrown instanceof RangeError) tally.refused++;
    else throw thrown;
    return null;
  }
}

/** Compares `count` generated systems with live ones. */
export function compareManyTrees(runs: number, seed: number): TreeTally {
  const tally: TreeTally = {
    compared: 0,
    refused: 0,
    endless: 0,
    moves: 0,
    spread: 0,
    came: 0,
    went: 0,
    done: 0,
    failed: 0,
    fell: 0,
    orphans: 0,
    timeouts: 0,
    several: 0,
  };
  fc.assert(
    fc.property(treeArbitrary(), (spec) => compareTree(spec, tally)),
    { numRuns: runs, seed, unbiased: true },
  );
  return tally;
}
