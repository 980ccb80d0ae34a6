import { execFileSync } from 'node:child_process';
import { assign, createActor, createMachine, raise, sendTo } from 'xstate';
import type { AnyStateMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { Firings, MAX_MICROSTEPS, instrument } from './instrument.ts';

/** What `local-step.ts` and `instrument.ts` rely on and XState does not promise: each in a test of its own. */
describe('what premortem relies on in XState', () => {
  it('reads `self` and then `system` for the arguments of an action, and `self` alone for a sendTo without target', () => {
    const reads: string[] = [];
    const self = { id: 'me' };
    const scope = {
      get self() {
        reads.push('self');
        return self;
      },
      get system() {
        reads.push('system');
        return { _sendInspectionEvent: () => undefined };
      },
      defer: () => undefined,
      actionExecutor: () => reads.push('action'),
    };
    const machine = createMachine({
      on: {
        none: { actions: sendTo((() => undefined) as never, { type: 'x' } as never) },
        own: { actions: sendTo(({ self: me }) => me, { type: 'x' }) },
      },
    });
    const before = machine.getInitialSnapshot(scope as never);
    const readsOf = (type: string): string => {
      reads.length = 0;
      machine.transition(before, { type }, scope as never);
      return reads.slice(0, reads.indexOf('action')).join(' ');
    };
    expect(readsOf('none').endsWith('self system self')).toBe(true);
    expect(readsOf('own').endsWith('self system')).toBe(true);
  });

  it('tells inspectors the transitions of each microstep', () => {
    const seen: number[] = [];
    const machine = createMachine({
      initial: 'a',
      states: {
        a: { on: { go: { target: 'b', actions: raise({ type: 'more' }) } } },
        b: { on: { more: 'c' } },
        c: { always: 'd' },
        d: {},
      },
    });
    const system = {
      _sendInspectionEvent: (e: { type: string; _transitions?: unknown[] }) =>
        e.type === '@xstate.microstep' && seen.push(e._transitions!.length),
    };
    const scope = { self: { id: 'x' }, system, defer: () => undefined, actionExecutor: () => undefined };
    const before = machine.getInitialSnapshot(scope as never);
    seen.length = 0;
    const after = machine.transition(before, { type: 'go' }, scope as never);
    expect(after.value).toBe('d');
    expect(seen).toEqual([1, 1, 1]);
  });

  it('evaluates each wrapped guard once and behaves as before', () => {
    let calls = 0;
    const original = createMachine({
      context: { n: 0 },
      initial: 'a',
      states: {
        a: {
          on: {
            go: [
              { guard: ({ context }: { context: { n: number } }) => (calls++, context.n > 0), target: 'b' },
              { actions: assign({ n: 1 }) },
            ],
          },
        },
        b: {},
      },
    }) as unknown as AnyStateMachine;
    const chart = instrument(original);
    const firings = (chart.firings = new Firings());
    const live = createActor(chart.machine).start();
    live.send({ type: 'go' });
    expect([calls, [...firings.guardFalse].length, [...firings.guardTrue].length]).toEqual([1, 1, 0]);
    live.send({ type: 'go' });
    expect([calls, [...firings.guardTrue].length, live.getSnapshot().value]).toEqual([2, 1, 'b']);
    expect(chart.transitions.map(({ label }) => label)).toEqual([
      'a --go--> b [inline guard]',
      'a --go--> (stays)',
    ]);
  });

  it('stops an endless loop of eventless transitions at the bound', () => {
    const loop = createMachine({
      initial: 'a',
      states: { a: { always: 'b' }, b: { always: 'a' } },
    }) as unknown as AnyStateMachine;
    const { machine } = instrument(loop);
    const scope = {
      self: { id: 'x' },
      system: { _sendInspectionEvent: () => undefined },
      defer: () => undefined,
      actionExecutor: () => undefined,
    };
    const { status, error } = machine.getInitialSnapshot(scope as never);
    expect([status, String(error)]).toEqual([
      'error',
      expect.stringContaining(`more than ${MAX_MICROSTEPS} microsteps`),
    ]);
  });

  it('is the same in the build that Node loads and in the one for development', () => {
    const script = `
      import { createMachine, sendTo } from 'xstate';
      const reads = [];
      const scope = { get self() { reads.push('self'); return {}; }, get system() { reads.push('system'); return { _sendInspectionEvent: () => {} }; }, defer: () => {}, actionExecutor: () => reads.push('action') };
      const machine = createMachine({ on: { none: { actions: sendTo(() => undefined, { type: 'x' }) } } });
      const before = machine.getInitialSnapshot(scope);
      reads.length = 0;
      machine.transition(before, { type: 'none' }, scope);
      console.log(reads.slice(0, reads.indexOf('action')).slice(-3).join(' '));`;
    for (const conditions of [[], ['--conditions=development']]) {
      const args = [...conditions, '--input-type=module', '-e', script];
      expect(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()).toBe('self system self');
    }
  });
});
