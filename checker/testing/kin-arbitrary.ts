import fc from 'fast-check';
import type { Outcome } from '../system/children.ts';
import type { KidSpec as Kid, KinAction, KinSpec, Running } from './kin-spec.ts';
import { MESSAGES, STIMULI, among, defined, payload, sometimes } from './machine-arbitrary.ts';
import type { MachineSpec, TransitionSpec } from './machine-spec.ts';
import { smallMachine, timed, withAction } from './timed-arbitrary.ts';

/** What the children of a generated statechart may be like. */
export interface KinScope {
  /** The actors of the system they may send to, besides their parent. */
  readonly receivers: readonly string[];
  readonly throws: boolean;
  readonly timed: boolean;
  /** Whether everything spawned has an id: live XState makes up one otherwise. */
  readonly ids: boolean;
  /** How many generations may follow. */
  readonly depth: number;
}

/** `task` runs, `kid` is invoked, `pup` is spawned by an action, `mate` by an assign. */
const NAMES = ['task', 'kid', 'pup', 'mate'] as const;

const message = { event: among(MESSAGES), n: payload };

const OUTCOMES: Record<Running, readonly Outcome[]> = {
  promise: [{ output: 1 }, { output: 0 }, { error: 'failed' }, 'never'],
  callback: [{ sends: { type: 'm0', n: 1 } }, { sends: { type: 'm1', n: 0 } }, 'never'],
  observable: [{ sends: { type: 'm0', n: 1 } }, { output: undefined }, { error: 'failed' }, 'never'],
};

const running: fc.Arbitrary<Kid<MachineSpec>> = among([
  'promise',
  'promise',
  'callback',
  'observable',
] as const).chain((runs) =>
  fc
    .uniqueArray(among(OUTCOMES[runs]), { minLength: 1, maxLength: 2, size: 'max' })
    .map((outcomes): Kid<MachineSpec> => ({ runs, outcomes })),
);

/** A child that is a statechart: it tells its parent things, and most come to an end. */
function kid(name: string, scope: KinScope): fc.Arbitrary<Kid<MachineSpec>> {
  const tell = fc.record({ do: fc.constant('send parent' as const), ...message });
  return fc
    .record({
      machine: smallMachine(name, scope.receivers, {
        counters: [2, 1],
        throws: scope.throws,
        transitions: { min: 0, max: 2 },
      }),
      tells: fc.array(fc.tuple(fc.nat(99), tell), { minLength: 1, maxLength: 2, size: 'max' }),
      ends: sometimes(60, fc.tuple(among([...STIMULI, ...MESSAGES]), fc.nat(1))),
      throws: sometimes(scope.throws ? 50 : 0, fc.tuple(fc.nat(99), fc.nat(1))),
      stimuli: fc.uniqueArray(among(STIMULI), { minLength: 1, maxLength: 2, size: 'max' }),
      count: name === 'mate' ? fc.constant(2) : fc.constant(undefined),
    })
    .chain(({ machine, tells, ends, throws, stimuli, count }) => {
      const able =
        throws === undefined
          ? machine
          : withAction(machine, throws[0], { do: 'throw', counter: 0, at: throws[1] });
      const told = tells.reduce((chart, [at, act]) => withAction(chart, at, act), able);
      const whole: MachineSpec = ends === undefined ? told : ended(told, ends);
      const older =
        scope.depth > 0 ? sometimes(25, kin(whole, { ...scope, depth: 0 })) : fc.constant(undefined);
      const delayed = scope.timed ? timed(whole, scope.receivers) : fc.constant(whole);
      return fc
        .tuple(older, delayed)
        .map(
          ([parent, plain]): Kid<MachineSpec> =>
            defined({ machine: parent ?? plain, stimuli, count }) as Kid<MachineSpec>,
        );
    });
}

function ended(machine: MachineSpec, [event, at]: readonly [string, number]): MachineSpec {
  const open = machine.states.filter(({ kind }) => kind !== 'final');
  return {
    ...machine,
    states: [...machine.states, { name: 'end', kind: 'final' }],
    transitions: [
      { source: open[at % open.length]!.name, event, target: 'end', actions: [] },
      ...machine.transitions,
    ],
  };
}

