// What M-K2 sweeps: the waiting time between two steps of a roll-out, and the delay of the alarm.
import { checkSuite } from 'premortem';
import type { DesignName, ParameterValues, ScopeName } from 'premortem';
import { expect, test } from 'vitest';
import type { kinesisDiscovery } from '../../models/kinesis-discovery/system.ts';
import suite from '../kinesis-discovery.suite.ts';

export type Watch = ParameterValues<typeof kinesisDiscovery>['alarmWatches'];
type Values = Partial<ParameterValues<typeof kinesisDiscovery>>;

export const watches: readonly Watch[] = ['every-server', 'existing-servers'];

/** From the last server added to 05:15, and from the first to the last, in ticks. */
const TO_THE_ALARM = 9;
const ROLL_OUT = 6;

/** Whether a state is reached; for other kinds of property, whether it is violated. */
export async function happens(
  design: DesignName<typeof kinesisDiscovery>,
  scope: ScopeName<typeof kinesisDiscovery>,
  property: string,
  set: Values,
): Promise<boolean> {
  const report = await checkSuite(suite, { designs: [design], scope, properties: [property], set });
  const { kind, verdict, reason } = report.designs[0]!.checks[0]!;
  expect(['holds', 'violated'], reason ?? '').toContain(verdict);
  return (kind === 'reachable') === (verdict === 'holds');
}

/**
 * The longest time until errors are seen: at once, or when the last server has heard, and then the delay of the alarm.
 * A roll-out that waits longer stops at the step that breaks something.
 */
export const longestUntilSeen = (watch: Watch, delay: number, alarmDelay: number): number =>
  (watch === 'every-server' ? 0 : delay) + alarmDelay;

/** The roll-out stops in time if and only if it waits longer; with two cells one of them is then spared. */
export function testSafeWait(
  watch: Watch,
  delay: number,
  alarmDelay: number,
  waits: readonly number[],
): void {
  const longest = longestUntilSeen(watch, delay, alarmDelay);
  test(`${watch}, D=${delay}, A=${alarmDelay}: safe when T > ${longest}`, async () => {
    for (const quiet of waits) {
      const set = { delay, alarmDelay, quiet, alarmWatches: watch };
      const design = 'quiet-time-between-steps';
      const one = await happens(design, 'first-newcomer-breaks', 'nothing-is-added-to-a-broken-fleet', set);
      const both = await happens(design, 'two-cells', 'every-map-is-useless', set);
      const tooSoon = quiet <= longest;
      expect({ quiet, addedTooSoon: one, bothCellsLost: both }).toEqual({
        quiet,
        addedTooSoon: tooSoon,
        bothCellsLost: tooSoon,
      });
    }
  });
}

/** The delays of the alarm that reproduce 05:15, where the first or the last of two newcomers does not fit. */
export function delaysFor0515(watch: Watch, firstToBreak: 1 | 2, delay: number): readonly number[] {
  const sinceItJoined = TO_THE_ALARM + (firstToBreak === 1 ? ROLL_OUT : 0);
  if (watch === 'every-server') return [sinceItJoined];
  return Array.from({ length: delay }, (_, i) => sinceItJoined - delay + i).filter((A) => A >= 0);
}

/** Whether an alarm can come while a server is still to be added, where the first of two does not fit. */
export const canComeInTime = (watch: Watch, alarmDelay: number): boolean =>
  alarmDelay + (watch === 'every-server' ? 0 : 1) <= ROLL_OUT;

/** 05:15 is reached with these delays of the alarm and with no other. */
export function testAlarmDelays(
  watch: Watch,
  firstToBreak: 1 | 2,
  delay: number,
  delays: readonly number[],
): void {
  test(`${watch}, newcomer-${firstToBreak} does not fit, D=${delay}: which A gives 05:15`, async () => {
    const expected = delaysFor0515(watch, firstToBreak, delay);
    for (const alarmDelay of delays) {
      const set = { delay, alarmDelay, alarmWatches: watch, threadLimit: firstToBreak + 1 };
      const found = await happens('as-deployed', 'default', 'the-first-alarm-comes-at-05-15', set);
      expect({ alarmDelay, found }).toEqual({ alarmDelay, found: expected.includes(alarmDelay) });
    }
  });
}

/** An alarm that can come while a server is still to be added: where the first of two does not fit, and soon enough. */
export function testInTime(watch: Watch, firstToBreak: 1 | 2, delays: readonly number[]): void {
  test(`${watch}, newcomer-${firstToBreak} does not fit: which A is in time`, async () => {
    for (const alarmDelay of delays) {
      const set = { alarmDelay, alarmWatches: watch, threadLimit: firstToBreak + 1 };
      const found = await happens('as-deployed', 'default', 'the-alarm-comes-while-servers-are-added', set);
      expect({ alarmDelay, found }).toEqual({
        alarmDelay,
        // The last server to be added is itself the one that does not fit: too late for any alarm.
        found: firstToBreak === 1 && canComeInTime(watch, alarmDelay),
      });
    }
  });
}
