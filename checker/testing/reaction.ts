import type { AnyEventObject as Event, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { ModelError } from '../system/errors.ts';
import type { InstanceActor, SystemInstance } from '../system/instance.ts';
import type { Choose } from './choices.ts';
import { Life, Reference, STOP, twoLives } from './life.ts';
import { fail } from './world.ts';

/** An exception that is part of the model: the actor fails, as live. */
export class Thrown extends Error {}

/** What a macrostep needs of the step it is part of. */
interface Fold {
  readonly instance: SystemInstance;
  readonly lives: (Life | null)[];
  readonly log: Record<string, object[]>;
  readonly choose: Choose;
  id(place: number): string;
  at(id: string): Life | number;
  refAt(id: string): Reference;
  lifeOf(ref: { id: string; path?: string }): Life | number;
  born(place: number, input: unknown, ref: Reference): Life;
  start(life: Life): void;
  stop(life: Life): void;
  send(from: number, receiver: Life | number, event: Event): void;
  schedule(life: Life, id: string | undefined, event: Event, to: number, delay: number): void;
  cancel(life: Life, id: string): void;
}

/** What XState makes while it takes a step: an `Actor` that stands for the child until the step is over. */
interface Made {
  id: string;
  sessionId: string;
  logic: object;
  options: { input?: unknown };
}
interface Params {
  to: object;
  event: Event;
  delay?: unknown;
  id?: string;
  sendId: string;
  actorRef: object;
}
type Action = { type: string; params: Params; info: object };
type Output = { to: string; event: Event };

/** One macrostep of one actor by XState, or its start. What it puts out is deferred. @returns whether the event was handled */
export function react(fold: Fold, life: Life, event: Event | null, survived: object): boolean {
  const actor = fold.instance.actors[life.place]!;
  if (actor.outcomes !== null) return run(life, event);
  const reaction = new Reaction(fold, life, actor);
  return reaction.take(event, survived);
}

/** Promises, callbacks and observables are settled from outside, and deaf. */
function run(life: Life, event: Event | null): boolean {
  const status = event === null ? 'active' : event === STOP ? 'stopped' : life.snapshot!.status;
  const start = { status, output: undefined, error: undefined, input: life.input };
  life.snapshot = (event === null ? start : { ...life.snapshot, status }) as never;
  return false;
}

/** The initial snapshot; what has survived a crash is in the context before the first entry actions. */
function initial(
  machine: AnyStateMachine,
  scope: object,
  input: unknown,
  survived: object,
): AnyMachineSnapshot {
  type Inner = { _getPreInitialState: (...args: unknown[]) => AnyMachineSnapshot };
  const over = Object.create(machine) as Inner;
  over._getPreInitialState = (...args) => {
    const first = (machine as unknown as Inner)._getPreInitialState(...args);
    return { ...first, context: { ...(first.context as object), ...survived } };
  };
  const chart = Object.getPrototypeOf(machine) as AnyStateMachine;
  return chart.getInitialSnapshot.call(over as never, scope as never, input) as AnyMachineSnapshot;
}

class Reaction {
  private readonly made = new Map<object, Life>();
  private readonly replaced = new Map<number, Life | null>();
  private readonly customs: Action[] = [];
  private readonly kids: Set<string>;
  private taken = 0;

  constructor(
    private readonly fold: Fold,
    private readonly life: Life,
    private readonly actor: InstanceActor,
  ) {
    this.kids = new Set(Object.keys(life.snapshot?.children ?? {}));
  }

  take(event: Event | null, survived: object): boolean {
    const { life, fold } = this;
    const machine = this.actor.logic as AnyStateMachine;
    const before = life.snapshot;
    const starting = before === null;
    const inspect = (told: { type: string; _transitions?: object[]; actorRef: Made }): void => {
      if (told.type === '@xstate.actor') this.spawned(told.actorRef);
      this.taken += told._transitions?.length ?? 0;
    };
    const nothing = (): void => undefined;
    const system = {
      get: (id: string) => fold.refAt(id),
      _bookId: () => 'no id',
      _set: () => fail('a systemId'),
      _register: nothing,
      _unregister: nothing,
      _logger: nothing,
      _sendInspectionEvent: inspect,
    };
    life.ref.system = system;
    const scope = {
      self: life.ref,
      system,
      // `spawn` in an assign: the child made last starts.
      defer: () => this.later(this.startOf([...this.made.values()].at(-1)!)),
      actionExecutor: (action: Action) => {
        if (action.type === 'xstate.stopChild') this.release(action.params);
        if (!action.type.startsWith('xstate.')) this.customs.push(action);
        else if (starting) this.later(() => this.execute(action));
        else this.execute(action);
      },
    };
    let failed = before!;
    try {
      const after = starting
        ? initial(machine, scope, life.input, survived)
        : machine.transition(before, event!, scope as never);
      if (starting && after.status === 'error') {
        failed = {
          ...after,
          context: this.swap(after.context as object),
          children: {},
        } as AnyMachineSnapshot;
        throw after.error;
      }
      life.snapshot = this.settled(after);
    } catch (thrown) {
      this.fails(thrown, failed);
    } finally {
      life.ref.system = undefined;
    }
    this.modelled();
    return this.taken > 0 || life.snapshot!.status === 'error';
  }

  /** Nothing of the macrostep is left but the error. */
  private fails(thrown: unknown, before: AnyMachineSnapshot): void {
    const { fold, life } = this;
    const endless = thrown instanceof Error && thrown.message.startsWith('Infinite loop');
    if (fold.instance.throws === 'error' || thrown instanceof ModelError || endless) throw thrown;
    for (const [place, old] of this.replaced) fold.lives[place] = old;
    life.deferred = [];
    this.customs.length = 0;
    life.snapshot = { ...before, status: 'error', error: thrown } as AnyMachineSnapshot;
    throw new Thrown();
  }

  private later(work: () => void): void {
    this.life.deferred.push(work);
  }

  private startOf(child: Life): () => void {
    return () => {
      const { fold, life } = this;
      if (child.stage === 'new' && life.gone && fold.lives[life.place] !== life)
        throw twoLives('a child would belong to one of two');
      fold.start(child);
    };
  }

  /** A child is made: it takes its place, and is known by that. */
  private spawned(made: Made): void {
    const { actors } = this.fold.instance;
    const slots = this.actor.children.map((place) => ({
      place,
      slot: actors[place]!,
      child: actors[place]!.child!,
    }));
    const found =
      made.id === made.sessionId
        ? slots.find(
            ({ slot, child }) => !child.invoked && slot.logic === made.logic && !this.kids.has(child.id),
          )
        : slots.find(({ child }) => child.id === made.id);
    if (found === undefined) throw new ModelError('no place is left for a child', {});
    const { place, slot, child } = found;
    const old = this.fold.lives[place] ?? null;
    this.replaced.set(place, this.replaced.get(place) ?? old);
    this.kids.add(child.id);
    const ref = new Reference(child.id, slot.id, this.life.ref);
    const life = this.fold.born(place, made.options.input, ref);
    life.before = old;
    this.made.set(made, life);
    Object.assign(made, { id: child.id, logic: { getInitialSnapshot: () => ({ status: 'active' }) } });
  }

  private release(params: object | undefined): void {
    const child = params === undefined ? null : this.target(params);
    if (!(child instanceof Life)) return;
    // One that never starts leaves its place to the one before, which goes on.
    if (child.stage === 'new') this.fold.lives[child.place] = child.before;
    this.kids.delete(this.fold.instance.actors[child.place]!.child?.id ?? '');
  }

  private target(ref: object): Life | number {
    return this.made.get(ref) ?? this.fold.lifeOf(ref as Reference);
  }

  /** What XState's own actions do, in the order of live XState. */
  private execute(action: Action): void {
    const { fold, life } = this;
    const { type, params } = action;
    const send = ({ to, event, delay, id }: Params): void => {
      const receiver = type === 'xstate.raise' ? life : this.target(to);
      const place = receiver instanceof Life ? receiver.place : receiver;
      if (typeof delay === 'number') fold.schedule(life, id, this.swap(event), place, delay);
      else fold.send(life.place, receiver, this.swap(event));
    };
    if (type === 'xstate.sendTo') this.later(() => send(params));
    else if (type === 'xstate.raise') {
      if (typeof params.delay === 'number') this.later(() => send(params));
    } else if (type === 'xstate.cancel') this.later(() => fold.cancel(life, params.sendId));
    else if (type === 'xstate.emit')
      this.later(
        () => void fold.log['emitted']!.push({ actor: fold.id(life.place), event: this.swap(params.event) }),
      );
    else if (type === 'xstate.spawnChild') this.later(this.startOf(this.made.get(params.actorRef)!));
    else if (type === 'xstate.stopChild') {
      const child = (params as object | undefined) === undefined ? null : this.target(params);
      if (!(child instanceof Life)) return;
      if (child.stage === 'new') fold.stop(child);
      else this.later(() => fold.stop(child));
    }
  }

  /** Modelled actions send before anything else: custom actions act at once. */
  private modelled(): void {
    const { fold, life } = this;
    const { effects } = fold.instance;
    let outcomes: Output[][] = [[]];
    for (const { type, params, info } of this.customs) {
      if (effects[type] === 'ignore') continue;
      const effect = (effects[type] ?? fail(`no effect ${type}`))({ ...info, params } as never);
      const alternatives: readonly (readonly Output[])[] = 'choice' in effect ? effect.choice : [effect];
      outcomes = outcomes.flatMap((list) => alternatives.map((more) => [...list, ...more]));
    }
    const outputs = outcomes[fold.choose(outcomes.length)]!;
    life.deferred.unshift(
      ...outputs.map(
        ({ to, event }) =>
          () =>
            fold.send(life.place, fold.at(to), event),
      ),
    );
  }

  /** The snapshot with references in place of the children XState made. */
  private settled(after: AnyMachineSnapshot): AnyMachineSnapshot {
    if (this.made.size === 0) return after;
    const { children, context, output, error } = after;
    const named = Object.values(children as Record<string, Made>).map((child) => {
      const life = this.target(child) as Life;
      return [this.fold.instance.actors[life.place]!.child!.id, life.ref];
    });
    const swapped = { context: this.swap(context), output: this.swap(output), error: this.swap(error) };
    return { ...after, ...swapped, children: Object.fromEntries(named) } as AnyMachineSnapshot;
  }

  private swap<T>(value: T): T {
    if (typeof value !== 'object' || value === null || this.made.size === 0) return value;
    const life = this.made.get(value);
    if (life !== undefined) return life.ref as T;
    if (Array.isArray(value)) return value.map((item: unknown) => this.swap(item)) as T;
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.swap(item as unknown)]),
    ) as T;
  }
}
