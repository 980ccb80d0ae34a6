import fc from 'fast-check';
import { familyArbitrary } from './family-arbitrary.ts';
import type { ActionSpec, MachineSpec, TransitionSpec } from './machine-spec.ts';
import { among } from './machine-arbitrary.ts';
import type { PropertySpec, StateSpecPredicate, StepSpecPredicate } from './property-spec.ts';
import { SELF } from './spec-event.ts';
import type { CheckSpec } from './system-arbitrary.ts';
import { checkArbitrary } from './system-arbitrary.ts';
import type { EffectSpec, SendSpec } from './system-spec.ts';

/** How a system is made one with interchangeable actors. */
interface Way {
  readonly copies: number;
  /** Whether an actor is there that introduces the replicas to each other. */
  readonly hub: boolean;
  readonly as: 'set' | 'list';
  readonly last: boolean;
  readonly some: boolean;
}

/**
 * Generated systems of all kinds, with the first actor made two or three that nothing tells apart: what was sent to it
 * by its name goes to who asked, to who is remembered, or stays with the sender.
 */
export function symmetryArbitrary(): fc.Arbitrary<CheckSpec> {
  const way: fc.Arbitrary<Way> = fc.record({
    copies: among([2, 2, 3]),
    hub: fc.boolean(),
    as: among(['set', 'list'] as const),
    last: fc.boolean(),
    some: fc.boolean(),
  });
  const systems = fc.oneof(
    { weight: 4, arbitrary: checkArbitrary(true) },
    { weight: 2, arbitrary: familyArbitrary('timed') },
    { weight: 2, arbitrary: familyArbitrary('faulty') },
    { weight: 2, arbitrary: familyArbitrary('children') },
  );
  return fc.tuple(systems, way).map(([spec, how]) => madeSymmetric(spec, how));
}

function madeSymmetric({ system, properties }: CheckSpec, way: Way): CheckSpec {
  const [first, ...others] = system.actors;
  const name = first!.machine.id;
  const partner = way.hub ? 'hub' : others[0]?.machine.id;
  const machine = (spec: MachineSpec, isReplica: boolean): MachineSpec => ({
    ...eachAction(spec, (action, i) => ofAction(action, name, isReplica, i)),
    ...(spec.kin === undefined
      ? {}
      : {
          kin: Object.fromEntries(
            Object.entries(spec.kin).map(([kid, child]) => [
              kid,
              'runs' in child ? child : { ...child, machine: machine(child.machine, isReplica) },
            ]),
          ),
        }),
  });
  const replica =
    partner === undefined
      ? machine(first!.machine, true)
      : meeting(machine(first!.machine, true), partner, way);
  const single = others.map((actor) => ({ ...actor, copies: 1, machine: machine(actor.machine, false) }));
  const hub = { machine: hubMachine(way), copies: 1, stimuli: { list: [] } };
  return {
    system: {
      ...system,
      actors: [{ ...first!, machine: replica, copies: way.copies }, ...single, ...(way.hub ? [hub] : [])],
      effects: Object.fromEntries(
        Object.entries(system.effects).map(([effect, spec]) => [effect, ofEffect(spec, name)]),
      ),
      interchangeable: [name],
    },
    properties: properties.map((property) => ofProperty(property, name, way.some)),
  };
}

/** Says who it is, and writes to whom it was introduced. */
function meeting(machine: MachineSpec, partner: string, { last }: Way): MachineSpec {
  const { name } = machine.states[0]!;
  const hello: ActionSpec = { do: 'send', to: partner, event: last ? 'm0' : 'm1', n: 0, signed: true };
  const more: TransitionSpec[] = [
    { source: name, event: 'e0', actions: [hello], bare: true },
    { source: '', event: 'm2', actions: [{ do: 'remember sender' }] },
    { source: name, event: 'e1', actions: [{ do: 'send to remembered', event: 'm0', n: 1 }], bare: true },
  ];
  return { ...machine, transitions: [...machine.transitions, ...more] };
}

function hubMachine({ as, last }: Way): MachineSpec {
  return {
    id: 'hub',
    hops: 2,
    counters: [2, 1],
    states: [{ name: 's0', kind: 'atomic' }],
    transitions: [
      {
        source: 's0',
        event: 'm0',
        actions: [{ do: 'introduce', event: 'm2', n: 0 }, { do: 'remember sender' }],
      },
      {
        source: 's0',
        event: 'm1',
        actions: [
          { do: 'send to collected', event: 'm2', n: 1, last },
          { do: 'collect sender', as },
        ],
      },
    ],
  };
}

function eachAction(spec: MachineSpec, change: (action: ActionSpec, i: number) => ActionSpec): MachineSpec {
  return {
    ...spec,
    transitions: spec.transitions.map((one) => ({ ...one, actions: one.actions.map(change) })),
    states: spec.states.map((state) => ({
      ...state,
      ...(state.entry === undefined ? {} : { entry: state.entry.map(change) }),
      ...(state.exit === undefined ? {} : { exit: state.exit.map(change) }),
    })),
  };
}

function isOf(id: string, name: string): boolean {
  return id === name || id.startsWith(`${name}-`);
}

function ofAction(action: ActionSpec, name: string, isReplica: boolean, i: number): ActionSpec {
  if (action.do === 'send' && isReplica && !isOf(action.to, name)) return { ...action, signed: true };
  if ((action.do !== 'send' && action.do !== 'send later') || !isOf(action.to, name)) return action;
  if (isReplica || action.do === 'send later') return { ...action, to: SELF };
  const { event, n } = action;
  return { do: i % 2 === 0 ? 'reply' : 'send to remembered', event, n };
}

function ofEffect(effect: EffectSpec, name: string): EffectSpec {
  if (effect === 'ignore') return effect;
  const sends = (list: readonly SendSpec[]): SendSpec[] =>
    list.map((send) => (isOf(send.to, name) ? { ...send, to: SELF } : send));
  return 'sends' in effect ? { sends: sends(effect.sends) } : { choice: effect.choice.map(sends) };
}

function ofProperty(property: PropertySpec, name: string, some: boolean): PropertySpec {
  const parts = Object.entries(property).map(([key, part]) => {
    if (key === 'kind') return [key, part as unknown] as const;
    if (key === 'on' || key === 'step') return [key, ofStep(part as StepSpecPredicate, name)] as const;
    return [key, ofState(part as StateSpecPredicate, name, some)] as const;
  });
  return Object.fromEntries(parts) as unknown as PropertySpec;
}

function ofState(predicate: StateSpecPredicate, name: string, some: boolean): StateSpecPredicate {
  const again = (inner: StateSpecPredicate): StateSpecPredicate => ofState(inner, name, some);
  if ('not' in predicate) return { not: again(predicate.not) };
  if ('throwsWhen' in predicate) return { throwsWhen: again(predicate.throwsWhen) };
  if ('all' in predicate) return { all: predicate.all.map(again) };
  if ('any' in predicate) return { any: predicate.any.map(again) };
  const isReplica = predicate.actor === name || predicate.actor.startsWith(`${name}/`);
  return isReplica ? { ...predicate, copy: some ? 'some' : 'every' } : predicate;
}

function ofStep(predicate: StepSpecPredicate, name: string): StepSpecPredicate {
  if ('by' in predicate && isOf(predicate.by, name)) return { by: `${name}-*` };
  if ('calls' in predicate && isOf(predicate.calls, name)) return { ...predicate, calls: `${name}-*` };
  return predicate;
}
