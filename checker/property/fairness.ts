import type { AnyEventObject } from 'xstate';
import { encode } from '../step/canonical.ts';
import type { FaultEvent, StepName } from '../step/step-table.ts';
import { ModelError, UsageError } from '../system/errors.ts';
import { FAULT_KINDS } from '../system/faults.ts';
import type { SystemInstance } from '../system/instance.ts';
import { unknownName } from '../system/names.ts';
import type { Property } from './property.ts';

/** A kind of step: what happens, to whom, by which event. The states before and after may be any. */
export interface StepKind<Id extends string = string, Event extends AnyEventObject = AnyEventObject> {
  readonly kind: StepName;
  /** The actor that takes the step, or that a fault strikes, by id; empty for a tick. */
  readonly actor: Id | '';
  /** The name it stands under in `actors`: that of the group for replicas. */
  readonly name: string;
  /** Whether the actor belongs to the environment. */
  readonly environment: boolean;
  /** Who sent the message that is delivered, lost or doubled. */
  readonly from: Id | null;
  /** The name the sender stands under. */
  readonly fromName: string | null;
  readonly event: Event | { readonly type: FaultEvent };
  /** Of a timeout: what its timer is cancelled by; empty when it was given no id, null for other steps. */
  readonly timer: string | null;
  /** Of a timeout: who takes its event, by id; null for other steps. */
  readonly to: Id | null;
  /** Whether the actor is a promise, callback or observable, and the step what came of it. */
  readonly outcome: boolean;
  /** The order of the channel of such a message. */
  readonly order: 'fifo' | 'unordered' | null;
}

/** Picks kinds of steps: those that agree with all that is given, or those a function answers true for. */
export type StepPattern<Id extends string = string, Event extends AnyEventObject = AnyEventObject> =
  | {
      kind?: StepName;
      /** An id, or the name of a group of replicas for any of them. */
      actor?: Id | (string & {});
      from?: Id | (string & {});
      /** An event type. */
      event?: Event['type'] | FaultEvent;
    }
  | ((step: StepKind<Id, Event>) => boolean);

/** Named sets of steps. */
export type StepSets<Id extends string = string, Event extends AnyEventObject = AnyEventObject> = Readonly<
  Record<string, StepPattern<Id, Event>>
>;

/**
 * The fairness a property assumes. A set under `weak` or `strong` is one condition, in place of the default
 * conditions of its steps (one for each replica where it names a group of them as the actor); the steps under
 * `none` have no default condition; all other steps keep theirs. A step under `none` that is in a set under `weak` or
 * `strong` too belongs to that condition all the same.
 */
export interface Fairness<Id extends string = string, Event extends AnyEventObject = AnyEventObject> {
  /** Enabled for ever from some point on: taken again and again. */
  weak?: StepSets<Id, Event>;
  /** Enabled again and again: taken again and again. */
  strong?: StepSets<Id, Event>;
  none?: StepSets<Id, Event>;
  /** Whether the other steps keep their default conditions; true unless given. */
  defaults?: boolean;
  /**
   * Whether runs count in which time could pass and does not: Zeno runs. They do not unless given, so `tick` is
   * strongly fair; where they count it is weakly fair.
   */
  zeno?: boolean;
}

/** One fairness condition: a named set of steps, by the numbers of their kinds. */
export interface FairnessCondition {
  readonly name: string;
  readonly strength: 'weak' | 'strong';
  readonly steps: readonly number[];
}

/**
 * The conditions of a property. By default each is weak and separate: every (actor, type of stimulus), the head
 * of every fifo channel, every content of an unordered one, every (actor, timer, receiver); and `tick`, see
 * {@link Fairness.zeno}. The environment's stimuli and faults have none.
 *
 * @throws UsageError when a function that picks steps answers neither true nor false
 */
export function conditionsOf(kinds: readonly StepKind[], fairness: Fairness | null): FairnessCondition[] {
  const conditions: FairnessCondition[] = [];
  const named = new Set<number>();
  for (const strength of ['weak', 'strong', 'none'] as const) {
    for (const [name, pattern] of Object.entries(fairness?.[strength] ?? {})) {
      const steps = [...kinds.keys()].filter((i) => picks(pattern, kinds[i]!));
      for (const step of steps) named.add(step);
      if (strength === 'none') continue;
      if (typeof pattern === 'function' || !kinds.some((kind) => isGroup(kind, pattern.actor))) {
        conditions.push({ name, strength, steps });
        continue;
      }
      for (const actor of new Set(steps.map((step) => kinds[step]!.actor))) {
        const own = steps.filter((step) => kinds[step]!.actor === actor);
        conditions.push({ name: `${name} (${actor})`, strength, steps: own });
      }
    }
  }
  if (fairness?.defaults === false) return conditions;
  const groups = new Map<string, { name: string; steps: number[] }>();
  kinds.forEach((kind, i) => {
    const condition = named.has(i) ? null : defaultCondition(kind);
    if (condition === null) return;
    const group = groups.get(condition.key) ?? { name: condition.name, steps: [] };
    groups.set(condition.key, group);
    group.steps.push(i);
  });
  for (const { name, steps } of groups.values()) {
    const strength = name === 'tick' && fairness?.zeno !== true ? 'strong' : 'weak';
    conditions.push({ name, strength, steps });
  }
  return conditions;
}

