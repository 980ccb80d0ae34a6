import { describeCover } from './testing/outage-sweep.ts';

const range = (to: number): number[] => Array.from({ length: to }, (_, i) => i + 1);

describeCover(
  range(3).flatMap((H) => range(3).flatMap((w) => range(3).map((B) => ({ H, w, B })))),
  ({ H }) => 2 * H + 1,
);
