import { EventEmitter } from 'node:events';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type * as Threads from 'node:worker_threads';
import { assign } from 'xstate';
import { afterEach, describe, expect, it } from 'vitest';
import { check, smallSystem } from '../testing/charts.ts';

const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: unknown };
const { Worker } = threads as typeof Threads;

/** Has this class start threads from now on. */
function startBy(worker: unknown): void {
  threads.Worker = worker;
  syncBuiltinESMExports();
}
afterEach(() => startBy(Worker));

/** Threads of a kind that are not started, and how many of them there were. */
function broken(start: (worker: EventEmitter) => void) {
  const tally = { asked: 0, ended: 0 };
  class Broken extends EventEmitter {
    constructor() {
      super();
      tally.asked++;
      start(this);
    }
    unref(): void {
      // Keeps nothing going.
    }
    terminate(): void {
      tally.ended++;
    }
  }
  return { Broken, tally };
}

/** Counts up to `most`. */
const counter = (most: number) => ({
  chart: {
    context: { n: 0 },
    on: {
      go: {
        guard: ({ context }: { context: { n: number } }) => context.n < most,
        actions: assign({ n: ({ context }: { context: { n: number } }) => context.n + 1 }),
      },
    },
  },
  stimuli: ['go'],
});

describe('a search whose threads cannot be started goes on alone', () => {
  // More than a search must find before others are asked for.
  const system = smallSystem({ a: counter(99), b: counter(99), c: counter(99) });
  const whole = { states: 100 ** 3, complete: true, failure: null, verdict: 'holds' };
  // A size that no other test lets go of a crew of.
  const search = async () => {
    const { search: figures, failure, checks } = await check(system, undefined, { workers: 6 });
    return { states: figures!.states, complete: figures!.complete, failure, verdict: checks[0]!.verdict };
  };

  it('where the system allows no more', async () => {
    let before = 0;
    const { Broken, tally } = broken(() => {
      if (before++ === 2) throw new Error('Worker initialization failure: EAGAIN');
    });
    startBy(Broken);
    expect(await search()).toEqual(whole);
    // Those that had been started are not left behind.
    expect(tally).toEqual({ asked: 3, ended: 2 });
  });

  it('where their code does not load, and lets go of them', async () => {
    const { Broken, tally } = broken((worker) => {
      setImmediate(() => worker.emit('error', new Error('Cannot find module')));
    });
    startBy(Broken);
    expect(await search()).toEqual(whole);
    expect(tally).toEqual({ asked: 5, ended: 5 });
    expect(await search()).toEqual(whole);
    expect(tally).toEqual({ asked: 10, ended: 10 });
  });
});
