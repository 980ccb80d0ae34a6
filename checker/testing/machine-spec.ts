import type { AnyStateMachine } from 'xstate';
import { and, assign, createMachine, emit, enqueueActions, log, not, raise, sendTo, stateIn } from 'xstate';
import { SELF, hopsOf, outgoing, TICK } from './spec-event.ts';
import type { Args, PayloadSpec } from './spec-event.ts';
import type { KinAction, KinSpec } from './kin-spec.ts';
import { buildKin, buildKinAction, isKinAction } from './kin-spec.ts';
import type { TimedAction } from './timed-spec.ts';
import { buildTimedAction, isTimedAction } from './timed-spec.ts';

/** A statechart as plain data: generated, printed, shrunk, and built with {@link buildMachine}. */
export interface MachineSpec {
  readonly id: string;
  /** How many messages in a row a stimulus may cause: 2 is a chain of three actors, or a call and its answer. */
  readonly hops: number;
  /** Counter `i` of the context counts modulo `counters[i]`. */
  readonly counters: readonly number[];
  /** The states under the root, the first being initial. */
  readonly states: readonly StateSpec[];
  readonly transitions: readonly TransitionSpec[];
  /** The actors it may invoke or spawn. */
  readonly kin?: KinSpec<MachineSpec>;
}

/**
 * `compound` has the children x and y, `parallel` the regions p and q with x and y each; where asked, a
 * compound also has a final child f, and either has a history state h.
 */
export interface StateSpec {
  readonly name: string;
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final';
  readonly history?: 'shallow' | 'deep';
  readonly ends?: boolean;
  readonly entry?: readonly ActionSpec[];
  readonly exit?: readonly ActionSpec[];
  /** The kin it invokes. */
  readonly invoke?: readonly string[];
}

/** Paths are like `s0.p.x`; the root is the empty path. */
export interface TransitionSpec {
  readonly source: string;
  /** An event type, `*`, `always`, `done` for onDone, or `after 2` for a delay in ticks. */
  readonly event: string;
  readonly target?: string;
  readonly reenter?: boolean;
  readonly guard?: GuardSpec;
  readonly actions: readonly ActionSpec[];
  /** Sends with bare sendTo and raise, and is not taken when the event has no hops left. */
  readonly bare?: boolean;
}

export type GuardSpec =
  | { readonly counter: number; readonly atLeast: number }
  | { readonly payloadAtLeast: number }
  | { readonly in: string }
  | { readonly not: GuardSpec }
  | { readonly throwsAt: number };

export { TICK, hopsOf, outgoing } from './spec-event.ts';
export type { PayloadSpec } from './spec-event.ts';

export type ActionSpec =
  | TimedAction
  | KinAction
  | { readonly do: 'count'; readonly counter: number; readonly by: number }
  | { readonly do: 'keep payload'; readonly counter: number }
  | { readonly do: 'remember sender' }
  | { readonly do: 'raise'; readonly event: string; readonly n: PayloadSpec }
  | {
      readonly do: 'send';
      readonly to: string;
      readonly event: string;
      readonly n: PayloadSpec;
      readonly signed?: boolean;
    }
  /** Tells who was remembered of who sent the event. */
  | { readonly do: 'introduce'; readonly event: string; readonly n: PayloadSpec }
  /** Keeps up to three senders. */
  | { readonly do: 'collect sender'; readonly as: 'set' | 'list' }
  /** To the first or the last of a list, or to the only one of a set. */
  | {
      readonly do: 'send to collected';
      readonly event: string;
      readonly n: PayloadSpec;
      readonly last: boolean;
    }
  | { readonly do: 'reply'; readonly event: string; readonly n: PayloadSpec }
  | { readonly do: 'send to remembered'; readonly event: string; readonly n: PayloadSpec }
  | { readonly do: 'emit'; readonly event: string }
  | { readonly do: 'log' }
  | { readonly do: 'custom'; readonly name: string; readonly n: PayloadSpec }
  | { readonly do: 'throw'; readonly counter: number; readonly at: number };

