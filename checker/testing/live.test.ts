import { assign, sendTo } from 'xstate';
import { describe, expect, it } from 'vitest';
import { instantiate } from '../system/instance.ts';
import type { SystemInstance } from '../system/instance.ts';
import { smallSystem } from './charts.ts';
import { CheckedSystem, LiveSystem } from './live.ts';

interface Args {
  context: { n: number };
}

const to = (id: string) => sendTo(({ system }) => system.get(id) as never, { type: 'ping' } as never);

/** Passes on what comes to it until it has done so `most` times. */
const passOn = (id: string, most: number) => ({
  chart: {
    context: { n: 0 },
    on: {
      ping: {
        guard: ({ context }: Args) => context.n < most,
        actions: [assign({ n: ({ context }: Args) => context.n + 1 }), to(id)],
      },
    },
  },
  stimuli: ['ping'],
});
const ring = (most: number): SystemInstance =>
  instantiate(smallSystem({ a: passOn('b', most), b: passOn('c', most), c: passOn('a', most) }), {
    design: 'only',
  });
const counts = (live: LiveSystem): number[] =>
  live.snapshots().map(({ context }) => (context as { n: number }).n);

/** Live actors that call each other in a circle have no bound: they go on as long as they are let. */
describe('actors that call each other in a circle', () => {
  it('go round live as often as the engine follows, with the same end', () => {
    // 333 rounds, and the call that the first actor no longer passes on: 1,000 calls.
    const live = new LiveSystem(ring(333), true);
    const checked = new CheckedSystem(ring(333));
    live.send('a', { type: 'ping' });
    checked.send('a', { type: 'ping' });
    expect(counts(live)).toEqual([333, 333, 333]);
    expect([checked.engine(), checked.stepping()]).toEqual([live.picture(), live.picture()]);
  });

  it('go on live where the engine stops', () => {
    const live = new LiveSystem(ring(400), true);
    live.send('a', { type: 'ping' });
    expect(counts(live)).toEqual([400, 400, 400]);
    expect(live.snapshots().map(({ status }) => status)).toEqual(['active', 'active', 'active']);
    const checked = new CheckedSystem(ring(400));
    expect(() => checked.send('a', { type: 'ping' })).toThrow('more than 1000 sync calls');
  });
});

/**
 * The comparison with live actors failed with seed 1384585931 on generators of before: "a statechart goes round
 * for ever …, but no live actor failed". Engine and live actors agreed. The harness looks for the event that was
 * sent among all the engine offers, and took the failure of an offer that stands before it, the same event to
 * another actor, for its own. (The first generators failed with this seed as well, rightly: the state key lacked the
 * active nodes. Both systems agree now.)
 */
it('takes no failure of another actor for that of the event that was sent', () => {
  const endless = {
    chart: { initial: 'a', states: { a: { on: { go: 'b' } }, b: { always: 'c' }, c: { always: 'b' } } },
    stimuli: ['go'],
  };
  const fine = { chart: { initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } }, stimuli: ['go'] };
  const instance = instantiate(smallSystem({ bad: endless, good: fine }), { design: 'only' });
  const checked = new CheckedSystem(instance);
  checked.send('good', { type: 'go' });
  const live = new LiveSystem(instance, true);
  live.send('good', { type: 'go' });
  expect([checked.engine(), checked.stepping()]).toEqual([live.picture(), live.picture()]);
  expect(() => checked.send('bad', { type: 'go' })).toThrow('goes round for ever');
});
