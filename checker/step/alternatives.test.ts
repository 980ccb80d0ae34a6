import { createMachine, sendTo } from 'xstate';
import { expect, test } from 'vitest';
import { messageOf, smallSystem } from '../testing/charts.ts';

const go = (to: string, ...actions: unknown[]) => ({
  on: {
    go: { actions: [...actions, sendTo(({ system }) => system.get(to) as never, { type: 'go' } as never)] },
  },
});
const effects = { flip: () => ({ choice: [[], []] }) } as never;

test('choices within an endless cycle of calls fail once, not once for each combination', async () => {
  const parts = { a: { chart: go('b', 'flip'), stimuli: ['go'] }, b: { chart: go('a') } };
  expect(await messageOf(smallSystem(parts, { effects }))).toContain('more than 1000 sync calls');
});

test('thirty choices in one step are an error that names actor and event', async () => {
  const flips = Array<string>(30).fill('flip');
  const alone = {
    it: { logic: createMachine({ on: { go: { actions: flips } } } as never), stimuli: ['go'] },
  };
  const place = 'actor it, machine "(machine)", state (root), event go';
  expect(await messageOf(smallSystem(alone as never, { effects }))).toContain(`${place}: the choices`);
  const one = (id: number) => ({ chart: id === 30 ? {} : go(`a${id + 1}`, 'flip') });
  const chain = Object.fromEntries(Array.from({ length: 31 }, (_, id) => [`a${id}`, one(id)]));
  const first = { ...chain, a0: { ...chain['a0']!, stimuli: ['go'] } };
  expect(await messageOf(smallSystem(first, { effects }))).toMatch(
    /actor a0, event go: .* 10000 combinations/,
  );
});
