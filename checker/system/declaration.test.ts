import { createMachine, fromPromise, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { actor, defineSystem, integer, oneOf, replicas } from '../index.ts';
import { BuildError, UsageError } from './errors.ts';
import { instantiate, parametersOf } from './instance.ts';

const machine = setup({}).createMachine({ id: 'm', on: { go: {} } });

/** A sound declaration; the tests change a part of it, as code that nothing type-checks would. */
const SOUND = {
  name: 'fleet',
  description: 'A fleet.',
  parameters: {
    servers: integer({ min: 1, max: 4, description: 'servers' }),
    kind: oneOf(['big', 'small'], 'their kind'),
  },
  scopes: { default: { servers: 1, kind: 'big' } },
  designs: { only: { description: 'As it is.' } },
  build: () => ({ actors: { it: actor(machine) } }) as unknown,
};
const define = (part: object) => defineSystem({ ...SOUND, ...part } as never);
const scopes = (values: object) => ({ scopes: { default: { ...SOUND.scopes.default, ...values } } });

describe('a system that is declared wrongly is refused where it is', () => {
  test.each([
    [{ scope: {} }, 'system "fleet": unknown key "scope". Did you mean "scopes"? It takes: name, ref, '],
    [{ build: {} }, 'system "fleet": build: expected a function, found an object.'],
    [{ designs: {} }, 'system "fleet": it has no designs, so there is nothing to check.'],
    [
      { designs: { only: { description: '', fix: {} } } },
      'designs.only: unknown key "fix". Did you mean "fixes"? It takes: ref, description, fixes, options.',
    ],
    [{ designs: { only: {} } }, 'designs.only.description: expected a value, found nothing.'],
    [{ scopes: { large: SOUND.scopes.default } }, 'it has no scope "default"'],
    [
      { parameters: { servers: { min: 1, max: 2 } } },
      'parameters.servers.kind: expected a parameter, made by `integer` or `oneOf`',
    ],
    [
      { parameters: { servers: integer({ min: 1.5, max: 4, description: '' }) } },
      'parameters.servers.min: expected a whole number, found 1.5.',
    ],
    [
      { parameters: { servers: integer({ min: 5, max: 4, description: '' }) } },
      'parameter servers: min 5 is above max 4.',
    ],
    [scopes({ servers: Number.NaN }), 'scope "default", parameter servers: expected 1..4, got NaN.'],
    [scopes({ servers: -1 }), 'parameter servers: expected 1..4, got -1.'],
    [scopes({ servers: 1.5 }), 'parameter servers: expected 1..4, got 1.5.'],
    [scopes({ servers: 5 }), 'parameter servers: expected 1..4, got 5.'],
    [scopes({ kind: 'tiny' }), 'parameter kind: expected big | small, got "tiny".'],
    [{ scopes: { default: { servers: 1 } } }, 'scope "default": parameter kind has no value.'],
    [scopes({ server: 1 }), 'scope "default": there is no parameter "server". Did you mean "servers"?'],
  ])('%j', (part, says) => {
    expect(() => define(part)).toThrow(BuildError);
    expect(() => define(part)).toThrow(says);
  });
});

describe('what build returns is refused where it is wrong', () => {
  const it = actor(machine);
  const family = actor(createMachine({ invoke: { id: 'kid', src: machine } }));
  test.each<[string, () => unknown, string]>([
    [
      'a misspelt key',
      () => ({ actors: { it }, effect: {} }),
      'unknown key "effect". Did you mean "effects"?',
    ],
    ['nothing', () => undefined, 'what build returned: expected an object, found nothing.'],
    ['a promise', () => Promise.resolve({ actors: { it } }), 'build returned a promise.'],
    [
      'a bare statechart',
      () => ({ actors: { machine } }),
      'actors.machine: expected what `actor` or `replicas` makes of a statechart',
    ],
    [
      'a misspelt option of an actor',
      () => ({ actors: { it: actor(machine, { stimulus: ['go'] } as object) } }),
      'actor "it": unknown key "stimulus". Did you mean "stimuli"? It takes: input, stimuli, environment, description, children, survives, mail.',
    ],
    [
      'stimuli that are no events',
      () => ({ actors: { it: actor(machine, { stimuli: [1] } as never) } }),
      'actor "it": stimuli: expected a list of events, or a function to one',
    ],
    [
      'no logic',
      () => ({ actors: { it: actor(undefined as never, undefined as never) } }),
      'actor "it": its logic is no statechart.',
    ],
    [
      'a misspelt option of a channel',
      () => ({ actors: { it }, delivery: { it: { order: 'fifo', capcity: 1 } } }),
      'delivery "it": unknown key "capcity". Did you mean "capacity"?',
    ],
    [
      'a channel of no whole capacity',
      () => ({ actors: { it }, delivery: { order: 'fifo', capacity: 0.5 } }),
      'capacity: expected a whole number from 1, found 0.5',
    ],
    [
      'a delivery by an unknown name',
      () => ({ actors: { it }, delivery: { its: 'fifo' } }),
      'there is no actor "its". Did you mean "it"?',
    ],
    [
      'a delivery by the misspelt path of a child',
      () => ({ actors: { it: family }, delivery: { 'it/kdi': 'fifo' } }),
      'delivery "it/kdi": there is no actor "it/kdi". Did you mean "it/kid"?',
    ],
    [
      'a pair without spaces',
      () => ({ actors: { it }, delivery: { 'it->it': 'fifo' } }),
      `delivery "it->it": a pair is written 'it -> it'.`,
    ],
    [
      'a pair without spaces of a fault',
      () => ({ actors: { it }, faults: { lose: { channels: ['it->it'], budget: 1 } } }),
      `faults: lose: "it->it": a pair is written 'it -> it'.`,
    ],
    [
      'a delivery by a name that is near none',
      () => ({ actors: { it }, delivery: { lighthouse: 'fifo' } }),
      'there is no actor "lighthouse". There is: it.',
    ],
    [
      'a delivery by a misspelt default',
      () => ({ actors: { it }, delivery: { defualt: 'fifo' } }),
      'there is no actor "defualt". Did you mean "default"? There is: it.',
    ],
    [
      'a fault without a budget',
      () => ({ actors: { it }, faults: { crash: { actors: ['it'] } } }),
      "faults: crash.budget: expected a whole number from 0 to 1000, or 'unlimited', found nothing.",
    ],
    [
      'a fault that cannot strike by a wrong name',
      () => ({ actors: { it }, faults: { crash: { actors: ['its'], budget: 0 } } }),
      'faults: crash: there is no actor "its"',
    ],
    [
      'a delivery inside one process',
      () => ({ actors: { it: family }, delivery: { 'it -> it/kid': 'fifo' } }),
      'delivery "it -> it/kid": a parent and its children are one process',
    ],
    [
      'a delivery from a child to its parent',
      () => ({ actors: { it: family }, delivery: { 'it/kid -> it': 'unordered' } }),
      'delivery "it/kid -> it": a parent and its children are one process',
    ],
    [
      'an unknown delivery',
      () => ({ actors: { it }, delivery: 'fifi' }),
      '"fifi" is no delivery. Did you mean "fifo"?',
    ],
    [
      'an unknown effect',
      () => ({ actors: { it }, effects: { page: 'ignored' } }),
      "effects.page: expected 'ignore' or a function",
    ],
    ['an unheard-of actor', () => ({ actors: { it } }), 'there is no "its". Did you mean "it"?'],
    ...[undefined, Number.NaN, -1, 1.5].map((count): [string, () => unknown, string] => [
      `${count} replicas`,
      () => ({ actors: { it: replicas(count as number, machine) } }),
      `replicas of machine "m": the count must be a whole number from 0, and is ${count}.`,
    ]),
  ])('%s', (name, build, says) => {
    const system = define({
      build: ({ ref }: { ref: (id: string) => unknown }) => {
        if (name === 'an unheard-of actor') ref('its');
        return build();
      },
    });
    const built = () => instantiate(system, { design: 'only' });
    expect(built).toThrow(BuildError);
    expect(built).toThrow(says);
    expect(built).toThrow('system "fleet", design "only"');
  });
});

test('promise logic is an actor like others to the declaration', () => {
  const system = define({
    build: () => ({
      actors: {
        it: actor(
          fromPromise(() => Promise.resolve(1)),
          {},
        ),
      },
    }),
  });
  expect(instantiate(system, { design: 'only' }).actors).toHaveLength(1);
});

test('every declared parameter has a value, and only those', () => {
  const system = define({});
  const bare = { ...system, scopes: { default: { servers: 1 } } } as unknown as typeof system;
  expect(() => parametersOf(bare, { design: 'only' })).toThrow(UsageError);
  expect(() => parametersOf(bare, { design: 'only' })).toThrow('design only: parameter kind has no value.');
  expect(() => parametersOf(system, { design: 'only', set: { sort: 'big' } })).toThrow(
    'fleet has no parameter "sort"',
  );
});

test.each([
  [
    { ask: { outcomes: [{ output: 1 }, { outptu: 2 }] } },
    'outcomes: [1]: unknown key "outptu" of an outcome. Did you mean "output"? It takes: output, error, sends.',
  ],
  [{ ask: { outcomes: [{ output: 1, error: 2 }] } }, 'outcomes: [0]: expected an outcome: { output }'],
  [{ ask: { outcomes: ['nevr'] } }, 'outcomes: [0]: expected an outcome: { output }'],
  [
    { ask: { outcomes: [{ output: 1 }], stimuli: ['go'] } },
    'all it does is in its `outcomes`, and it has no `stimuli`',
  ],
  [{ ask: { outcomes: [{ output: 1 }], survives: 'context' } }, 'unknown key "survives"'],
  [{ ask: { outcomes: [{ output: 1 }], mail: 'kept' } }, 'unknown key "mail"'],
  [{ ask: { outcomes: [{ output: 1 }], logic: machine } }, 'is invoked, and `logic` is for spawned actors'],
  [{ ask: null }, 'children.ask: expected an object, found null'],
])('options of a child that would come to nothing are refused: %j', (children, says) => {
  const parent = createMachine({ invoke: { id: 'ask', src: fromPromise(() => Promise.resolve(1)) } });
  const system = define({ build: () => ({ actors: { it: actor(parent, { children } as never) } }) });
  expect(() => instantiate(system, { design: 'only' })).toThrow(says);
});

describe('a budget of 0', () => {
  const built = (faults: object) =>
    instantiate(define({ build: () => ({ actors: { it: actor(machine) }, faults }) }), { design: 'only' })
      .faults;
  const crash = { actors: ['it'], budget: 0 };

  test.each([
    [{ crash }],
    [{ crash, restart: { budget: 'unlimited' } }],
    [{ lose: { budget: 0 }, duplicate: { budget: 0 } }],
    [{ crash: { ...crash, budget: 1 }, restart: { budget: 0 } }],
  ])('is as if the fault were not declared: %j', (faults) => {
    const table = built(faults);
    const { budgets, targets, isEmpty } = table;
    const left = 'crash' in faults && faults.crash.budget === 1 ? ['crash'] : [];
    expect([...budgets.keys()]).toEqual(left);
    expect([...targets.keys()]).toEqual(left);
    expect(isEmpty).toBe(false);
    expect(
      (['lose', 'duplicate', 'crash', 'restart'] as const).filter((kind) => table.strikes(kind, 0)),
    ).toEqual(left);
  });
});
