import { describeBacklog } from './testing/backlog-sweep.ts';

const range = (to: number): number[] => Array.from({ length: to }, (_, i) => i + 1);

describeBacklog(
  range(3).flatMap((a) =>
    range(3).flatMap((s) => range(4).flatMap((Q) => range(2).map((d) => ({ a, s, Q, d })))),
  ),
  6,
);