/** Builds the statechart of a spec. */
export function buildMachine(spec: MachineSpec): AnyStateMachine {
  const context = Object.fromEntries(spec.counters.map((_, i) => [`c${i}`, 0]));
  const nodes = new Map<string, Record<string, unknown>>();
  const root: Record<string, unknown> = {
    id: spec.id,
    context: {
      ...context,
      peer: null,
      ...(collects(spec) ? { known: null } : {}),
      ...(spec.kin === undefined ? {} : { kid: null }),
    },
    initial: spec.states[0]!.name,
    states: Object.fromEntries(spec.states.map((state) => [state.name, buildState(spec, state, nodes)])),
    // Without it an endless loop of eventless transitions would hang a live actor.
    options: { maxIterations: 1000 },
  };
  nodes.set('', root);
  for (const transition of spec.transitions) {
    const node = nodes.get(transition.source)!;
    const built = buildTransition(spec, transition);
    if (transition.event === 'always' || transition.event === 'done') {
      const key = transition.event === 'done' ? 'onDone' : 'always';
      node[key] = [...((node[key] as unknown[] | undefined) ?? []), built];
    } else if (transition.event.startsWith('after ')) {
      const after = (node['after'] ??= {}) as Record<number, unknown[]>;
      (after[TICK * Number(transition.event.slice('after '.length))] ??= []).push(built);
    } else {
      const on = (node['on'] ??= {}) as Record<string, unknown[]>;
      (on[transition.event] ??= []).push(built);
    }
  }
  if (spec.kin === undefined) return createMachine(root as never);
  root['output'] = ({ context: last }: Args) => last['c0'];
  return createMachine(root as never, { actors: buildKin(spec.kin, buildMachine) as never });
}

function buildState(
  spec: MachineSpec,
  state: StateSpec,
  nodes: Map<string, Record<string, unknown>>,
): object {
  const add = (path: string, node: Record<string, unknown>): Record<string, unknown> => {
    nodes.set(path, node);
    return node;
  };
  const leaves = (path: string): Record<string, unknown> => ({
    x: add(`${path}.x`, {}),
    y: add(`${path}.y`, {}),
  });
  const { name } = state;
  const node = add(name, {
    entry: (state.entry ?? []).map((action) => buildAction(spec, action, false)),
    exit: (state.exit ?? []).map((action) => buildAction(spec, action, false)),
    ...(state.invoke === undefined ? {} : { invoke: state.invoke.map((id) => ({ id, src: id })) }),
  });
  if (state.kind === 'final') return Object.assign(node, { type: 'final' });
  if (state.kind === 'atomic') return node;
  const history = state.history === undefined ? {} : { h: { type: 'history', history: state.history } };
  if (state.kind === 'compound') {
    const final = state.ends === true ? { f: add(`${name}.f`, { type: 'final' }) } : {};
    return Object.assign(node, { initial: 'x', states: { ...leaves(name), ...final, ...history } });
  }
  const region = (path: string): object => add(path, { initial: 'x', states: leaves(path) });
  return Object.assign(node, {
    type: 'parallel',
    states: { p: region(`${name}.p`), q: region(`${name}.q`), ...history },
  });
}

function buildTransition(spec: MachineSpec, transition: TransitionSpec): object {
  const bare = transition.bare === true;
  const guards = [
    ...(bare ? transition.actions.flatMap((action) => possible(spec, action) ?? []) : []),
    ...(transition.guard === undefined ? [] : [buildGuard(spec, transition.guard)]),
  ];
  return {
    ...(transition.target === undefined ? {} : { target: `#${spec.id}.${transition.target}` }),
    ...(transition.reenter === true ? { reenter: true } : {}),
    ...(guards.length === 0 ? {} : { guard: guards.length === 1 ? guards[0] : and(guards as never) }),
    actions: transition.actions.map((action) => buildAction(spec, action, bare)),
  };
}

function buildGuard(spec: MachineSpec, guard: GuardSpec): unknown {
  if ('not' in guard) return not(buildGuard(spec, guard.not) as never);
  if ('in' in guard) return stateIn(`#${spec.id}.${guard.in}`);
  if ('payloadAtLeast' in guard) return ({ event }: Args) => (event.n ?? 0) >= guard.payloadAtLeast;
  if ('atLeast' in guard)
    return ({ context }: Args) => (context[`c${guard.counter}`] as number) >= guard.atLeast;
  return ({ context }: Args) => {
    if (context['c0'] === guard.throwsAt) throw new Error('guard failed');
    return true;
  };
}

function buildAction(spec: MachineSpec, action: ActionSpec, bare: boolean): unknown {
  const condition = possible(spec, action);
  if (condition === null || bare) return buildPlainAction(spec, action);
  const message = buildPlainAction(spec, action);
  return enqueueActions((args) => {
    const given = args as unknown as Args & { enqueue: (action: unknown) => void };
    if (condition(given)) given.enqueue(message);
  });
}

