import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Suite } from '../property/suite.ts';
import { UNLIMITED } from '../search/memory-limit.ts';
import type { BreadthFirstSearch } from '../search/breadth-first.ts';
import type { CheckOptions } from './options.ts';
import { drive } from './drive.ts';

/** Milliseconds on the clock of a test. */
let now = 0;

beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => void vi.restoreAllMocks());

/** Stands in for a search that never ends, each state of which takes some milliseconds. */
function slowSearch(milliseconds: number, passes: () => void) {
  const search = {
    stopped: null as unknown,
    store: { count: 0 },
    limits: { memory: UNLIMITED },
    frontier: 1,
    depth: 1,
    bytes: 0,
    space: { instance: { design: 'slow' } },
    stop: (why: unknown) => (search.stopped = why),
    advance(states: number): boolean {
      for (let i = 0; i < states && search.stopped === null; i++) {
        search.store.count++;
        now += milliseconds;
        passes();
      }
      return search.stopped !== null;
    },
  };
  return search;
}

/** The time on the clock when the search is stopped. */
async function timeOf(
  milliseconds: number,
  options: CheckOptions,
  passes: () => void = () => undefined,
): Promise<number> {
  const search = slowSearch(milliseconds, passes) as unknown as BreadthFirstSearch;
  await drive({ name: 'slow' } as Suite, search, 0, { ...options, scope: 'default' });
  return now;
}

test.each([0.01, 2, 20])('a limit of time is kept where a state takes %d ms', async (milliseconds) => {
  const time = await timeOf(milliseconds, { maxSeconds: 0.2 });
  expect(time).toBeGreaterThan(199);
  expect(time).toBeLessThan(260);
});

test.each([0.01, 2, 20])('an interrupt is noticed soon where a state takes %d ms', async (milliseconds) => {
  const controller = new AbortController();
  const time = await timeOf(milliseconds, { signal: controller.signal }, () => {
    if (now >= 100) controller.abort();
  });
  expect(time).toBeGreaterThan(99);
  expect(time).toBeLessThan(200);
});

test('a search that has no memory left to end in is out of memory', async () => {
  const search = slowSearch(1, () => undefined);
  const abandon = vi.fn(() => void (search.stopped = 'abandoned'));
  const stop = (): never => {
    throw new RangeError('Array buffer allocation failed');
  };
  const ending = { ...search, stop, abandon } as unknown as BreadthFirstSearch;
  await drive({ name: 'slow' } as Suite, ending, 0, { maxSeconds: 0.1, scope: 'default' });
  expect(abandon).toHaveBeenCalledOnce();
  expect(search.stopped).toBe('abandoned');
});