/** Actions for a parent of these children. */
function action(kinSpec: KinSpec<MachineSpec>, ids: boolean): fc.Arbitrary<KinAction> {
  const names = Object.keys(kinSpec);
  const fresh = fc.integer({ min: 0, max: 9 }).map((n) => n > 0);
  return fc.oneof(
    ...(names.includes('pup')
      ? [
          {
            weight: 4,
            arbitrary: fc.record({ do: fc.constant('spawn' as const), kid: fc.constant('pup'), fresh }),
          },
          { weight: 1, arbitrary: fc.constant({ do: 'stop', kid: 'pup' } as const) },
        ]
      : []),
    ...(names.includes('mate')
      ? [
          {
            weight: 4,
            arbitrary: fc
              .record({
                do: fc.constant('spawn and keep' as const),
                kid: fc.constant('mate'),
                fresh,
                id: sometimes(ids ? 100 : 20, among(['mate-1', 'mate-2'])),
              })
              .map((spec) => defined(spec) as KinAction),
          },
          { weight: 2, arbitrary: fc.record({ do: fc.constant('send kept' as const), ...message }) },
          { weight: 1, arbitrary: fc.constant({ do: 'stop kept' } as const) },
        ]
      : []),
    // What is not there cannot be stopped, and nothing happens.
    { weight: 1, arbitrary: fc.constant({ do: 'stop', kid: 'kid' } as const) },
  ) as fc.Arbitrary<KinAction>;
}

/** Children put into a statechart: invoked and spawned, told things and listened to. */
export function kin(machine: MachineSpec, scope: KinScope): fc.Arbitrary<MachineSpec> {
  const open = machine.states.filter(({ kind }) => kind !== 'final').map(({ name }) => name);
  return fc
    .record({
      names: fc.uniqueArray(among(NAMES), { minLength: 1, maxLength: 2, size: 'max' }),
      task: running,
      kid: kid('kid', scope),
      pup: kid('pup', scope),
      mate: kid('mate', scope),
      at: fc.nat(open.length - 1),
    })
    .chain(({ names, at, ...all }) => {
      const spec = Object.fromEntries(names.map((name) => [name, all[name]]));
      const invoked = names.filter((name) => name === 'task' || name === 'kid');
      // An id may be invoked in one state only: it has one place.
      const where = [open[at]!];
      const ids = names.flatMap((name) => (name === 'mate' ? ['mate-1', 'mate-2'] : [name]));
      const answer: fc.Arbitrary<TransitionSpec> = fc
        .record({
          source: among(['', ...open]),
          event: among(
            ids.flatMap((id) => [
              `xstate.done.actor.${id}`,
              `xstate.done.actor.${id}`,
              `xstate.error.actor.${id}`,
            ]),
          ),
          target: sometimes(70, among(machine.states.map(({ name }) => name))),
          counter: fc.nat(1),
        })
        .map(({ counter, ...rest }) =>
          defined({ ...rest, actions: [{ do: 'count', counter, by: 1 } as const] }),
        );
      const word: fc.Arbitrary<TransitionSpec> = fc
        .record({
          kid: among(invoked.length > 0 ? invoked : ['kid']),
          source: among(where),
          by: among([...STIMULI, ...MESSAGES]),
          ...message,
        })
        .map(({ kid: name, source, by, event, n }) => ({
          source,
          event: by,
          actions: [{ do: 'send kid', kid: name, event, n } as const],
        }));
      return fc
        .record({
          actions: fc.array(fc.tuple(fc.nat(99), action(spec, scope.ids)), {
            minLength: invoked.length === names.length ? 0 : 1,
            maxLength: 3,
            size: 'max',
          }),
          answers: fc.array(answer, { minLength: 1, maxLength: 3, size: 'max' }),
          words: fc.array(word, { maxLength: invoked.length > 0 ? 2 : 0, size: 'max' }),
        })
        .map(({ actions, answers, words }): MachineSpec => {
          const states = machine.states.map((state) =>
            where.includes(state.name) && invoked.length > 0 ? { ...state, invoke: invoked } : state,
          );
          const transitions = [...words, ...machine.transitions, ...answers];
          return actions.reduce<MachineSpec>((chart, [at2, built]) => withAction(chart, at2, built), {
            ...machine,
            kin: spec,
            states,
            transitions,
          });
        });
    });
}
