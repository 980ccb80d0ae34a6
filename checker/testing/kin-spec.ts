import type { ActorLogic, AnyActorLogic, AnyEventObject } from 'xstate';
import { assign, enqueueActions, fromCallback, fromEventObservable, fromPromise } from 'xstate';
import { sendParent, sendTo, spawnChild, stopChild } from 'xstate';
import type { ChildOptions, Outcome } from '../system/children.ts';
import type { Args, PayloadSpec } from './spec-event.ts';
import { hopsOf, outgoing } from './spec-event.ts';

/** The actors a generated statechart may invoke or spawn, by name; `M` is the spec of a statechart. */
export type KinSpec<M> = Readonly<Record<string, KidSpec<M>>>;

export type KidSpec<M> =
  | { readonly machine: M; readonly count?: number; readonly stimuli: readonly string[] }
  | { readonly runs: Running; readonly outcomes: readonly Outcome[] };

/** Logic that does not step but runs. */
export type Running = 'promise' | 'callback' | 'observable';

/** Actions with children, as plain data. */
export type KinAction =
  /** `fresh`: where there is one, it is stopped first. */
  | { readonly do: 'spawn'; readonly kid: string; readonly fresh: boolean }
  /** By an assign, which keeps the reference: without an id at the first free place, or under one. */
  | { readonly do: 'spawn and keep'; readonly kid: string; readonly id?: string; readonly fresh: boolean }
  | { readonly do: 'stop'; readonly kid: string }
  | { readonly do: 'stop kept' }
  | { readonly do: 'send kid'; readonly kid: string; readonly event: string; readonly n: PayloadSpec }
  | { readonly do: 'send kept'; readonly event: string; readonly n: PayloadSpec }
  | { readonly do: 'send parent'; readonly event: string; readonly n: PayloadSpec };

const ACTIONS = ['spawn', 'spawn and keep', 'stop', 'stop kept', 'send kid', 'send kept', 'send parent'];

export function isKinAction(action: { readonly do: string }): action is KinAction {
  return ACTIONS.includes(action.do);
}

/** What never comes to an end by itself. */
const RUNNING: Record<Running, () => AnyActorLogic> = {
  promise: () => fromPromise(() => new Promise(() => undefined)),
  callback: () => fromCallback(() => undefined),
  observable: () => fromEventObservable(() => ({ subscribe: () => ({ unsubscribe: () => undefined }) })),
};

/** The implementations of the actors of a spec. */
export function buildKin<M>(
  kin: KinSpec<M>,
  build: (machine: M) => AnyActorLogic,
): Record<string, ActorLogic<never, AnyEventObject>> {
  return Object.fromEntries(
    Object.entries(kin).map(([name, kid]) => [
      name,
      ('runs' in kid ? RUNNING[kid.runs]() : build(kid.machine)) as never,
    ]),
  );
}

/** What is declared of them. */
export function kinOptions<M extends { readonly kin?: KinSpec<M> }>(
  kin: KinSpec<M>,
): Record<string, ChildOptions> {
  return Object.fromEntries(
    Object.entries(kin).map(([name, kid]): [string, ChildOptions] => {
      if ('runs' in kid) return [name, { outcomes: kid.outcomes }];
      const { count, stimuli, machine } = kid;
      const children = machine.kin === undefined ? {} : { children: kinOptions(machine.kin) };
      return [name, { stimuli: stimuli as never, ...(count === undefined ? {} : { count }), ...children }];
    }),
  );
}

export function buildKinAction(hops: number, action: KinAction): unknown {
  const message = (event: string, n: PayloadSpec) =>
    ((args: Args): object => outgoing(args, event, n, hops)) as never;
  const some = (list: (args: Args) => readonly unknown[]): unknown =>
    enqueueActions((given) => {
      const args = given as unknown as Args & { enqueue: (built: unknown) => void };
      for (const built of list(args)) args.enqueue(built);
    });
  switch (action.do) {
    case 'spawn': {
      const spawned = spawnChild(action.kid as never, { id: action.kid as never });
      return some(() => [...(action.fresh ? [stopChild(action.kid)] : []), spawned]);
    }
    case 'spawn and keep': {
      const options = action.id === undefined ? undefined : { id: action.id };
      const spawned = assign(({ spawn }) => ({ kid: spawn(action.kid as never, options as never) }));
      return some(({ context }) => [
        ...(action.fresh && context['kid'] !== null ? [stopChild(context['kid'] as never)] : []),
        spawned,
      ]);
    }
    case 'stop':
      return stopChild(action.kid);
    case 'stop kept':
      return some(({ context }) =>
        context['kid'] === null ? [] : [stopChild(context['kid'] as never), assign({ kid: null })],
      );
    case 'send kid':
      return some(({ event }) =>
        hopsOf(event, hops) > 0 ? [sendTo(action.kid, message(action.event, action.n))] : [],
      );
    case 'send kept':
      return some(({ context, event }) =>
        hopsOf(event, hops) > 0 && context['kid'] !== null
          ? [sendTo(context['kid'] as never, message(action.event, action.n))]
          : [],
      );
    case 'send parent':
      return some(({ event }) =>
        hopsOf(event, hops) > 0 ? [sendParent(message(action.event, action.n))] : [],
      );
  }
}
