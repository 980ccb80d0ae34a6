import { assign } from 'xstate';
import { expect, test } from 'vitest';
import { invariant } from '../property/property.ts';
import { check, messageOf, smallSystem } from '../testing/charts.ts';

type Args = { context: { set: Set<string>; is: string }; event: unknown };

/** A set of four that comes in orders which neither reversing nor turning the first of them gives. */
const four = (go: object, more: { stimuli?: (set: Set<string>) => unknown[] } = {}) => {
  const insert = assign({ set: ({ event }: Args) => new Set((event as { as: string[] }).as) });
  const orders = ['abcd', 'bacd', 'abdc'].map((as) => ({ type: 'insert', as: as.split('') }));
  return smallSystem({
    it: {
      chart: { context: { set: new Set(), is: '' }, on: { insert: { actions: insert }, go } },
      stimuli: (snapshot: { context: Args['context'] }) => [
        ...orders,
        'go',
        ...(more.stimuli?.(snapshot.context.set) ?? []),
      ],
    },
  });
};

/** Agrees on an order, its reversal and its turn by one place: whether `a` and `b` are neighbours on the ring. */
const near = (set: Set<string>): boolean =>
  Math.abs([...set].indexOf('b') - [...set].indexOf('c')) % 2 === 1 && set.size === 4;

test('an assign that minds an order in which a known state comes again', async () => {
  const go = { actions: assign({ is: ({ context }: Args) => String(near(context.set)) }) };
  expect(await messageOf(four(go))).toContain('depends on the order');
});

test('stimuli that mind it', async () => {
  const stimuli = (set: Set<string>) => (near(set) ? [{ type: 'go', n: 1 }] : []);
  expect(await messageOf(four({}, { stimuli }))).toContain('depends on the order');
});

test('a step that does not mind it is fine', async () => {
  const go = { actions: assign({ is: ({ context }: Args) => [...context.set].sort().join('') }) };
  expect(await messageOf(four(go))).toBe('');
});

test('a property that minds it', async () => {
  const system = four({});
  const neighbours = invariant(system, {
    description: 'neighbours',
    observes: ['it'],
    holds: ({ it }) =>
      near((it as unknown as Args).context.set) || (it as unknown as Args).context.set.size === 0,
  });
  const [found] = (await check(system, { neighbours })).checks;
  expect([found!.verdict, found!.reason]).toEqual(['error', expect.stringContaining('depends on the order')]);
});

test('an element of a queue may be compared with another place that holds it', async () => {
  const [first, second] = [{ id: 1 }, { id: 2 }];
  const context = { queue: [first, second], current: first };
  const rest = ({ context: c }: { context: typeof context }) => c.queue.filter((q) => q !== c.current);
  const go = {
    guard: (args: { context: typeof context }) => args.context.queue.length === 2,
    actions: assign({ queue: rest }),
  };
  expect(await messageOf(smallSystem({ it: { chart: { context, on: { go } }, stimuli: ['go'] } }))).toBe('');
});
