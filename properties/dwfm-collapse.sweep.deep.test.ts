import { expect, test } from 'vitest';
import {
  fewestDroplets,
  fewestRestarts,
  held,
  highestLimit,
  least,
  recovers,
} from './testing/collapse-sweep.ts';

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const settings = [1, 2, 3].flatMap((c) => [0, 1, 2, 3].map((TO) => ({ c, TO })));

test.each(settings)('it collapses from 2c(TO + 1) droplets on: c=$c, TO=$TO', async ({ c, TO }) => {
  for (const D of range(1, 16)) {
    const found = await recovers('as-deployed', { D, TO, c }, { queue: 40 });
    expect({ D, found }).toEqual({ D, found: D < fewestDroplets({ TO, c }) });
  }
});

test.each(settings)('a limit up to c(TO + 1) makes every service useful: c=$c, TO=$TO', async ({ c, TO }) => {
  for (const D of [6, 8, 12]) {
    for (const limit of range(1, Math.min(12, highestLimit({ TO, c })))) {
      const sizes = { D, TO, c };
      const properties = ['all-leases-come-back', 'every-service-is-useful'];
      expect({ ...sizes, limit, held: await held('throttle', sizes, properties, { limit }) }).toEqual({
        ...sizes,
        limit,
        held: [true, true],
      });
      // Fewer attempts than can be served at once leave hosts idle.
      const inTime = await held('throttle', sizes, ['recovered-in-time-under-the-throttle'], { limit });
      expect({ ...sizes, limit, inTime }).toEqual({ ...sizes, limit, inTime: [limit >= c] });
    }
  }
});

test.each(settings.filter(({ c, TO }) => c < 3 && TO < 3))(
  '⌊D / c(TO + 1)⌋ − 1 restarts can be enough, and fewer cannot: c=$c, TO=$TO',
  async ({ c, TO }) => {
    for (const D of range(2, 8)) {
      const sizes = { D, TO, c };
      const found = await least([0, 8], async (clears) => {
        const properties = ['all-leases-can-come-back'];
        return (await held('hosts-restarted-often', sizes, properties, { clears, queue: 16 }))[0]!;
      });
      expect({ ...sizes, found }).toEqual({ ...sizes, found: fewestRestarts(sizes) });
    }
  },
);
