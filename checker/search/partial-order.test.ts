import { assign, sendTo } from 'xstate';
import { describe, expect, it } from 'vitest';
import discovery from '../../bench/models/discovery.ts';
import { checkDesign } from '../check/check-design.ts';
import type { Property } from '../property/property.ts';
import { deadlockFree, invariant, reachable, stepProperty } from '../property/property.ts';
import { eventually } from '../property/temporal-properties.ts';
import type { AnySystem } from '../system/define-system.ts';
import { check, smallSystem } from '../testing/charts.ts';

interface Args {
  context: { n: number };
}
type Seen = Record<string, { value: string; context: { n: number } }>;

/** Counts up to `most`, by its own stimulus. */
const counter = (most: number) => ({
  chart: {
    context: { n: 0 },
    on: {
      go: {
        guard: ({ context }: Args) => context.n < most,
        actions: assign({ n: ({ context }: Args) => context.n + 1 }),
      },
    },
  },
  stimuli: ['go'],
});
/** Goes to and fro for ever. */
const toggle = {
  chart: { initial: 'a', states: { a: { on: { go: 'b' } }, b: { on: { go: 'a' } } } },
  stimuli: ['go'],
};
/** Goes once from `a` to `b`. */
const once = { chart: { initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } }, stimuli: ['go'] };
const to = (id: string, type: string) => sendTo(({ system }) => system.get(id) as never, { type } as never);

const never = (system: AnySystem, observes: readonly string[], bad: (seen: Seen) => boolean): Property =>
  invariant(
    system as never,
    {
      description: 'x',
      observes: observes as never,
      holds: (seen: never) => !bad(seen as Seen),
    } as never,
  );

/** Checks a system both ways; the verdicts and runs must be the same. */
async function both(system: AnySystem, properties: Record<string, Property>) {
  const full = await check(system, properties);
  const reduced = await check(system, properties, { partialOrder: true });
  const said = ({ checks }: typeof full) =>
    checks.map(({ property, verdict, steps, counterexample }) => {
      return { property, verdict, steps, run: counterexample?.steps };
    });
  expect(said(reduced)).toEqual(said(full));
  const [a, b] = [full.search!.states, reduced.search!.states];
  expect(reduced.search!.mode).toBe('por');
  expect(reduced.coverage).toBeNull();
  return { full: a, reduced: b, verdict: full.checks[0]!.verdict, steps: full.checks[0]!.steps };
}

describe('where servers hear of each other in any order', () => {
  it.each([
    [5, 16_384, 40],
    [6, 262_144, 75],
  ])('of %i servers, %i states are enough to be as few as %i', async (servers, states, left) => {
    const set = { servers, newcomers: 2 };
    const found = async (partialOrder: boolean) => {
      const options = { scope: 'default', set, partialOrder };
      const { report } = await checkDesign(discovery, 'in-any-order', discovery.properties, options);
      return [report.search!.states, report.checks[0]!.verdict];
    };
    expect(await found(true)).toEqual([left, 'holds']);
    if (servers === 5) expect(await found(false)).toEqual([states, 'holds']);
  });

  it('an invariant of one leaves the orders of the others out', async () => {
    const system = smallSystem({ it: counter(4), b: counter(4), c: counter(4), d: counter(4) });
    const small = { small: never(system, ['it'], ({ it: seen }) => seen!.context.n > 4) };
    expect(await both(system, small)).toMatchObject({ full: 625, reduced: 17, verdict: 'holds' });
  });
});

