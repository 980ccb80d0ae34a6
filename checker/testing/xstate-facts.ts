import { deepStrictEqual, match } from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import {
  and,
  assign,
  createActor,
  createMachine,
  emit,
  enqueueActions,
  not,
  raise,
  sendTo,
  stateIn,
} from 'xstate';
import { Firings, MAX_MICROSTEPS, instrument } from '../step/instrument.ts';

interface Collected {
  type: string;
  params?: unknown;
  info: { context: unknown; event: AnyEventObject };
}

/** A scope like that of `local-step.ts`, which notes what is read of it, collected and inspected. */
function notingScope() {
  const reads: string[] = [];
  const collected: Collected[] = [];
  const microsteps: { event: string; transitions: number }[] = [];
  const self = { id: 'me' };
  const system = {
    _sendInspectionEvent: (e: { type: string; event: AnyEventObject; _transitions: unknown[] }) => {
      if (e.type !== '@xstate.microstep') return;
      microsteps.push({ event: e.event.type, transitions: e._transitions.length });
    },
  };
  const scope = {
    get self() {
      reads.push('self');
      return self;
    },
    get system() {
      reads.push('system');
      return system;
    },
    defer: () => undefined,
    actionExecutor: (action: Collected) => {
      reads.push(action.type);
      collected.push(action);
    },
  };
  return { scope: scope as never, self, reads, collected, microsteps };
}

function step(machine: unknown, type: string) {
  const noted = notingScope();
  const chart = machine as AnyStateMachine;
  const before = chart.getInitialSnapshot(noted.scope);
  for (const list of [noted.reads, noted.collected, noted.microsteps]) list.length = 0;
  return { ...noted, after: chart.transition(before, { type }, noted.scope) };
}

/** True in the build of XState for development. */
export function isDevelopmentBuild(): boolean {
  try {
    step(createMachine({}), '*');
    return false;
  } catch {
    return true;
  }
}

