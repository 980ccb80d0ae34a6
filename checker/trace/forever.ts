import type { FairnessCondition, StepKind } from '../property/fairness.ts';
import { conditionsOf } from '../property/fairness.ts';
import type { LivenessKind, Property } from '../property/property.ts';
import { encode } from '../step/canonical.ts';
import type { StepChoice } from '../step/integer-space.ts';
import type { PlainState } from '../step/plain-space.ts';
import { PlainSpace } from '../step/plain-space.ts';
import type { StepName } from '../step/step-table.ts';
import type { SystemInstance } from '../system/instance.ts';
import { mayNeverEnd } from '../system/outcome-logic.ts';
import { asking } from './asking.ts';
import { withEventNames } from './event-name.ts';
import { toJson } from './json-value.ts';
import type { Replayed } from './replay.ts';
import type { TraceFairness, TraceForever } from './trace.ts';

/** A run does not go on for ever as it is said to. */
export class NotForEver extends Error {
  override readonly name = 'NotForEver';
}

/**
 * How a replayed run goes on for ever: round its cycle, or not at all. Works on plain objects through XState
 * and shares nothing with the search.
 *
 * @param loopsTo the state (0: the first) that the last state equals; null where the run ends
 * @throws NotForEver when the cycle does not close, is not fair, or when a run that should end may not
 */
export function goesOn(
  instance: SystemInstance,
  property: Property,
  run: Replayed,
  loopsTo: number | null,
): TraceForever {
  const space = new PlainSpace(instance);
  const last = run.states.at(-1)!;
  if (loopsTo !== null && loopsTo >= run.steps.length)
    throw new NotForEver(`its cycle starts after step ${loopsTo}, and it has ${run.steps.length} steps.`);
  if (loopsTo === null) {
    const { kinds, enabled, offers } = enabledAt(space, [last]);
    const fair = conditionsOf(kinds, property.fairness).find(({ steps }) =>
      steps.some((s) => enabled[0]!.has(s)),
    );
    if (fair !== undefined)
      throw new NotForEver(
        `replayed, the run does not end where it is said to: ${withEventNames(fair.name)} is enabled and fair.`,
      );
    return {
      kind: 'end',
      unfair: offers[0]!.map(({ kind, actor, from, event }) => ({
        kind: kind as StepName,
        actor,
        from,
        event: toJson(event),
      })),
    };
  }
  if (space.key(run.states[loopsTo]!) !== space.key(last))
    throw new NotForEver('replayed, its cycle does not close.');
  const states = run.states.slice(loopsTo, -1);
  const { kinds, enabled, indexOf } = enabledAt(space, states);
  // A step that changes only what a property remembers is none of the system's, and takes nothing.
  const changes = (at: number): boolean => {
    const { choice, after } = run.steps[at]!;
    return !MAY_CHANGE_NOTHING.includes(choice.kind) || space.key(run.states[at]!) !== space.key(after);
  };
  const taken = run.steps
    .slice(loopsTo)
    .map(({ choice }, i) => (changes(loopsTo + i) ? indexOf(choice, states[i]!) : NONE));
  const fairness = conditionsOf(kinds, property.fairness)
    .map((condition) => treatment(condition, enabled, taken, loopsTo))
    .filter(({ taken: at, enabledAfter }) => at.length > 0 || enabledAfter.length > 0);
  const wronged = fairness.find((condition) => !isFair(condition, states.length));
  if (wronged !== undefined)
    throw new NotForEver(`replayed, its cycle is not fair to ${withEventNames(wronged.name)}.`);
  return {
    kind: 'cycle',
    from: loopsTo,
    fairness: fairness.map(({ name, strength, taken: at, disabledAfter }) => ({
      name,
      strength,
      taken: at,
      disabledAfter,
    })),
  };
}

/** The kind of what is no step. */
const NONE = -1;

interface Treatment extends TraceFairness {
  /** The places of the cycle where it is enabled, by the step before. */
  readonly enabledAfter: readonly number[];
}

/** What a cycle does to a condition; places are told by the number of the step they come after. */
function treatment(
  { name, strength, steps }: FairnessCondition,
  enabled: readonly ReadonlySet<number>[],
  taken: readonly number[],
  loopsTo: number,
): Treatment {
  const places = enabled.map((set) => steps.some((step) => set.has(step)));
  const disabled = places.indexOf(false);
  return {
    name,
    strength,
    taken: taken.flatMap((step, i) => (steps.includes(step) ? [loopsTo + i + 1] : [])),
    disabledAfter: disabled < 0 ? null : loopsTo + disabled,
    enabledAfter: places.flatMap((is, i) => (is ? [loopsTo + i] : [])),
  };
}

