import { describe, expect, test } from 'vitest';
import { findAll, findIn } from './finding.ts';
import { safeSuite } from './testing/safe.ts';
import { instantiate } from './walk.ts';

const { system, properties } = safeSuite;
const jams = instantiate(system, { design: 'jams' });
const forgives = instantiate(system, { design: 'forgives' });
// Places of offers: user-1 looks (0), presses 1 (1), presses 0 (2); the same for user-2 (3, 4, 5).
const code = [1, 5, 4, 2, 1];

const only = (...names: string[]) => Object.fromEntries(names.map((name) => [name, properties[name]!]));

describe('findIn', () => {
  test('gives the run up to the step that violates an invariant', () => {
    const found = findIn(jams, only('digits-fit', 'stays-shut'), [...code, 1, 1]);
    expect(found?.property).toBe('stays-shut');
    expect(found?.run.steps).toHaveLength(5);
  });

  test('gives null when nothing is found', () => {
    expect(findIn(jams, only('digits-fit', 'stays-shut'), code.slice(0, 4))).toBeNull();
  });

  test('finds a state to be reached', () => {
    expect(findIn(jams, only('opens'), code)?.run.steps).toHaveLength(5);
  });

  test('finds a step property violated by a step that changes nothing, as the search does', () => {
    const found = findIn(jams, only('looking-is-free'), [1, 0]);
    expect(found?.run.steps.map(({ choice }) => choice.event?.type)).toEqual(['press', 'look']);
  });

  test('finds a deadlock where no step is left, and only there', () => {
    expect(findIn(jams, only('never-stuck'), [1, 1])?.run.steps).toHaveLength(2);
    expect(findIn(jams, only('never-stuck'), code)).toBeNull();
    expect(findIn(forgives, only('never-stuck'), [1, 1, 1, 2, 2])).toBeNull();
  });
});

describe('findAll', () => {
  test('runs on after a finding, and gives the first of each property', () => {
    const found = findAll(forgives, properties, [1, 1, 0, ...code.slice(1)]);
    expect(found.map(({ property, run }) => [property, run.steps.length])).toEqual([
      ['looking-is-free', 3],
      ['stays-shut', 7],
      ['opens', 7],
    ]);
  });
});
