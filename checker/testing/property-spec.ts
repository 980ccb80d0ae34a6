import type { AnyEventObject } from 'xstate';
import type { AnyMachineSnapshot } from 'xstate';
import type { AnySystem } from '../system/define-system.ts';
import type { Property } from '../property/property.ts';
import { deadlockFree, invariant, reachable, stepProperty } from '../property/property.ts';
import type { Step } from '../step/step-table.ts';

/** One of the replicas, or some or every one of them. */
type Copy = number | 'some' | 'every';

/** A predicate on a state as plain data. Of replicas it speaks of one that `copy` picks. */
export type StateSpecPredicate =
  | { readonly actor: string; readonly copy: Copy; readonly counter: number; readonly atLeast: number }
  | { readonly actor: string; readonly copy: Copy; readonly in: string }
  | { readonly actor: string; readonly copy: Copy; readonly status: string }
  | { readonly not: StateSpecPredicate }
  | { readonly all: readonly StateSpecPredicate[] }
  | { readonly any: readonly StateSpecPredicate[] }
  | { readonly throwsWhen: StateSpecPredicate };

/** A predicate on a step as plain data. */
export type StepSpecPredicate =
  | { readonly event: string }
  | { readonly by: string }
  | { readonly kind: string }
  | { readonly handled: boolean }
  | { readonly callsAtLeast: number }
  | { readonly sentAtLeast: number }
  | { readonly droppedAtLeast: number }
  | { readonly calls: string; readonly handled: boolean }
  | { readonly emits: number }
  | { readonly payloadAtLeast: number }
  | { readonly never: true };

/** A property as plain data. */
export type PropertySpec =
  | { readonly kind: 'invariant'; readonly when?: StateSpecPredicate; readonly holds: StateSpecPredicate }
  | { readonly kind: 'reachable'; readonly where: StateSpecPredicate }
  | { readonly kind: 'deadlock-free'; readonly legalEnd?: StateSpecPredicate }
  | {
      readonly kind: 'step-property';
      readonly on?: StepSpecPredicate;
      /** Of the step, of the state before and of the state after: one of them must hold. */
      readonly step?: StepSpecPredicate;
      readonly before?: StateSpecPredicate;
      readonly after?: StateSpecPredicate;
    };

/** The names of the actors a predicate looks at. */
export function namesIn(predicate: StateSpecPredicate | undefined): string[] {
  if (predicate === undefined) return [];
  if ('actor' in predicate) return [predicate.actor];
  if ('not' in predicate) return namesIn(predicate.not);
  if ('throwsWhen' in predicate) return namesIn(predicate.throwsWhen);
  return ('all' in predicate ? predicate.all : predicate.any).flatMap(namesIn);
}

type State = Readonly<Record<string, unknown>>;

/** Whether a predicate holds in what a property sees of a state. */
export function holdsIn(predicate: StateSpecPredicate, state: State): boolean {
  if ('not' in predicate) return !holdsIn(predicate.not, state);
  if ('all' in predicate) return predicate.all.every((inner) => holdsIn(inner, state));
  if ('any' in predicate) return predicate.any.some((inner) => holdsIn(inner, state));
  if ('throwsWhen' in predicate) {
    if (holdsIn(predicate.throwsWhen, state)) throw new Error('property failed');
    return true;
  }
  const observed = state[predicate.actor];
  if (typeof predicate.copy === 'string') {
    const list = Array.isArray(observed) ? observed : [observed];
    const holds = (_: unknown, copy: number): boolean => holdsIn({ ...predicate, copy }, state);
    return predicate.copy === 'some' ? list.some(holds) : list.every(holds);
  }
  const snapshot = (Array.isArray(observed) ? observed[predicate.copy % observed.length] : observed) as
    | AnyMachineSnapshot
    | undefined;
  // A child that is not there, or that is no statechart.
  if (snapshot === undefined) return false;
  if ('status' in predicate) return snapshot.status === predicate.status;
  if (!('machine' in snapshot)) return false;
  if ('counter' in predicate)
    return ((snapshot.context as Record<string, number>)[`c${predicate.counter}`] ?? 0) >= predicate.atLeast;
  return snapshot._nodes.some((node) => node.path.join('.') === predicate.in);
}

function holdsOf(predicate: StepSpecPredicate, step: Step): boolean {
  if ('never' in predicate) return false;
  if ('event' in predicate) return step.event.type === predicate.event;
  if ('by' in predicate) return isCalled(predicate.by, step.actor) || isCalled(predicate.by, step.from);
  if ('kind' in predicate) return step.kind === predicate.kind;
  if ('calls' in predicate)
    return step.calls.some(
      (call) => isCalled(predicate.calls, call.to) && call.handled === predicate.handled,
    );
  // Only of events that somebody takes can it be said.
  if ('handled' in predicate)
    return !['stimulus', 'delivery'].includes(step.kind) || step.handled === predicate.handled;
  if ('callsAtLeast' in predicate) return step.calls.length >= predicate.callsAtLeast;
  if ('sentAtLeast' in predicate) return step.sent.length >= predicate.sentAtLeast;
  if ('droppedAtLeast' in predicate) return step.dropped.length >= predicate.droppedAtLeast;
  if ('emits' in predicate) return step.emitted.length >= predicate.emits;
  return [step.event, ...step.calls.map((c) => c.event), ...step.sent.map((s) => s.event)].some(
    (event: AnyEventObject) => (event['n'] ?? 0) >= predicate.payloadAtLeast,
  );
}

/** Whether an id is the one that is meant; `a-*` means every replica of `a`. */
function isCalled(meant: string, id: string | null): boolean {
  return meant.endsWith('*') ? (id?.startsWith(meant.slice(0, -1)) ?? false) : id === meant;
}

/** The property of a spec, as a user would have written it. */
export function buildProperty(system: AnySystem, spec: PropertySpec): Property {
  const common = (...predicates: (StateSpecPredicate | undefined)[]) => ({
    description: spec.kind,
    observes: [...new Set(predicates.flatMap(namesIn))] as never[],
  });
  switch (spec.kind) {
    case 'invariant': {
      const { when } = spec;
      return invariant(system, {
        ...common(when, spec.holds),
        ...(when === undefined ? {} : { when: (state: State) => holdsIn(when, state) }),
        holds: (state: State) => holdsIn(spec.holds, state),
      });
    }
    case 'reachable':
      return reachable(system, {
        ...common(spec.where),
        where: (state: State) => holdsIn(spec.where, state),
      });
    case 'deadlock-free': {
      const { legalEnd } = spec;
      if (legalEnd === undefined) return deadlockFree(system);
      return deadlockFree(system, {
        ...common(legalEnd),
        legalEnd: (state: State) => holdsIn(legalEnd, state),
      });
    }
    case 'step-property': {
      const { on, step, before, after } = spec;
      return stepProperty(system, {
        ...common(before, after),
        ...(on === undefined ? {} : { on: (taken: Step) => holdsOf(on, taken) }),
        holds: (stateBefore: State, taken: Step, stateAfter: State) =>
          (step !== undefined && holdsOf(step, taken)) ||
          (before !== undefined && holdsIn(before, stateBefore)) ||
          (after !== undefined && holdsIn(after, stateAfter)),
      });
    }
  }
}

/** Builds a list of properties, named by kind and place. */
export function buildProperties(system: AnySystem, specs: readonly PropertySpec[]): Record<string, Property> {
  return Object.fromEntries(specs.map((spec, i) => [`${i + 1}-${spec.kind}`, buildProperty(system, spec)]));
}
