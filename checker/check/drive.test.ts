import { expect, test } from 'vitest';
import type { Suite } from '../property/suite.ts';
import type { BreadthFirstSearch } from '../search/breadth-first.ts';
import type { CheckOptions } from './options.ts';
import { drive } from './drive.ts';

/** Stands in for a search that never ends, each state of which takes some milliseconds. */
function slowSearch(milliseconds: number) {
  const search = {
    stopped: null as unknown,
    store: { count: 0 },
    frontier: 1,
    depth: 0,
    space: { instance: { design: 'slow' } },
    stop: (why: unknown) => (search.stopped = why),
    advance(states: number): boolean {
      for (let i = 0; i < states && search.stopped === null; i++) {
        const end = performance.now() + milliseconds;
        while (performance.now() < end) search.store.count++;
      }
      return search.stopped !== null;
    },
  };
  return search;
}

async function timeOf(milliseconds: number, options: CheckOptions): Promise<number> {
  const started = performance.now();
  const search = slowSearch(milliseconds) as unknown as BreadthFirstSearch;
  await drive({ name: 'slow' } as Suite, search, started, { ...options, scope: 'default' });
  return performance.now() - started;
}

test.each([0.01, 2, 20])('a limit of time is kept where a state takes %d ms', async (milliseconds) => {
  const time = await timeOf(milliseconds, { maxSeconds: 0.2 });
  expect(time).toBeGreaterThan(199);
  expect(time).toBeLessThan(400);
});

test.each([0.01, 2, 20])('an interrupt is noticed soon where a state takes %d ms', async (milliseconds) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  expect(await timeOf(milliseconds, { signal: controller.signal })).toBeLessThan(400);
});
