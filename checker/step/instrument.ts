import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { and, createMachine, or } from 'xstate';
import { ModelError } from '../system/errors.ts';

/** Microsteps a macrostep may take before it counts as an endless `always` loop. */
export const MAX_MICROSTEPS = 1000;

/** A transition of a statechart, as coverage and traces name it. */
export interface ChartTransition {
  /** `idle --pick--> checking [isNewer]`: unique within the statechart and stable across runs. */
  readonly label: string;
  readonly guarded: boolean;
  /** The source text of an inline guard, which its label does not tell apart from another; else null. */
  readonly guardText: string | null;
  /** What the statechart says of it. */
  readonly description: string | null;
}

/** What happened inside one call of a statechart: the evidence that coverage rests on. */
export class Firings {
  /** Indices of the transitions that were taken. */
  readonly taken = new Set<number>();
  /** Indices of the transitions whose guard was true, and was false. */
  readonly guardTrue = new Set<number>();
  readonly guardFalse = new Set<number>();
  /** Types of the events handled inside the step, raised ones included. */
  readonly events = new Set<string>();
  /** Whether a transition was taken: by the event itself, or an eventless one that it enables. */
  handled = false;
  /** How many microsteps the step took. */
  microsteps = 0;
}

/** A statechart that reports which of its transitions are taken and how their guards come out. */
export interface InstrumentedMachine {
  readonly machine: AnyStateMachine;
  readonly transitions: readonly ChartTransition[];
  /** Where the running call reports to; `null` while nobody listens. */
  firings: Firings | null;
  /** What of the context survives the restart that is under way; null at any other start. */
  surviving: Readonly<Record<string, unknown>> | null;
  indexOf(transition: AnyTransitionDefinition): number | undefined;
}

type Config = Record<string, unknown>;

/**
 * Copies a statechart with each guard wrapped so that its outcome is seen, using XState's own guard
 * combinators; the guards themselves, the actions and all else are the same objects as before. Also
 * refuses delays that have no definition, and bounds endless loops of eventless transitions.
 *
 * @param survives whether some of the context may survive a crash
 */
export function instrument(original: AnyStateMachine, survives = false): InstrumentedMachine {
  const guardNames: string[] = [];
  const guardTexts: (string | null)[] = [];
  const markers = new Map<unknown, number>();
  const byGuard = new Map<number, number>();
  const result: Pick<InstrumentedMachine, 'firings' | 'surviving'> = { firings: null, surviving: null };

  const wrapGuard = (guard: unknown): unknown => {
    const id = guardNames.push(guardName(guard)) - 1;
    guardTexts.push(typeof guard === 'function' ? guardText(guard) : null);
    const seen = (outcome: boolean) => () => {
      const index = byGuard.get(id);
      if (index !== undefined) (outcome ? result.firings?.guardTrue : result.firings?.guardFalse)?.add(index);
      return outcome;
    };
    const wrapped = or([and([guard as never, seen(true)]), seen(false)]);
    markers.set(wrapped, id);
    return wrapped;
  };
  const copyTransition = (transition: unknown): unknown =>
    isConfig(transition) && transition['guard'] !== undefined
      ? { ...transition, guard: wrapGuard(transition['guard']) }
      : transition;
  const copyTransitions = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(copyTransition) : copyTransition(value);
  const copyMap = (map: unknown, copy: (value: unknown) => unknown): unknown =>
    isConfig(map) ? Object.fromEntries(Object.entries(map).map(([key, value]) => [key, copy(value)])) : map;
  const copyInvoke = (value: unknown): unknown => {
    const one = (invoke: unknown): unknown =>
      isConfig(invoke) ? copyKeys(invoke, INVOKE_KEYS, copyTransitions) : invoke;
    return Array.isArray(value) ? value.map(one) : one(value);
  };
  const copyState = (state: unknown): unknown => {
    if (!isConfig(state)) return state;
    const copy = copyKeys(state, ['always', 'onDone'], copyTransitions);
    for (const key of ['on', 'after']) if (key in copy) copy[key] = copyMap(copy[key], copyTransitions);
    if ('invoke' in copy) copy['invoke'] = copyInvoke(copy['invoke']);
    if ('states' in copy) copy['states'] = copyMap(copy['states'], copyState);
    return copy;
  };

  const config = copyState(original.config) as Config;
  const { context } = config;
  const contextOf = (args: unknown): unknown =>
    typeof context === 'function' ? (context as (args: unknown) => unknown)(args) : context;
  if (survives && context !== undefined)
    config['context'] = (args: unknown) =>
      result.surviving === null ? contextOf(args) : { ...(contextOf(args) as object), ...result.surviving };
  const machine = createMachine(
    { ...config, options: { ...original.options, maxIterations: MAX_MICROSTEPS } } as never,
    { ...original.implementations, delays: namedDelays(original.implementations.delays) } as never,
  ) as unknown as AnyStateMachine;

  const transitions: ChartTransition[] = [];
  const indices = new Map<unknown, number>();
  const labels = new Map<string, number>();
  for (const transition of transitionsOf(machine.root)) {
    const guard = markers.get(transition.guard);
    const plain = labelOf(transition, guard === undefined ? null : (guardNames[guard] ?? null));
    const count = (labels.get(plain) ?? 0) + 1;
    labels.set(plain, count);
    const index =
      transitions.push({
        label: count === 1 ? plain : `${plain} #${count}`,
        guarded: guard !== undefined,
        guardText: guard === undefined ? null : (guardTexts[guard] ?? null),
        description: transition.description ?? null,
      }) - 1;
    indices.set(transition, index);
    if (guard !== undefined) byGuard.set(guard, index);
  }
  return Object.assign(result, {
    machine,
    transitions,
    indexOf: (t: AnyTransitionDefinition) => indices.get(t),
  });
}

