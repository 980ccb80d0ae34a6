// The smallest failing sequence as a function of the sizes; more of them are in cognito-buffer.sweep.deep.test.ts.
import { test } from 'vitest';
import { expectFormulas } from './testing/buffer-sweep.ts';

test.each([
  { W: 1, K: 1, E: 1 },
  { W: 1, K: 3, E: 0 },
  { W: 3, K: 1, E: 1 },
  { W: 3, K: 2, E: 2 },
])('the shortest runs are as long as the formulas say: W=$W K=$K E=$E', (size) => expectFormulas([size]));
