import type { Property, SafetyKind } from '../property/property.ts';
import { isLiveness, remembers } from '../property/property.ts';
import { observe, observedGroups } from '../property/observe.ts';
import { encode } from '../step/canonical.ts';
import type { StepChoice } from '../step/integer-space.ts';
import type { PlainState, PlainStep } from '../step/plain-space.ts';
import { PlainSpace } from '../step/plain-space.ts';
import { stateName } from '../step/snapshot-key.ts';
import { watched } from '../step/watch.ts';
import { messageOf } from '../system/errors.ts';
import { FAULT_KINDS } from '../system/faults.ts';
import type { SystemInstance } from '../system/instance.ts';
import type { Time } from '../system/time.ts';
import { changesBetween } from './diff.ts';
import { awaitedSince, breaksUntil, goesOn, isEnabled, violatesForEver } from './forever.ts';
import { eventName } from './event-name.ts';
import { toJson } from './json-value.ts';
import { monitorAtEnd, rememberedWords, violatesWithMemory } from './remember.ts';
import type { Counterexample, TraceActor, TraceMessage, TraceStep } from './trace.ts';
import { trapAt, uncountedAt } from './trap.ts';

type Event = NonNullable<StepChoice['event']>;

/** A run carried out again on plain objects, through XState at every step. */
export interface Replayed {
  readonly start: PlainStep;
  readonly steps: readonly PlainStep[];
  /** The states before each step, and the last one. */
  readonly states: readonly PlainState[];
}

/** Why a run could not be replayed, and at which step (0: the start). */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
  readonly step: number;
  constructor(step: number, message: string) {
    super(message);
    this.step = step;
  }
}

/**
 * Carries out a run.
 *
 * @param choices how the actors started, then the steps
 * @param same tells whether an offered event is that of a choice
 * @throws ReplayError when a step is not on offer or does not go through; ModelError from user code
 */
export function replay(
  instance: SystemInstance,
  choices: readonly StepChoice[],
  same: (offered: Event | null, chosen: Event | null) => boolean = sameEvent,
): Replayed {
  const space = new PlainSpace(instance);
  const start = space.start(choices[0]?.choices);
  const steps: PlainStep[] = [];
  const states: PlainState[] = [start.after];
  for (const [i, choice] of choices.slice(1).entries()) {
    const before = states[i]!;
    const offer = space
      .offers(before)
      .find((offered) => isOf(offered, choice) && same(offered.event, choice.event));
    if (offer === undefined) throw new ReplayError(i + 1, `${describe(choice)} is not possible here.`);
    const step = space.take(before, { ...offer, choices: choice.choices });
    if (step.ended !== 'ok')
      throw new ReplayError(i + 1, `${describe(choice)} is stopped by a full channel.`);
    steps.push(step);
    states.push(step.after);
  }
  return { start, steps, states };
}

function isOf(a: StepChoice, b: StepChoice): boolean {
  return a.kind === b.kind && a.actor === b.actor && a.from === b.from && a.at === b.at;
}

function sameEvent(a: Event | null, b: Event | null): boolean {
  return encode(a, 'event') === encode(b, 'event');
}

function describe(choice: StepChoice): string {
  const what = `${choice.actor} ${eventName(choice.event?.type ?? '', choice.actor)}`.trim();
  if (choice.kind === 'stimulus' || choice.kind === 'start') return `the step ${what}`;
  return `the ${choice.kind} ${what}${choice.from === null ? '' : ` from ${choice.from}`}`;
}

/** How the run of a liveness property goes on: its last state is the one numbered so, or it ends; null: neither. */
export type GoesOn = { readonly loopsTo: number | null } | null;

/**
 * Whether the replayed run shows what it is said to: its last state (or step) violates the property, or
 * for `reachable` is one to be reached.
 */