/**
 * XState takes a delay that has no definition for none at all, and acts at once: so it is refused where it is
 * looked up by name, whichever action does it.
 */
function namedDelays(delays: object): object {
  return new Proxy(delays, {
    get: (target, name) => {
      if (Object.hasOwn(target, name)) return (target as Record<PropertyKey, unknown>)[name];
      const known = Object.keys(target).join(', ') || 'none';
      throw new ModelError(
        `there is no delay "${String(name)}", and XState would act at once. Define it in \`delays\`. There are: ${known}.`,
        {},
      );
    },
  });
}

const INVOKE_KEYS = ['onDone', 'onError', 'onSnapshot'];

function isConfig(value: unknown): value is Config {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function copyKeys(config: Config, keys: readonly string[], copy: (value: unknown) => unknown): Config {
  const result = { ...config };
  for (const key of keys) if (key in result) result[key] = copy(result[key]);
  return result;
}

function* transitionsOf(node: AnyStateNode): Generator<AnyTransitionDefinition> {
  for (const list of node.transitions.values()) yield* list;
  yield* node.always ?? [];
  for (const child of Object.values(node.states)) yield* transitionsOf(child);
}

function labelOf(transition: AnyTransitionDefinition, guard: string | null): string {
  const name = (node: AnyStateNode): string => node.path.join('.') || '(root)';
  const event = transition.eventType === '' ? 'always' : transition.eventType;
  const targets = transition.target?.map(name).join(' + ');
  return `${name(transition.source)} --${event}--> ${targets ?? '(stays)'}${guard === null ? '' : ` [${guard}]`}`;
}

/** What a guard is made of; XState's combinators hold theirs in `guards`. */
function guardText(guard: unknown): string {
  const inner = (guard as { guards?: unknown }).guards;
  if (Array.isArray(inner)) return inner.map(guardText).join('\n');
  return typeof guard === 'function' ? Function.prototype.toString.call(guard) : guardName(guard);
}

function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'function') {
    const inner = (guard as { guards?: unknown }).guards;
    if (Array.isArray(inner)) return `${guard.name}(${inner.map(guardName).join(', ')})`;
    // An inline guard's only name is that of the property it stands under.
    return guard.name === 'guard' || guard.name === '' ? 'inline guard' : guard.name;
  }
  return isConfig(guard) && typeof guard['type'] === 'string' ? guard['type'] : 'inline guard';
}
