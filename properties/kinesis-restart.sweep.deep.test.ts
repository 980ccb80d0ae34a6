import { expect, test } from 'vitest';
import { allDesigns, describeRule, describeSizes, leastBound } from './testing/restart-sweep.ts';

describeSizes([2, 3, 4, 5, 6, 8, 12], [0, 1, 2, 3, 4]);
describeRule([4, 6], [0, 1, 2, 3]);

test.each(allDesigns)('Q4 for %s: the least bound is that of the formula', async (design) => {
  for (const N of [2, 3, 4, 5, 6, 7, 8]) expect(await leastBound(design, N)).not.toBe(0);
});
