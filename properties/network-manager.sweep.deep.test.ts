import { describeOverload } from './testing/network-sweep.ts';

const sizes = [2, 3, 4, 6].flatMap((q) =>
  [1, 2].flatMap((a) =>
    [2, 3].flatMap((s) => [0, 1, 2].filter((slow) => a < s && slow <= s).map((slow) => ({ q, a, s, slow }))),
  ),
);

describeOverload(sizes);