describe('what must not be left out', () => {
  it('is what waits while another goes round for ever', async () => {
    const system = smallSystem({ round: toggle, it: counter(2) });
    const p = { low: never(system, ['round'], () => false), stuck: deadlockFree(system) };
    await both(system, p);
    expect(
      await both(system, {
        low: never(system, ['it'], ({ it: { context } = {} as never }) => context.n > 1),
      }),
    ).toMatchObject({
      verdict: 'violated',
      steps: 2,
    });
  });

  it('is code that fails while another goes round for ever', async () => {
    const fails = () => {
      throw new Error('no row');
    };
    const failing = {
      chart: { initial: 'a', states: { a: { on: { go: 'b' } }, b: { on: { go: { guard: fails } } } } },
      stimuli: ['go'],
    };
    const system = smallSystem({ round: toggle, it: failing });
    expect(await both(system, { stuck: deadlockFree(system) })).toMatchObject({ verdict: 'error' });
  });

  it('is an order that an observer can tell', async () => {
    const system = smallSystem({ a: once, b: once });
    const p = { p: never(system, ['a', 'b'], ({ a, b }) => a!.value === 'a' && b!.value === 'b') };
    expect(await both(system, p)).toMatchObject({ verdict: 'violated', steps: 1 });
  });

  it('is a step that a step property speaks of', async () => {
    const system = smallSystem({ a: once, b: once, c: once });
    const late = stepProperty(system as never, {
      description: 'x',
      observes: ['b'] as never,
      on: (step: { actor: string }) => step.actor === 'a',
      holds: (before: Seen) => before['b']!.value === 'a',
    });
    expect(await both(system, { late })).toMatchObject({ verdict: 'violated', steps: 2 });
  });

  it('is a call that comes by way of others, late', async () => {
    // `far` calls `a` by way of two others: only after two steps of its own.
    const far = {
      chart: {
        initial: 'x',
        states: {
          x: { on: { go: 'y' } },
          y: { on: { go: { target: 'z', actions: to('mid', 'm') } } },
          z: {},
        },
      },
      stimuli: ['go'],
    };
    const mid = { chart: { on: { m: { actions: to('next', 'm') } } } };
    const next = { chart: { on: { m: { actions: to('a', 'm') } } } };
    const a = {
      chart: { initial: 'a', states: { a: { on: { go: 'b', m: 'early' } }, b: {}, early: {} } },
      stimuli: ['go'],
    };
    const system = smallSystem({ a, mid, next, far, other: once });
    expect(
      await both(system, {
        p: reachable(system as never, {
          description: 'x',
          observes: ['other'] as never,
          where: () => false,
        }),
      }),
    ).toMatchObject({ verdict: 'violated' });
    const early = deadlockFree(
      system as never,
      {
        observes: ['a'],
        legalEnd: (seen: Seen) => seen['a']!.value !== 'early',
      } as never,
    );
    expect(await both(system, { early })).toMatchObject({ verdict: 'violated', steps: 3 });
  });

  it('is what is read from another only', async () => {
    // `b` moves on if `a` has not: it asks by a call that changes nothing but `b`.
    const a = {
      chart: { initial: 'a', states: { a: { on: { go: 'b', ask: { actions: to('b', 'yes') } } }, b: {} } },
      stimuli: ['go'],
    };
    const b = {
      chart: {
        initial: 'a',
        states: { a: { on: { go: { actions: to('a', 'ask') }, yes: 'told' } }, told: {} },
      },
      stimuli: ['go'],
    };
    const system = smallSystem({ a, b, c: once });
    for (const end of ['told', 'a'])
      expect(
        await both(system, {
          p: deadlockFree(
            system as never,
            { observes: ['b'], legalEnd: (seen: Seen) => seen['b']!.value !== end } as never,
          ),
        }),
      ).toMatchObject({ verdict: 'violated' });
  });

  it('is a message that comes first where another could', async () => {
    const it = {
      chart: { initial: 'a', states: { a: { on: { go: 'b', m: 'early' } }, b: {}, early: {} } },
      stimuli: ['go'],
    };
    const sender = {
      chart: { initial: 'a', states: { a: { on: { go: { target: 'b', actions: to('it', 'm') } } }, b: {} } },
      stimuli: ['go'],
    };
    const system = smallSystem({ it, sender, c: once }, { delivery: 'fifo' });
    for (const end of ['early', 'b'])
      expect(
        await both(system, {
          p: deadlockFree(
            system as never,
            { observes: ['it'], legalEnd: (seen: Seen) => seen['it']!.value !== end } as never,
          ),
        }),
      ).toMatchObject({ verdict: 'violated' });
  });

  it('is a message that is dropped before another is taken out', async () => {
    const go = { target: 'b', actions: [to('it', 'm'), to('it', 'm')] };
    const sender = {
      chart: { initial: 'a', entry: to('it', 'm'), states: { a: { on: { go } }, b: {} } },
      stimuli: ['go'],
    };
    const count = {
      guard: ({ context }: Args) => context.n < 4,
      actions: assign({ n: ({ context }: Args) => context.n + 1 }),
    };
    const it = { chart: { context: { n: 0 }, on: { m: count } } };
    const channel = { order: 'fifo', capacity: 2, whenFull: 'drop' };
    const system = smallSystem(
      { sender, it, c: once },
      { delivery: { default: 'sync', it: channel } as never },
    );
    const legalEnd = (seen: Seen) => seen['it']!.context.n < 3;
    const p = deadlockFree(system as never, { observes: ['it'], legalEnd } as never);
    expect(await both(system, { p })).toMatchObject({ verdict: 'violated' });
  });

  it('is a tick while a timer is still to be set', async () => {
    const late = { target: 'late', actions: to('other', 'm') };
    const it = {
      chart: { initial: 'a', states: { a: { on: { go: 'b' } }, b: { after: { 1000: late } }, late: {} } },
      stimuli: ['go'],
    };
    const other = {
      chart: {
        initial: 'a',
        states: { a: { after: { 2000: 'b' }, on: { m: 'ab' } }, b: { on: { m: 'bb' } }, ab: {}, bb: {} },
      },
    };
    const system = smallSystem({ it, other, c: once }, { time: { tick: 1000 } });
    for (const end of ['ab', 'bb'])
      expect(
        await both(system, {
          p: deadlockFree(
            system as never,
            { observes: ['other'], legalEnd: (seen: Seen) => seen['other']!.value !== end } as never,
          ),
        }),
      ).toMatchObject({ verdict: 'violated' });
  });

  it('is a full channel that makes the search incomplete', async () => {
    const sender = { chart: { on: { go: { actions: to('it', 'm') } } }, stimuli: ['go'] };
    const it = { chart: { on: { m: {} } } };
    const system = smallSystem(
      { c: toggle, it, sender },
      { delivery: { default: 'sync', it: { order: 'fifo', capacity: 2 } } as never },
    );
    expect(await both(system, { stuck: deadlockFree(system) })).toMatchObject({ verdict: 'inconclusive' });
  });
});