/** When an action that sends may do so: messages end with their hops, and an unknown receiver gets none. */
function possible(
  { hops }: MachineSpec,
  action: ActionSpec,
): ((args: Pick<Args, 'context' | 'event'>) => boolean) | null {
  if (action.do === 'raise' || action.do === 'send') return ({ event }) => hopsOf(event, hops) > 0;
  if (isTimedAction(action)) {
    const free = action.do === 'cancel' || (action.do === 'send later' && action.again === true);
    return free ? null : ({ event }) => hopsOf(event, hops) > 0;
  }
  if (action.do === 'reply') return ({ event }) => hopsOf(event, hops) > 0 && event.from !== undefined;
  if (action.do === 'send to collected')
    return ({ context, event }) =>
      hopsOf(event, hops) > 0 && receiverOf(context['known'], action.last) !== undefined;
  if (action.do === 'introduce')
    return ({ context, event }) =>
      hopsOf(event, hops) > 0 && event.from !== undefined && context['peer'] !== null;
  if (action.do === 'send to remembered')
    return ({ context, event }) => hopsOf(event, hops) > 0 && context['peer'] !== null;
  return null;
}

function buildPlainAction(spec: MachineSpec, action: ActionSpec): unknown {
  const count = (counter: number, value: number): Record<string, number> => {
    const limit = spec.counters[counter];
    return limit === undefined ? {} : { [`c${counter}`]: value % limit };
  };
  const message = (to: (args: Args) => unknown, type: string, n: PayloadSpec, signed: boolean): unknown =>
    sendTo(
      to as never,
      ((args: Args) => ({
        ...outgoing(args, type, n, spec.hops),
        ...(signed ? { from: args.self } : {}),
      })) as never,
    );
  if (isTimedAction(action)) return buildTimedAction(spec.hops, action);
  if (isKinAction(action)) return buildKinAction(spec.hops, action);
  switch (action.do) {
    case 'count':
      return assign(
        ({ context }: Args) =>
          count(action.counter, (context[`c${action.counter}`] as number) + action.by) as never,
      );
    case 'keep payload':
      return assign(({ event }: Args) => count(action.counter, event.n ?? 0) as never);
    case 'remember sender':
      return assign(({ context, event }: Args) => ({ peer: event.from ?? context['peer'] }));
    case 'collect sender':
      return assign(({ context, event }: Args) => {
        const known = [...((context['known'] as Iterable<unknown> | null) ?? [])];
        if (
          event.from === undefined ||
          known.some((other) => pathOf(other) === pathOf(event.from)) ||
          known.length === 3
        )
          return {};
        const all = [...known, event.from];
        return { known: action.as === 'set' ? new Set(all) : all };
      });
    case 'send to collected':
      return message(
        ({ context }) => receiverOf(context['known'], action.last),
        action.event,
        action.n,
        true,
      );
    case 'introduce':
      return sendTo(
        (({ context }: Args) => context['peer']) as never,
        ((args: Args) => ({
          ...outgoing(args, action.event, action.n, spec.hops),
          from: args.event.from,
        })) as never,
      );
    case 'raise':
      return raise((args: Args) => outgoing(args, action.event, action.n, spec.hops));
    case 'send':
      return message(
        ({ system, self }) => (action.to === SELF ? self : system.get(action.to)),
        action.event,
        action.n,
        action.signed === true,
      );
    case 'reply':
      return message(({ event }) => event.from, action.event, action.n, false);
    case 'send to remembered':
      return message(({ context }) => context['peer'], action.event, action.n, true);
    case 'emit':
      return emit(({ event }: Args) => ({ type: action.event, n: event.n ?? 0 }));
    case 'log':
      return log('passed');
    case 'custom':
      return {
        type: action.name,
        params: (args: Args) => ({ n: outgoing(args, '', action.n, spec.hops).n }),
      };
    case 'throw':
      return assign(({ context }: Args) => {
        if (context[`c${action.counter}`] === action.at) throw new Error('assign failed');
        return {};
      });
  }
}

function collects({ transitions, states }: MachineSpec): boolean {
  const lists = [
    ...transitions.map(({ actions }) => actions),
    ...states.flatMap(({ entry, exit }) => [entry ?? [], exit ?? []]),
  ];
  return lists.flat().some((action) => action.do === 'collect sender');
}

function receiverOf(known: unknown, last: boolean): unknown {
  if (Array.isArray(known)) return known.at(last ? -1 : 0);
  return known instanceof Set && known.size === 1 ? [...known][0] : undefined;
}

function pathOf(reference: unknown): string {
  return (reference as { path: string }).path;
}
