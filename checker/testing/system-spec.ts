import type { AnyEventObject } from 'xstate';
import type { ActorOptions, Actors, Logic } from '../system/actor.ts';
import { actor, replicas } from '../system/actor.ts';
import type { Effect, EffectArgs, EffectSend } from '../system/define-system.ts';
import { defineSystem } from '../system/define-system.ts';
import type { Delivery } from '../system/delivery.ts';
import type { SystemInstance } from '../system/instance.ts';
import { instantiate } from '../system/instance.ts';
import type { Faults, Mail } from '../system/faults.ts';
import type { Time } from '../system/time.ts';
import { kinOptions } from './kin-spec.ts';
import type { MachineSpec, PayloadSpec } from './machine-spec.ts';
import { buildMachine, hopsOf, outgoing } from './machine-spec.ts';
import { SELF } from './spec-event.ts';

/** A system as plain data. */
export interface SystemSpec {
  readonly actors: readonly ActorSpec[];
  /** By `default`, receiver or pair, as in `defineSystem`. */
  readonly delivery: Readonly<Record<string, Delivery>>;
  readonly effects: Readonly<Record<string, EffectSpec>>;
  readonly faults?: Faults<Actors>;
  readonly time?: Time;
  readonly throws?: 'as-live';
  readonly interchangeable?: readonly string[];
}

export interface ActorSpec {
  readonly machine: MachineSpec;
  /** More than one: replicas, with ids `a-1`, `a-2`. */
  readonly copies: number;
  readonly stimuli: StimuliSpec;
  readonly environment?: boolean;
  readonly survives?: 'context' | readonly string[];
  readonly mail?: Mail;
}

/** A list of event types, or a function: the events offered while counter 0 is below `below`. */
export type StimuliSpec =
  | { readonly list: readonly string[] }
  | {
      readonly offers: readonly { readonly event: string; readonly n: PayloadSpec; readonly below: number }[];
      readonly throwsAt?: number;
    };

/** What a custom action means: nothing, some messages, or one of several lists of messages. */
export type EffectSpec =
  | 'ignore'
  | { readonly sends: readonly SendSpec[] }
  | { readonly choice: readonly (readonly SendSpec[])[] };

/** A message of an effect; its payload is the action's parameter, or a counter of the context. */
export interface SendSpec {
  readonly to: string;
  readonly event: string;
  readonly n: 'parameter' | PayloadSpec;
}

/** The ids of a system's actors in declared order. */
export function actorIds(actors: readonly { readonly name: string; readonly copies: number }[]): string[] {
  return actors.flatMap(({ name, copies }) =>
    copies === 1 ? [name] : Array.from({ length: copies }, (_, i) => `${name}-${i + 1}`),
  );
}

/** The system of a spec, as a user would have written it. */
export function buildSystem(spec: SystemSpec) {
  return defineSystem({
    name: 'generated',
    description: 'a generated system',
    parameters: {},
    scopes: { default: {} },
    designs: { only: { description: 'as generated' } },
    build: () => ({
      actors: Object.fromEntries(
        spec.actors.map(({ machine, copies, stimuli, environment = false, survives, mail }) => {
          const logic: Logic = buildMachine(machine);
          const options = {
            stimuli: buildStimuli(stimuli),
            environment,
            ...(machine.kin === undefined ? {} : { children: kinOptions(machine.kin) }),
            ...(survives === undefined ? {} : { survives }),
            ...(mail === undefined ? {} : { mail }),
          } as ActorOptions<Logic>;
          return [machine.id, copies === 1 ? actor(logic, options) : replicas(copies, logic, options)];
        }),
      ),
      delivery: spec.delivery as never,
      effects: Object.fromEntries(
        Object.entries(spec.effects).map(([name, effect]) => [name, buildEffect(effect)]),
      ),
      ...(spec.faults === undefined ? {} : { faults: spec.faults }),
      ...(spec.time === undefined ? {} : { time: spec.time }),
      ...(spec.interchangeable === undefined ? {} : { interchangeable: spec.interchangeable }),
      ...(spec.throws === undefined ? {} : { throws: spec.throws }),
    }),
  });
}

/** The only instance of a generated system. */
export function buildInstance(spec: SystemSpec): SystemInstance {
  return instantiate(buildSystem(spec), { design: 'only' });
}

function buildStimuli(stimuli: StimuliSpec): unknown {
  if ('list' in stimuli) return stimuli.list;
  return (snapshot: { context: Record<string, number> }): AnyEventObject[] => {
    const { c0 } = snapshot.context;
    if (c0 === stimuli.throwsAt) throw new Error('stimuli failed');
    return stimuli.offers
      .filter((offer) => c0! < offer.below)
      .map(({ event, n }) => ({
        type: event,
        n: typeof n === 'number' ? n : (snapshot.context[`c${n.counter}`] ?? 0),
      }));
  };
}

/** As for most statecharts. */
const HOPS = 2;

function buildEffect(effect: EffectSpec): Effect {
  if (effect === 'ignore') return 'ignore';
  const sends = (args: EffectArgs, list: readonly SendSpec[]): EffectSend[] =>
    hopsOf(args.event, HOPS) <= 0
      ? []
      : list.map(({ to, event, n }) => ({
          to: to === SELF ? args.self : to,
          event: outgoing(args, event, n === 'parameter' ? (args.params as { n: number }).n : n, HOPS),
        }));
  if ('sends' in effect) return (args) => sends(args, effect.sends);
  // Only a stimulus has a choice: in a long fold the combinations would be beyond counting.
  return (args) =>
    args.event.hops === undefined
      ? { choice: effect.choice.map((list) => sends(args, list)) }
      : sends(args, effect.choice[0]!);
}