/** The default condition of a kind of step: what it is told apart by, and its name; null when it has none. */
export function defaultCondition(kind: StepKind): { key: string; name: string } | null {
  if (kind.kind === 'stimulus') {
    if (kind.environment) return null;
    // What comes of a promise or callback is left open; that something does is not.
    const name = `${kind.actor} ${kind.outcome ? 'goes on' : kind.event.type}`;
    return { key: name, name };
  }
  if (kind.kind === 'tick') return { key: 'tick', name: 'tick' };
  if (kind.kind === 'timeout') {
    const receiver = kind.to === kind.actor ? '' : ` to ${kind.to}`;
    const name = `timer ${kind.actor} ${kind.event.type}${receiver}`;
    return { key: `${name} ${kind.timer} ${encode(kind.event, 'event')}`, name };
  }
  if (kind.kind !== 'delivery') return null;
  const channel = `${kind.from} -> ${kind.actor}`;
  if (kind.order !== 'unordered') return { key: channel, name: `delivery ${channel}` };
  return {
    key: `${channel} ${encode(kind.event, 'event')}`,
    name: `delivery ${channel} of ${contentOf(kind.event)}`,
  };
}

/** Whether a name is that of the group of replicas a step belongs to. */
function isGroup(kind: StepKind, name: string | undefined): boolean {
  return name === kind.name && kind.name !== kind.actor;
}

function contentOf(event: AnyEventObject): string {
  const { type, ...payload } = event;
  return Object.keys(payload).length === 0 ? type : `${type} ${JSON.stringify(payload)}`;
}

type SpeaksOfSteps = Pick<Property, 'fairness' | 'using'>;

/** The sets of steps that a property speaks of, by name. */
export function setsOf({ fairness, using }: SpeaksOfSteps): (readonly [string, StepPattern])[] {
  const named = [fairness?.weak, fairness?.strong, fairness?.none].flatMap((sets) =>
    Object.entries(sets ?? {}),
  );
  return using === null ? named : [...named, ['using', using]];
}

/**
 * @throws ModelError when a set of steps names an actor or sender that the system does not have: it would pick
 *   nothing, and be no condition at all
 */
export function checkSets(instance: SystemInstance, property: SpeaksOfSteps): void {
  const known = [...instance.names.keys(), ...instance.placeOf.keys(), ...instance.absent];
  for (const [name, pattern] of setsOf(property)) {
    if (typeof pattern === 'function') continue;
    for (const actor of [pattern.actor, pattern.from]) {
      if (actor === undefined || known.includes(actor) || isReplica(instance, actor)) continue;
      throw new ModelError(
        unknownName(`the set of steps "${name}" names an actor that is not there:`, actor, known),
        {},
      );
    }
  }
}

/** Whether an id is one that a larger scope has: one of a group of replicas. */
function isReplica(instance: SystemInstance, id: string): boolean {
  const name = /^(.+)-\d+$/.exec(id)?.[1] ?? '';
  return instance.absent.has(name) || instance.names.get(name)?.replicas === true;
}

/** Whether a step counts as a way out for always-possible: one that is picked, by default any but a fault. */
export function isWayOut(using: StepPattern | null, step: StepKind): boolean {
  return using === null ? !FAULTS.includes(step.kind) : picks(using, step);
}

const FAULTS: readonly StepName[] = FAULT_KINDS;

/** Whether a pattern picks a kind of step. */
export function picks(pattern: StepPattern, step: StepKind): boolean {
  if (typeof pattern === 'function') {
    const answer: unknown = pattern(step);
    if (typeof answer !== 'boolean')
      throw new UsageError(`a set of steps must answer true or false, and answered ${String(answer)}.`);
    return answer;
  }
  const { kind, actor, from, event } = pattern;
  return (
    (kind === undefined || kind === step.kind) &&
    (actor === undefined || actor === step.actor || actor === step.name) &&
    (from === undefined || from === step.from || from === step.fromName) &&
    (event === undefined || event === step.event.type)
  );
}
