import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Suite } from '../index.ts';
import { createMachine } from 'xstate';
import { eventually, monitor } from '../index.ts';
import { exploration } from './exploration.ts';
import { reduce } from './reduce.ts';
import { ScheduleFailure, propertiesOf, scheduleProperty } from './schedule-property.ts';
import { safeSuite } from './testing/safe.ts';
import { instantiate } from './walk.ts';

afterEach(() => vi.unstubAllEnvs());

const parameters = exploration({ seed: 42, numRuns: 3000 });

describe(`scheduleProperty (seed ${parameters.seed})`, () => {
  test('fails with the run it found, shrunk', () => {
    const details = fc.check(
      scheduleProperty(safeSuite, { design: 'jams', properties: ['stays-shut', 'digits-fit'] }),
      parameters,
    );
    const failure = details.errorInstance as ScheduleFailure;
    expect(failure).toBeInstanceOf(ScheduleFailure);
    expect(failure.property).toBe('stays-shut');
    expect(failure.steps).toBe(5);
    expect(failure.message).toMatch(/^jams · stays-shut is violated in 5 steps of a random schedule\n/);
    expect(failure.message).toContain('The safe never opens.');
    expect(failure.message).toContain('After 5 digits it is open.');
    // Shrunk to as many numbers as it takes steps.
    const [schedule] = details.counterexample!;
    expect(schedule).toHaveLength(5);
    expect(
      reduce(instantiate(safeSuite.system, { design: 'jams' }), safeSuite.properties['stays-shut']!, schedule)
        .steps,
    ).toHaveLength(5);
  });

  test('explores the sizes it is told to', () => {
    const set = { length: 2 };
    const { errorInstance } = fc.check(
      scheduleProperty(safeSuite, { design: 'jams', properties: ['stays-shut'], set }),
      parameters,
    );
    expect((errorInstance as ScheduleFailure).steps).toBe(2);
  });

  test('passes where there is nothing to find', () => {
    const details = fc.check(
      scheduleProperty(safeSuite, { design: 'jams', properties: ['digits-fit'] }),
      parameters,
    );
    expect(details).toMatchObject({ failed: false, numRuns: parameters.numRuns });
  });

  test('looks for all but what is to be reached, unless that is named', () => {
    const { opens, 'digits-fit': fit, 'stays-shut': shut } = safeSuite.properties;
    const find = (properties: Suite['properties'], names?: string[]) => {
      const property = scheduleProperty(
        { ...safeSuite, properties },
        { design: 'forgives', properties: names },
      );
      return (fc.check(property, parameters).errorInstance as ScheduleFailure | null)?.property;
    };
    expect(find({ opens: opens!, fit: fit! })).toBeUndefined();
    expect(find({ opens: opens!, fit: fit!, shut: shut! })).toBe('shut');
    expect(find({ opens: opens!, fit: fit! }, ['opens'])).toBe('opens');
  });

  test('refuses names that do not exist', () => {
    expect(() => scheduleProperty(safeSuite, { design: 'jams', properties: ['opns'] })).toThrow(
      /no property "opns".*stays-shut/,
    );
    expect(() => scheduleProperty(safeSuite, { design: 'jam' })).toThrow(/no design "jam".*jams, forgives/);
    expect(() => scheduleProperty(safeSuite, { design: 'jams', set: { length: 99 } })).toThrow(
      /length.*1\.\.20/,
    );
  });
});

describe('exploration', () => {
  test('takes its seed from PREMORTEM_SEED, where that is set', () => {
    vi.stubEnv('PREMORTEM_SEED', '');
    expect(exploration({ seed: 7 }).seed).toBe(7);
    vi.stubEnv('PREMORTEM_SEED', '-12');
    expect(exploration({ seed: 7 }).seed).toBe(-12);
    vi.stubEnv('PREMORTEM_SEED', '1e99');
    expect(() => exploration({ seed: 7 })).toThrow(/PREMORTEM_SEED=1e99: expected a whole number/);
  });

  test('fails when it is cut short', () => {
    const nothing = scheduleProperty(safeSuite, { design: 'jams', properties: ['digits-fit'] });
    const cut = fc.check(nothing, exploration({ seed: 1, numRuns: 1_000_000, maxSeconds: 0.05 }));
    expect(cut).toMatchObject({ failed: true, interrupted: true });
  });
});

test('a property of what happens in the end is refused, and left out where none is named', () => {
  const inTheEnd = eventually(safeSuite.system, {
    description: 'it comes to an end',
    observes: [],
    holds: () => false,
  });
  const suite = { ...safeSuite, properties: { ...safeSuite.properties, 'in-the-end': inTheEnd } };
  expect(() => propertiesOf(suite, ['in-the-end'])).toThrow(/"in-the-end" speaks of what happens in the end/);
  expect(Object.keys(propertiesOf(suite))).not.toContain('in-the-end');
});

test('a monitor is refused, and left out where none is named', () => {
  const machine = createMachine({ initial: 'a', states: { a: { tags: 'pending' } } });
  const watched = monitor(safeSuite.system, { description: 'it is watched', machine });
  const suite = { ...safeSuite, properties: { ...safeSuite.properties, watched } };
  expect(() => propertiesOf(suite, ['watched'])).toThrow(/"watched" remembers what has happened/);
  expect(Object.keys(propertiesOf(suite))).not.toContain('watched');
});