export function shows(
  instance: SystemInstance,
  property: Property,
  run: Replayed,
  how: GoesOn = null,
): boolean {
  if (isLiveness(property)) {
    return how === null
      ? property.kind === 'until' && breaksUntil(instance, property, run)
      : violatesForEver(instance, property, run, how.loopsTo);
  }
  if (remembers(property)) return violatesWithMemory(instance, property, run, how);
  const view = viewOf(instance, property, run);
  const scope = { parameters: instance.parameters, design: instance.design };
  const picked = property.state === null ? null : property.state(view.last, scope);
  switch (property.kind as SafetyKind | 'always-possible') {
    case 'invariant':
      return picked !== false && !property.holds!(view.last, scope);
    case 'reachable':
      return picked === true;
    case 'deadlock-free':
      return picked !== true && !hasStep(instance, run.states.at(-1)!);
    case 'always-possible':
      return trapAt(instance, property, run.states.at(-1)!) !== null;
    case 'step-property': {
      const step = run.steps.at(-1)?.step;
      if (step === undefined) return false;
      return (
        (property.on?.(step, scope) ?? true) && !property.stepHolds!(view.before, step, view.last, scope)
      );
    }
  }
}

/** Why the end of the run violates the property, in the property's own words. */
export function because(instance: SystemInstance, property: Property, run: Replayed): string | null {
  try {
    const words: unknown = inWords(instance, property, run);
    if (words === null || typeof words === 'string') return words;
    return `its \`because\` gave ${words instanceof Promise ? 'a promise' : words === undefined ? 'undefined' : `a value of type ${typeof words}`}, no text`;
  } catch (thrown) {
    // The violation stands without its words.
    return `its \`because\` threw: ${messageOf(thrown)}`;
  }
}

function inWords(instance: SystemInstance, property: Property, run: Replayed): string | null {
  const view = viewOf(instance, property, run);
  const scope = { parameters: instance.parameters, design: instance.design };
  const { because: ofState, stepBecause } = property;
  const monitor = property.kind === 'monitor' ? monitorAtEnd(instance, property, run) : undefined;
  if (ofState !== null) return watched(() => ofState(view.last, scope, monitor));
  const step = run.steps.at(-1)?.step;
  return stepBecause === null || step === undefined
    ? null
    : watched(() => stepBecause(view.before, step, view.last, scope));
}

function viewOf(instance: SystemInstance, property: Property, run: Replayed) {
  const groups = observedGroups(instance, property);
  const view = (state: PlainState) => observe(groups, (place) => state.snapshots[place]);
  return { before: view(run.states.at(-2) ?? run.states[0]!), last: view(run.states.at(-1)!) };
}

const FAULTS: readonly StepChoice['kind'][] = FAULT_KINDS;

/** Whether some offer of a state that is no fault changes it. */
export function hasStep(instance: SystemInstance, state: PlainState): boolean {
  const space = new PlainSpace(instance);
  return space.offers(state).some((offer) => !FAULTS.includes(offer.kind) && isEnabled(space, state, offer));
}

/** Which property of which suite a run is the counterexample of. */
export interface Subject {
  readonly suite: string;
  readonly designDescription: string;
  readonly property: string;
}

/** What a run shows besides its steps. */
export interface Shown {
  /** Of a liveness property: how the run goes on. */
  readonly goesOn?: GoesOn;
  /** Of always-possible: the number of states from which it is not. */
  readonly trapped?: number;
}

/**
 * Writes a replayed run down.
 *
 * @throws NotForEver when a run does not go on for ever as it is said to
 */