describe('a violation', () => {
  it('is the shortest, where the reduced search comes to it later', async () => {
    const system = smallSystem({ a: counter(3), b: counter(3), it: counter(1) });
    const p = { p: never(system, ['it'], ({ it: seen }) => seen!.context.n > 0) };
    expect(await both(system, p)).toMatchObject({ verdict: 'violated', steps: 1 });
  });

  it('says so where the full search does not come so far', async () => {
    const others = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`b${i}`, counter(3)]));
    const system = smallSystem({ ...others, it: counter(3) });
    const p = { p: never(system, ['it'], ({ it: seen }) => seen!.context.n > 2) };
    const { checks } = await check(system, p, { partialOrder: true, maxStates: 50 });
    expect([checks[0]!.verdict, checks[0]!.reason]).toEqual([
      'violated',
      expect.stringMatching(/there may be a shorter run.*limit of 50 states/),
    ]);
    expect(checks[0]!.counterexample).not.toBeNull();
  });
});

describe('is not used, and says why', () => {
  const full = async (system: AnySystem, properties: Record<string, Property>) => {
    const { search, coverage } = await check(system, properties, { partialOrder: true });
    expect([search!.mode, coverage === null]).toEqual(['full', false]);
    return search!.whyFull;
  };

  it('where a property speaks of whole runs', async () => {
    const system = smallSystem({ a: once, b: once });
    const p = eventually(system as never, { description: 'x', observes: ['a'], holds: () => true });
    expect(await full(system, { p })).toMatch(/"p" speaks of whole runs/);
  });

  it('where what the actors may do has no end', async () => {
    // Together they stop at 3; each by itself goes on as long as the other might.
    const count = (other: string) => ({
      chart: {
        context: { n: 0 },
        on: {
          m: {
            guard: ({ event }: never) => (event as { n: number }).n < 3,
            actions: assign({ n: ({ context }: Args) => context.n + 1 }),
          },
        },
        entry: sendTo(({ system }) => system.get(other) as never, { type: 'm', n: 0 } as never),
      },
    });
    const system = smallSystem({ a: count('b'), b: count('a'), c: once }, { delivery: 'fifo' as never });
    expect(await full(system, { stuck: deadlockFree(system) })).toMatch(/more than 20000 local steps/);
  });

  it.each([
    ['one of two events', ['a', 'b'], 40],
    ['the same event', ['a'.repeat(60)], 2000],
  ])('where a list without end takes %s, before it is long', async (_, letters, most) => {
    let longest = 0;
    const system = smallSystem({
      it: {
        chart: {
          context: { list: [] },
          on: {
            // As long as a run makes it: one. By itself the actor could go on for ever.
            join: {
              actions: assign({
                list: ({ context, event }) => {
                  const list = [
                    ...(context as { list: string[] }).list,
                    (event as { letter?: string }).letter,
                  ];
                  longest = Math.max(longest, list.length);
                  // Far enough to tell, and soon enough to be told.
                  if (longest > 4500) throw new Error('it is long');
                  return list;
                },
              }),
            },
          },
        },
      },
      other: {
        chart: {
          context: { asked: false },
          on: {
            ask: {
              guard: ({ context }: { context: { asked: boolean } }) => !context.asked,
              actions: [
                assign({ asked: true }),
                sendTo(
                  ({ system: actors }) => actors.get('it') as never,
                  ({ event }) => ({ type: 'join', letter: (event as { letter?: string }).letter }) as never,
                ),
              ],
            },
          },
        },
        stimuli: letters.map((letter) => ({ type: 'ask', letter })),
      },
    });
    expect(await full(system, { stuck: deadlockFree(system) })).toMatch(/more than 20000 local steps/);
    expect(longest).toBeGreaterThan(5);
    expect(longest).toBeLessThan(most);
  });
});
