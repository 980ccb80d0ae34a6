import { assign, createMachine, sendTo } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { Logic } from '../system/actor.ts';
import { actor } from '../system/actor.ts';
import { defineSystem } from '../system/define-system.ts';
import type { SystemInstance } from '../system/instance.ts';
import { instantiate } from '../system/instance.ts';
import { Found, IntegerSpace } from './integer-space.ts';
import { PlainSpace } from './plain-space.ts';
import type { Step } from './step-table.ts';
import { Oracle } from '../testing/oracle.ts';

type Args = { context: { log: string[] }; event: { type: string } };
const to = (id: string, type: string) => sendTo(({ system }) => system.get(id) as never, { type } as never);
/** Notes what arrives, in order. */
const note = assign({ log: ({ context, event }: Args) => [...context.log, event.type] }) as never;

function chart(on: Record<string, unknown[]>): Logic {
  const transitions = Object.entries(on).map(([type, actions]) => [type, { actions: [note, ...actions] }]);
  return createMachine({ context: { log: [] }, on: Object.fromEntries(transitions) } as never) as never;
}

function instanceOf(actors: Record<string, Logic>): SystemInstance {
  const system = defineSystem({
    name: 'calls',
    description: '',
    parameters: {},
    scopes: { default: {} },
    designs: { only: { description: '' } },
    build: () => ({
      actors: Object.fromEntries(
        Object.entries(actors).map(([id, logic]) => [id, actor(logic, { stimuli: ['go'] })]),
      ),
      delivery: 'sync',
    }),
  });
  return instantiate(system, { design: 'only' });
}

/** The first step of the first actor, by the engine and by plain stepping: who calls whom, and what each noted. */
function firstStep(instance: SystemInstance): { calls: string[]; logs: unknown[] }[] {
  const said = (step: Step): string[] =>
    step.calls.map(({ from, to: receiver, event }) => `${from}>${receiver} ${event.type}`);
  const log = (snapshot: unknown): unknown => (snapshot as { context: { log: string[] } }).context.log.join();
  const space = new IntegerSpace(instance, { fired: () => undefined });
  space.trackSteps();
  space.before.set(space.initial()[0]!.vector);
  space.begin();
  if (space.next() === Found.failed) throw space.error!;
  const engine = {
    calls: said(space.steps.step(space.stepNode)),
    logs: instance.actors.map((_, place) => log(space.snapshot(place, space.after[place]!))),
  };
  const plain = new PlainSpace(instance);
  const start = plain.start().after;
  const { step, after } = plain.take(start, plain.offers(start)[0]!);
  return [engine, { calls: said(step), logs: after.snapshots.map(log) }];
}

describe('a fold', () => {
  it('is depth-first, and a reply to a busy caller comes after the caller is through', () => {
    const instance = instanceOf({
      a: chart({ go: [to('b', 'ask'), to('c', 'ask')], answer: [] }),
      b: chart({ ask: [to('c', 'tell'), to('a', 'answer')] }),
      c: chart({ ask: [to('a', 'answer')], tell: [] }),
    });
    const expected = {
      calls: ['a>b ask', 'b>c tell', 'a>c ask', 'b>a answer', 'c>a answer'],
      logs: ['go,answer,answer', 'ask', 'tell,ask'],
    };
    expect(firstStep(instance)).toEqual([expected, expected]);
  });

  it('starts the actors in declared order, and what comes to one before its turn waits', () => {
    const greet = (id: string, greetings: unknown[], on: Record<string, unknown[]>): Logic => {
      const chartOf = chart(on) as unknown as { config: object };
      return createMachine({ ...chartOf.config, id, entry: greetings } as never) as never;
    };
    const instance = instanceOf({
      a: greet('a', [to('b', 'hello')], { answer: [], late: [] }),
      b: greet('b', [to('a', 'late')], { hello: [to('a', 'answer')], go: [] }),
    });
    const start = new PlainSpace(instance).start();
    expect(start.calls.slice(1).map(({ actor: id, event }) => `${id} ${event?.type ?? 'starts'}`)).toEqual([
      'b starts',
      'a late',
      'b hello',
      'a answer',
    ]);
    const space = new IntegerSpace(instance, { fired: () => undefined });
    const { vector } = space.initial()[0]!;
    const logs = [0, 1].map((place) =>
      (space.snapshot(place, vector[place]!).context as Args['context']).log.join(),
    );
    expect(logs).toEqual(['late,answer', 'hello']);
  });

  it('that never ends is an error that names the cycle', () => {
    const passOn = (id: string): Logic =>
      createMachine({ on: { '*': { actions: to(id, 'ping') } } } as never) as never;
    const instance = instanceOf({ a: passOn('b'), b: passOn('c'), c: passOn('b') });
    expect(() => firstStep(instance)).toThrow('more than 1000 sync calls');
    expect(() => firstStep(instance)).toThrow(/in a cycle: c \(ping\) → b \(ping\) → …/);
  });

  it('may make a thousand calls', () => {
    const countdown = (calls: number): Logic =>
      createMachine({
        context: { log: [], left: calls },
        on: {
          go: { actions: to('a', 'again') },
          again: {
            guard: ({ context }: { context: { left: number } }) => context.left > 0,
            actions: [
              assign({ left: ({ context }) => (context as { left: number }).left - 1 }),
              to('a', 'again'),
            ],
          },
        },
      } as never) as never;
    // The stimulus itself is the first of them.
    const [engine, plain] = firstStep(instanceOf({ a: countdown(998) }));
    expect([engine!.calls.length, plain!.calls.length]).toEqual([999, 999]);
    const more = instanceOf({ a: countdown(999) });
    expect(() => firstStep(more)).toThrow('more than 1000 sync calls');
    const space = new PlainSpace(more);
    const start = space.start().after;
    const message = 'in a cycle: a (again) → …';
    expect(() => space.take(start, space.offers(start)[0]!)).toThrow(message);
  });

  it('may make a thousand calls at the start, by engine, plain stepping and oracle alike', () => {
    const greeting = (calls: number): SystemInstance =>
      instanceOf({
        a: createMachine({
          context: { log: [], left: calls },
          entry: to('a', 'again'),
          on: {
            again: {
              guard: ({ context }: { context: { left: number } }) => context.left > 1,
              actions: [
                assign({ left: ({ context }) => (context as { left: number }).left - 1 }),
                to('a', 'again'),
              ],
            },
          },
        } as never) as never,
      });
    const starts = (calls: number): (() => unknown)[] => [
      () => new IntegerSpace(greeting(calls), { fired: () => undefined }).initial(),
      () => new PlainSpace(greeting(calls)).start(),
    ];
    for (const start of starts(1000)) expect(start).not.toThrow();
    for (const start of starts(1001)) expect(start).toThrow('more than 1000 sync calls');
    expect(new Oracle(greeting(1000)).starts()).not.toContain('error');
    expect(new Oracle(greeting(1001)).starts()).toEqual(['error']);
  });
});
