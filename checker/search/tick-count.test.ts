import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WRONG } from './memory.ts';
import { OUTSIDE } from './step-graph.ts';
import { TickCount } from './tick-count.ts';

/** A run: whether each state is one that `when` and `goal` pick, and whether the step to it is a tick. */
interface Moment {
  readonly when: boolean;
  readonly goal: boolean;
  readonly tick: boolean;
}

/** By definition: the first tick that is one too many for some state before it, or -1. */
function late(run: readonly Moment[], most: number): number {
  return run.findIndex(
    ({ tick }, now) =>
      tick &&
      run.some(
        ({ when }, since) =>
          when &&
          since < now &&
          run.slice(since, now).every(({ goal }) => !goal) &&
          run.slice(since + 1, now + 1).filter((moment) => moment.tick).length > most,
      ),
  );
}

describe('the ticks since something is awaited', () => {
  test('are too many exactly where, by definition, some state has waited longer', () => {
    let found = 0;
    const moment = fc.record({ when: fc.boolean(), goal: fc.nat(9).map((n) => n < 2), tick: fc.boolean() });
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 12 }), fc.nat(3), (run, most) => {
        const flags = (of: 'when' | 'goal') => Uint8Array.from(run, (at) => (at[of] ? 1 : 0));
        const count = new TickCount(most, flags('when'), flags('goal'));
        let memory = count.start(0);
        let wrong = -1;
        for (let state = 1; state < run.length && wrong < 0; state++) {
          const tick = run[state]!.tick ? 1 : 0;
          const outside = count.after(memory, tick, OUTSIDE);
          memory = count.after(memory, tick, state);
          // A tick is one too many whatever it leads to.
          expect(outside === WRONG).toBe(memory === WRONG);
          if (memory === WRONG) wrong = state;
        }
        expect(wrong).toBe(late([{ ...run[0]!, tick: false }, ...run.slice(1)], most));
        if (wrong >= 0) found++;
      }),
      { numRuns: 2000 },
    );
    expect(found).toBeGreaterThan(300);
  });

  test('stay few: what is awaited twice counts from the first time, and the count ends at the limit', () => {
    const count = new TickCount(2, Uint8Array.of(1), Uint8Array.of(0));
    let memory = count.start(0);
    const seen = [];
    for (; memory !== WRONG; memory = count.after(memory, 1, 0)) seen.push(memory);
    expect(seen).toEqual([1, 2, 3]);
    expect(count.after(1, 0, 0)).toBe(1);
  });
});