/** What `local-step.ts` and `instrument.ts` rely on and XState does not promise, each as a check that throws. */
export const facts: Readonly<Record<string, () => void>> = {
  'reads self and then system for an action, and self alone for a sendTo without target'() {
    const bare = sendTo((() => undefined) as never, { type: 'x' } as never);
    const own = sendTo(({ self }) => self, { type: 'x' });
    const machine = createMachine({
      on: {
        none: { actions: bare },
        own: { actions: own },
        'nested.none': { actions: enqueueActions(({ enqueue }) => enqueue(bare as never)) },
        'nested.own': { actions: enqueueActions(({ enqueue }) => enqueue(own as never)) },
      },
    });
    const last = (type: string): string => {
      const { reads } = step(machine, type);
      return reads.slice(0, reads.indexOf('xstate.sendTo')).slice(-3).join(' ');
    };
    deepStrictEqual([last('none'), last('nested.none')], ['self system self', 'self system self']);
    deepStrictEqual([last('own').slice(-11), last('nested.own').slice(-11)], ['self system', 'self system']);
  },

  'resolves a sendTo without target to the sender'() {
    const { collected, self } = step(
      createMachine({ on: { go: { actions: sendTo((() => undefined) as never, { type: 'x' } as never) } } }),
      'go',
    );
    deepStrictEqual((collected[0]!.params as { to: unknown }).to, self);
  },

  'tells inspectors the event and the transitions of each microstep, the first being of the event itself'() {
    const machine = createMachine({
      initial: 'a',
      states: {
        a: { on: { go: { target: 'b', actions: raise({ type: 'more' }) } } },
        b: { on: { more: 'c' } },
        c: { always: 'd' },
        d: {},
      },
    });
    deepStrictEqual(step(machine, 'go').microsteps, [
      { event: 'go', transitions: 1 },
      { event: 'more', transitions: 1 },
      { event: 'more', transitions: 1 },
    ]);
    deepStrictEqual(step(machine, 'other').microsteps, [{ event: 'other', transitions: 0 }]);
  },

  'gives an action the context and event of its own moment'() {
    const { collected } = step(
      createMachine({
        context: { n: 0 },
        on: {
          go: { actions: [{ type: 'first' }, assign({ n: 1 }), raise({ type: 'more' })] },
          more: { actions: [{ type: 'second' }, assign({ n: 2 })] },
        },
      }),
      'go',
    );
    const seen = collected.filter(({ type }) => !type.startsWith('xstate.'));
    deepStrictEqual(
      seen.map(({ type, info }) => [type, info.context, info.event.type]),
      [
        ['first', { n: 0 }, 'go'],
        ['second', { n: 1 }, 'more'],
      ],
    );
  },

  'runs custom actions while the transition is taken, and sendTo and emit after it, in order'() {
    const order: string[] = [];
    const receiver = createActor(
      createMachine({ on: { '*': { actions: ({ event }) => order.push(event.type) } } }),
    ).start();
    const live = createActor(
      createMachine({
        on: {
          go: {
            actions: [
              sendTo(receiver, { type: 'sent first' }),
              () => receiver.send({ type: 'custom' }),
              emit({ type: 'emitted' }),
              sendTo(receiver, { type: 'sent last' }),
            ],
          },
        },
      }),
    );
    (live as AnyActorRef).on('emitted', () => order.push('emitted'));
    live.start().send({ type: 'go' });
    deepStrictEqual(order, ['custom', 'sent first', 'emitted', 'sent last']);
  },

  'evaluates a wrapped guard once and behaves as before'() {
    let calls = 0;
    const original = createMachine(
      {
        context: { n: 0 },
        initial: 'a',
        states: {
          a: {
            on: {
              go: [
                { guard: { type: 'more than', params: { n: 0 } }, target: 'b' },
                { guard: and([not(stateIn({ b: {} })), () => true]), actions: assign({ n: 1 }) },
              ],
            },
          },
          b: {},
        },
      },
      {
        guards: {
          'more than': ({ context }: { context: { n: number } }, { n }: { n: number }) => {
            calls++;
            return context.n > n;
          },
        },
      } as never,
    ) as unknown as AnyStateMachine;
    const chart = instrument(original);
    const outcomes = (send: () => void): number[] => {
      const firings = (chart.firings = new Firings());
      calls = 0;
      send();
      return [calls, firings.guardFalse.size, firings.guardTrue.size];
    };
    const live = createActor(chart.machine).start();
    const twin = createActor(original).start();
    for (const expected of [
      [1, 1, 1],
      [1, 0, 1],
      [0, 0, 0],
    ]) {
      deepStrictEqual(
        outcomes(() => live.send({ type: 'go' })),
        expected,
      );
      twin.send({ type: 'go' });
      const [a, b] = [live.getSnapshot(), twin.getSnapshot()] as AnyMachineSnapshot[];
      deepStrictEqual([a!.value, a!.context], [b!.value, b!.context]);
    }
    deepStrictEqual(
      chart.transitions.map(({ guarded }) => guarded),
      [true, true],
    );
  },

  'ends an endless loop of eventless transitions, and of raised events, at the bound'() {
    const eventless = { initial: 'a', states: { a: { always: 'b' }, b: { always: 'a' } } };
    const loop = instrument(createMachine(eventless)).machine;
    const { status, error } = loop.getInitialSnapshot(notingScope().scope);
    deepStrictEqual(status, 'error');
    match(
      String(error),
      new RegExp(`^Error: Infinite loop detected.*more than ${MAX_MICROSTEPS} microsteps`),
    );
    const raising = createMachine({
      entry: raise({ type: 'x' }),
      on: { x: { actions: raise({ type: 'x' }) } },
    });
    const other = instrument(raising).machine;
    deepStrictEqual(other.getInitialSnapshot(notingScope().scope).status, 'error');
  },

  'lets a live actor that is done ignore every event'() {
    const machine = createMachine({
      initial: 'a',
      states: { a: { on: { end: 'b' } }, b: { type: 'final' } },
      on: { again: '.a' },
    });
    const live = createActor(machine).start();
    live.send({ type: 'end' });
    if (!isDevelopmentBuild()) live.send({ type: 'again' });
    deepStrictEqual([live.getSnapshot().status, live.getSnapshot().value], ['done', 'b']);
  },
};

// Run by itself, in either build: prints which one it was and what does not hold.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const broken = Object.entries(facts).flatMap(([name, check]) => {
    try {
      check();
      return [];
    } catch (thrown) {
      return [`${name}: ${String(thrown)}`];
    }
  });
  console.log(
    JSON.stringify({ development: isDevelopmentBuild(), checked: Object.keys(facts).length, broken }),
  );
}
