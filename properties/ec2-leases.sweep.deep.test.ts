import { describeLeases } from './testing/lease-sweep.ts';

const sizes = [1, 2].flatMap((D) =>
  [1, 2, 3, 4].flatMap((T) =>
    [1, 2, 3].filter((p) => p <= T).flatMap((p) => [0, 1, 2, 3].map((G) => ({ D, T, p, G }))),
  ),
);

describeLeases(sizes);
