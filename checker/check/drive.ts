import type { Suite } from '../property/suite.ts';
import type { BreadthFirstSearch, Incomplete } from '../search/breadth-first.ts';
import type { Slices } from '../search/slices.ts';
import { MemoryLimit } from '../search/memory-limit.ts';
import type { Options } from './check-result.ts';
import { TakePart } from './take-part.ts';

/** Milliseconds a search runs between looks at the clock, the signal and the event loop. */
const SLICE = 50;

/** States to expand between two looks at the clock, and milliseconds that this should take. */
const BATCH = { first: 8, most: 1 << 15, time: 10 };

/**
 * Goes on with a search, or ends it. What the engine cannot allocate ends it as a bound, not as a crash.
 *
 * @returns whether the search is over
 */
function attempt(search: BreadthFirstSearch, work: () => boolean): boolean {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    search.abandon();
    return true;
  }
}

/** One turn of the event loop; a timer would add a millisecond of idleness to each. */
function pause(): Promise<void> {
  const { setImmediate } = globalThis as { setImmediate?: (resolve: () => void) => void };
  return new Promise((resolve) =>
    setImmediate === undefined ? setTimeout(resolve, 0) : setImmediate(resolve),
  );
}

/** Runs a search to its end, or to a limit, with a look at clock and signal now and then. */
export async function drive(
  suite: Suite,
  search: BreadthFirstSearch,
  started: number,
  options: Options,
): Promise<void> {
  const { maxSeconds, signal, onProgress } = options;
  let slice = performance.now();
  let last = slice;
  let batch = BATCH.first;
  const stop = (why: Incomplete): void => {
    attempt(search, () => {
      search.stop(why);
      return true;
    });
  };
  const heedMemory = (): void => {
    if (!search.limits.memory.allows(0)) stop({ why: 'max-memory', limit: search.limits.memory.bytes });
  };
  heedMemory();
  const others = new TakePart(search, options);
  try {
    if (options.workersFrom === 0) await others.consider();
    while (!attempt(search, () => search.advance(batch))) {
      const now = performance.now();
      // A state may take microseconds or, where XState is asked much, a good part of a second.
      if (now - last > BATCH.time) batch = Math.max(1, batch >> 1);
      else if (batch < BATCH.most) batch = Math.min(BATCH.most, batch * 2);
      last = now;
      const seconds = (now - started) / 1000;
      if (maxSeconds !== undefined && seconds >= maxSeconds) stop({ why: 'max-seconds', limit: maxSeconds });
      if (now - slice < SLICE) continue;
      heedMemory();
      await others.consider();
      onProgress?.({
        suite: suite.name,
        design: search.space.instance.design,
        states: search.store.count,
        frontier: search.frontier,
        depth: search.depth,
        bytes: search.bytes,
        seconds,
      });
      // Lets a signal, such as Ctrl-C, arrive.
      await pause();
      if (signal?.aborted === true) stop({ why: 'interrupted' });
      slice = performance.now();
      last = slice;
    }
  } finally {
    await others.end();
  }
}

/** Runs work in slices until it is done, is told to stop, or runs out of time or memory. */
export async function runSlices<T>(
  work: Slices<T>,
  started: number,
  { maxSeconds, maxMemory = Infinity, signal }: Options,
): Promise<{ readonly value: T } | { readonly stopped: Incomplete }> {
  for (let slice = performance.now(); ;) {
    let turn: IteratorResult<void, T>;
    try {
      turn = work.next();
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown;
      return { stopped: { why: 'out-of-memory', states: 0 } };
    }
    if (turn.done === true) return { value: turn.value };
    const now = performance.now();
    if (maxSeconds !== undefined && (now - started) / 1000 >= maxSeconds)
      return { stopped: { why: 'max-seconds', limit: maxSeconds } };
    if (now - slice < SLICE) continue;
    if (!memoryLimit(maxMemory).allows(0)) return { stopped: { why: 'max-memory', limit: maxMemory } };
    await pause();
    if (signal?.aborted === true) return { stopped: { why: 'interrupted' } };
    slice = performance.now();
  }
}

/** A limit of what this process holds. Outside Node nobody knows how much that is. */
export function memoryLimit(bytes = Infinity): MemoryLimit {
  const { process } = globalThis as { process?: NodeJS.Process };
  return new MemoryLimit(bytes, () => process?.memoryUsage.rss() ?? 0);
}

function memoryInWords(bytes: number): string {
  const unit = bytes >= 2 ** 30 ? 'GiB' : 'MiB';
  return `${Number((bytes / (unit === 'GiB' ? 2 ** 30 : 2 ** 20)).toFixed(2))} ${unit}`;
}

/** Why a search is not the whole space, as a reason for `inconclusive`; null when it is. */
export function describeBounds(bounds: readonly Incomplete[]): string | null {
  return bounds.length === 0 ? null : bounds.map(describeBound).join('; and ');
}

function describeBound(incomplete: Incomplete): string {
  switch (incomplete.why) {
    case 'max-states':
      return `stopped at the limit of ${incomplete.limit} states (--max-states)`;
    case 'max-seconds':
      return `stopped at the limit of ${incomplete.limit} s (--max-seconds)`;
    case 'max-memory':
      return `stopped at the limit of ${memoryInWords(incomplete.limit)} of memory (--max-memory)`;
    case 'interrupted':
      return 'interrupted before the space was searched whole';
    case 'out-of-memory':
      return `out of memory, or of stack for values nested too deep, after ${incomplete.states} states`;
    case 'decided':
      return 'stopped once the properties asked for were decided';
    case 'full-channel':
      return `the channel ${incomplete.from} -> ${incomplete.to} was full at its capacity of ${incomplete.capacity}: what a further message would do is not known. Give it more capacity, or a \`whenFull\` policy`;
  }
}
