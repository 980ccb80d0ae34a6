import { fromTransition } from 'xstate';
import { describe, expect, it } from 'vitest';
import { reachable, stepProperty } from '../property/property.ts';
import type { Logic } from '../system/actor.ts';
import { check, messageOf, smallSystem } from '../testing/charts.ts';
import { PlainSpace } from './plain-space.ts';
import { instantiate } from '../system/instance.ts';

/** Logic as someone may write it by hand: its state is in fields of the snapshot. */
function handWritten(first: object, next: (snapshot: never, event: never, scope: never) => object): Logic {
  return {
    getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined, ...first }),
    transition: next,
    getPersistedSnapshot: (snapshot: unknown) => snapshot,
  } as unknown as Logic;
}

const counting = handWritten({ n: 0 }, (snapshot: { n: number }) => ({
  ...snapshot,
  n: Math.min(3, snapshot.n + 1),
}));

describe('logic other than a statechart', () => {
  it('is told apart by every field of its snapshot', async () => {
    const system = smallSystem({ it: { logic: counting, stimuli: ['go'] } });
    const three = reachable(system, {
      description: 'three',
      observes: ['it'],
      where: ({ it: seen }) => (seen as { n: number }).n === 3,
    });
    const { checks, search } = await check(system, { three });
    expect([checks[0]!.verdict, checks[0]!.steps, search!.states]).toEqual(['holds', 3, 4]);
    const plain = new PlainSpace(instantiate(system, { design: 'only' }));
    const start = plain.start().after;
    const { after } = plain.take(start, plain.offers(start)[0]!);
    expect(plain.key(after)).not.toBe(plain.key(start));
  });

  it.each([
    ['a function in a field', { f: () => 1 }, 'at snapshot.f: holds a function'],
    ['a function in its context', { context: { f: () => 1 } }, 'at context.f: holds a function'],
    ['a symbol for a field', { [Symbol('s')]: 1 }, 'at snapshot: has a symbol as a property name'],
  ])('is refused for %s', async (_, fields, message) => {
    const logic = handWritten(fields, (snapshot: object) => snapshot);
    const said = await messageOf(smallSystem({ it: { logic, stimuli: ['go'] } }));
    expect(said).toContain('actor it');
    expect(said).toContain(message);
  });

  it('may not change a field in place', async () => {
    const frozen = handWritten({ list: [] }, (snapshot: { list: number[] }) => {
      snapshot.list.push(1);
      return snapshot;
    });
    expect(await messageOf(smallSystem({ it: { logic: frozen, stimuli: ['go'] } }))).toContain('in place');
    const set = handWritten({ set: new Set() }, (snapshot: { set: Set<number> }) => {
      snapshot.set.add(1);
      return { ...snapshot };
    });
    expect(await messageOf(smallSystem({ it: { logic: set, stimuli: ['go'] } }))).toContain('in place');
  });

  it('has what it emits recorded on the step', async () => {
    const emitting = fromTransition(
      (context: number, _event: { type: string }, { emit }: { emit: (event: { type: string }) => void }) => {
        if (context === 0) emit({ type: 'began' });
        return 1;
      },
      0,
    ) as unknown as Logic;
    const system = smallSystem({ it: { logic: emitting, stimuli: ['go'] } });
    const silent = stepProperty(system, {
      description: 'nothing is emitted',
      observes: [],
      holds: (_before, { emitted }) => emitted.length === 0,
    });
    const [found] = (await check(system, { silent })).checks;
    expect([found!.verdict, found!.counterexample?.steps[0]!.emitted]).toEqual([
      'violated',
      [{ actor: 'it', event: { type: 'began' } }],
    ]);
  });

  it('cannot defer what the checker would not see', async () => {
    const deferring = handWritten(
      {},
      (snapshot: object, _event: never, scope: { defer: (f: unknown) => void }) => {
        scope.defer(() => undefined);
        return snapshot;
      },
    );
    expect(await messageOf(smallSystem({ it: { logic: deferring, stimuli: ['go'] } }))).toContain(
      'scope.defer was used',
    );
  });
});
