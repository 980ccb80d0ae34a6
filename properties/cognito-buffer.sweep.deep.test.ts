import { test } from 'vitest';
import { expectFormulas, sizes } from './testing/buffer-sweep.ts';

test('the shortest runs are as long as the formulas say, with up to 4 workers, 4 places and 2 more', () =>
  expectFormulas(sizes(4, 2)));
