import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shows } from '../trace/replay.ts';
import { findIn } from './finding.ts';
import { reduce } from './reduce.ts';
import { schedules } from './schedules.ts';
import { safeSuite } from './testing/safe.ts';
import { instantiate } from './walk.ts';

const seed = 815;
const { system, properties } = safeSuite;
const staysShut = properties['stays-shut']!;
const forgives = instantiate(system, { design: 'forgives' });

describe(`reduce (seed ${seed})`, () => {
  const opening = fc
    .sample(schedules(), { seed, numRuns: 2000 })
    .filter((schedule) => findIn(forgives, { staysShut }, schedule) !== null)
    .slice(0, 40);

  test('leaves only what a violation needs, from long runs with all kinds of detours', () => {
    expect(opening).toHaveLength(40);
    const longest = Math.max(
      ...opening.map((schedule) => findIn(forgives, { staysShut }, schedule)!.run.steps.length),
    );
    expect(longest).toBeGreaterThan(20);
    for (const schedule of opening) {
      const run = reduce(forgives, staysShut, schedule);
      expect(shows(forgives, staysShut, run)).toBe(true);
      expect(run.steps.map(({ choice }) => (choice.event as unknown as { digit: number }).digit)).toEqual([
        1, 0, 1, 0, 1,
      ]);
    }
  });
});

test('leaves out a detour that only makes sense as a whole', () => {
  // 1 0 0: the third digit is wrong and undoes the first two, which cannot be left out one by one.
  const steps = reduce(forgives, staysShut, [1, 2, 2, 1, 2, 1, 2, 1]).steps;
  expect(steps).toHaveLength(5);
});

test('reduces to a self-loop, or to nothing but the start', () => {
  const looking = reduce(forgives, properties['looking-is-free']!, [1, 2, 0]);
  expect(looking.steps.map(({ choice }) => choice.event?.type)).toEqual(['look']);
  const open = instantiate(system, { design: 'forgives', set: { length: 1 } });
  expect(reduce(open, properties['opens']!, [2, 2, 1]).steps).toHaveLength(1);
});

test('refuses a schedule that does not show the property', () => {
  expect(() => reduce(forgives, staysShut, [1, 2])).toThrow(
    /\[1, 2\] shows nothing of "The safe never opens."/,
  );
});