function isFair({ strength, taken, disabledAfter, enabledAfter }: Treatment, length: number): boolean {
  if (taken.length > 0) return true;
  return strength === 'weak' ? disabledAfter !== null && length > 0 : enabledAfter.length === 0;
}

/** The kinds of step that some states enable, numbered, and which each state does. */
function enabledAt(space: PlainSpace, states: readonly PlainState[]) {
  const kinds: StepKind[] = [];
  const numbers = new Map<string, number>();
  const indexOf = (choice: StepChoice, state: PlainState): number => {
    const kind = kindOf(space.instance, choice, state);
    const key = `${choice.kind} ${choice.actor} ${choice.from} ${choice.timer} ${choice.to} ${kind.environment} ${encode(choice.event, 'event')}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const index = kinds.push(kind) - 1;
    numbers.set(key, index);
    return index;
  };
  const offers = states.map((state) => space.offers(state).filter((offer) => isEnabled(space, state, offer)));
  const enabled = offers.map((list, i) => new Set(list.map((offer) => indexOf(offer, states[i]!))));
  return { kinds, enabled, offers, indexOf };
}

/** Whether taking an offer would change the state, or could: what a full channel hides is not known. */
export function isEnabled(space: PlainSpace, state: PlainState, offer: StepChoice): boolean {
  const key = space.key(state);
  return space
    .takeAll(state, offer)
    .some(({ ended, after }) =>
      ended === 'ok'
        ? !MAY_CHANGE_NOTHING.includes(offer.kind) || space.key(after) !== key
        : ended === 'full',
    );
}

/** Steps that are none when they leave the state as it was. */
const MAY_CHANGE_NOTHING: readonly string[] = ['stimulus', 'tick'];

/** The kind of a step that a state offers. */
export function kindOf(
  instance: SystemInstance,
  { kind, actor, from, event, timer, to }: StepChoice,
  { snapshots }: PlainState,
): StepKind {
  const place = instance.placeOf.get(actor) ?? -1;
  const receiver = instance.actors[place];
  const isOutcome = kind === 'stimulus' && receiver !== undefined && receiver.outcomes !== null;
  const isOpen = isOutcome && mayNeverEnd(receiver, snapshots[place]!);
  const sender = from === null ? null : instance.actors[instance.placeOf.get(from)!]!;
  const { order } =
    from === null
      ? { order: null }
      : instance.delivery(instance.placeOf.get(from)!, instance.placeOf.get(actor)!);
  return {
    kind: kind as StepName,
    actor,
    name: receiver?.name ?? '',
    environment: isOpen || (receiver?.environment ?? false),
    from,
    fromName: sender?.name ?? null,
    event: event!,
    timer: timer ?? null,
    to: to ?? null,
    outcome: isOutcome,
    order: order === 'sync' ? null : order,
  };
}

/** Whether a run that goes on for ever violates a liveness property, by the definition of its kind. */
export function violatesForEver(
  instance: SystemInstance,
  property: Property & { kind: LivenessKind },
  run: Replayed,
  loopsTo: number | null,
): boolean {
  const ask = asking(instance, property, run);
  const again = run.states.map((_, i) => i >= (loopsTo ?? run.states.length - 1));
  switch (property.kind) {
    case 'leads-to':
      return awaitedSince(instance, property, run, loopsTo) !== null;
    case 'eventually':
      return ask(property.holds!).every((is) => !is);
    case 'always-eventually':
      return ask(property.holds!).every((is, i) => !is || !again[i]!);
    case 'eventually-always':
      return ask(property.holds!).some((is, i) => !is && again[i]!);
    case 'until':
      return ask(property.goal!).every((is) => !is);
  }
}

/**
 * Of leads-to: the step (0: the start) after which it is first awaited and does not come any more, in a run that goes on for
 * ever; null where it comes.
 */
export function awaitedSince(
  instance: SystemInstance,
  property: Property,
  run: Replayed,
  loopsTo: number | null,
): number | null {
  const ask = asking(instance, property, run);
  const goal = ask(property.goal!);
  // Once in the cycle, all of it comes after.
  const again = loopsTo ?? run.states.length - 1;
  const never = (from: number): boolean => goal.every((is, i) => !is || (i < from && i < again));
  const since = ask(property.state!).findIndex((is, i) => is && never(i));
  return since < 0 ? null : since;
}

/** Whether a run breaks `until` at its last state, whatever comes after. */
export function breaksUntil(instance: SystemInstance, property: Property, run: Replayed): boolean {
  const last = { states: run.states.slice(-1) };
  return (
    asking(instance, property, run)(property.goal!).every((is) => !is) &&
    !asking(instance, property, last)(property.holds!)[0]
  );
}
