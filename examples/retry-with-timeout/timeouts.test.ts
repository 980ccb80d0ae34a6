// How long must a client wait? The sentence of the README is compared with the search.
import { checkSuite } from 'premortem';
import { expect, test } from 'vitest';
import suite from './retry-with-timeout.suite.ts';

test.each([1, 2, 3])(
  'an answer that takes %i s: charged twice if and only if the client waits no longer',
  async (work) => {
    for (const timeout of [1, 2, 3, 4]) {
      const report = await checkSuite(suite, {
        designs: ['patient'],
        properties: ['charged-at-most-once'],
        set: { orders: 1, attempts: 2, timeout, work },
      });
      const { verdict, steps } = report.designs[0]!.checks[0]!;
      const expected =
        timeout <= work ? { verdict: 'violated', steps: timeout + 2 } : { verdict: 'holds', steps: null };
      expect({ timeout, verdict, steps }).toEqual({ timeout, ...expected });
    }
  },
);
