import {
  longestUntilSeen,
  testAlarmDelays,
  testInTime,
  testSafeWait,
  watches,
} from './testing/discovery-sweep.ts';

const upTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, i) => i);

for (const watch of watches) {
  for (const D of [1, 2, 3, 6]) {
    for (const A of [0, 1, 2]) testSafeWait(watch, D, A, upTo(longestUntilSeen(watch, D, A) + 2));
  }
  for (const first of [1, 2] as const) testInTime(watch, first, upTo(8));
  for (const D of [3, 6, 8, 9, 10]) {
    for (const first of [1, 2] as const) testAlarmDelays(watch, first, D, upTo(16));
  }
}