export function writeDown(
  instance: SystemInstance,
  property: Property,
  subject: Subject,
  run: Replayed,
  shown: Shown = {},
): Counterexample {
  const last = run.states.at(-1)!;
  return {
    format: 1,
    system: instance.system,
    systemRef: instance.systemRef,
    suite: subject.suite,
    design: instance.design,
    designRef: instance.designRef,
    designDescription: subject.designDescription,
    scope: instance.scope,
    set: instance.set,
    parameters: instance.parameters,
    ...(instance.time === null ? {} : { time: timeOf(instance.time) }),
    property: subject.property,
    propertyRef: property.ref,
    kind: property.kind,
    statement: property.description,
    shows: property.kind === 'reachable' ? 'witness' : 'violation',
    because: because(instance, property, run),
    actors: actorsOf(instance, run.start.after),
    start: traceStep(instance, null, run.start),
    steps: run.steps.map((step, i) => traceStep(instance, run.states[i]!, step)),
    ...foreverOf(instance, property, run, shown.goesOn ?? null),
    ...(shown.trapped === undefined ? {} : trappedAt(instance, property, run, shown.trapped)),
    ...(remembers(property) ? { remembered: rememberedWords(instance, property, run) } : {}),
    inFlight: [...last.channels].flatMap(([pair, messages]) => {
      const [from, to] = pair.split(' -> ');
      return messages.map((event): TraceMessage => ({ from: from!, to: to!, event: toJson(event) }));
    }),
  };
}

function trappedAt(
  instance: SystemInstance,
  property: Property,
  run: Replayed,
  trapped: number,
): Pick<Counterexample, 'trapped' | 'uncounted'> {
  const uncounted = uncountedAt(instance, property, run.states.at(-1)!);
  return uncounted.length === 0 ? { trapped } : { trapped, uncounted };
}

/** `untimed`, or the milliseconds of a tick. */
export function timeOf(time: Time): 'untimed' | number {
  return time === 'untimed' ? time : time.tick;
}

function foreverOf(
  instance: SystemInstance,
  property: Property,
  run: Replayed,
  how: GoesOn,
): Pick<Counterexample, 'forever' | 'awaitedSince'> {
  if (how === null) return {};
  const since = property.kind === 'leads-to' ? awaitedSince(instance, property, run, how.loopsTo) : null;
  return {
    forever: goesOn(instance, property, run, how.loopsTo),
    ...(since === null ? {} : { awaitedSince: since }),
  };
}

/** The actors as a trace introduces them, in a state before the first step. */
export function actorsOf(instance: SystemInstance, initial: PlainState): TraceActor[] {
  return instance.actors.map((actor, place) => {
    const snapshot = initial.snapshots[place]!;
    return {
      id: actor.id,
      description: actor.description,
      environment: actor.environment,
      state: stateName(snapshot),
      context: toJson(snapshot.context),
    };
  });
}

/** One step as a trace holds it; `before` is null for the start. */
export function traceStep(instance: SystemInstance, before: PlainState | null, step: PlainStep): TraceStep {
  const own = before === null ? undefined : step.calls[0];
  const calls = before === null ? step.calls.filter((call) => call.event !== null) : step.calls.slice(1);
  return {
    kind: step.choice.kind,
    actor: step.choice.actor,
    from: step.choice.from,
    event: toJson(step.choice.event),
    ...(step.choice.at === undefined ? {} : { at: step.choice.at }),
    ...(step.choice.choices.length === 0 ? {} : { choices: step.choice.choices }),
    handled: own?.handled ?? true,
    descriptions: own?.descriptions ?? [],
    calls: calls.map((call) => ({
      from: call.from ?? '',
      to: call.actor,
      event: toJson(call.event),
      depth: call.depth,
      handled: call.handled,
      descriptions: call.descriptions,
    })),
    sent: step.step.sent.map(messageToJson),
    emitted: step.step.emitted.map(({ actor, event }) => ({ actor, event: toJson(event) })),
    dropped: step.step.dropped.map((lost) => ({
      ...messageToJson(lost),
      ...(lost.crashed === true ? { crashed: true } : {}),
    })),
    changes: before === null ? [] : changesBetween(instance, before, step.after, step.choice.kind),
  };
}

function messageToJson(message: { from: string; to: string; event: Event }): TraceMessage {
  return { from: message.from, to: message.to, event: toJson(message.event) };
}
