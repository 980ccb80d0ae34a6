import type { AnyEventObject as Event, AnyMachineSnapshot } from 'xstate';
import type { Step } from '../step/step-table.ts';
import type { Outcome } from '../system/children.ts';
import type { InstanceActor, SystemInstance } from '../system/instance.ts';
import { FAULT_KINDS } from '../system/faults.ts';
import type { FaultKind } from '../system/faults.ts';
import { Stopped } from './fold.ts';
import type { Fold } from './fold.ts';
import type { Timer, World } from './world.ts';
import { distinct, sorted, textOf } from './world.ts';

/** A step a state offers. */
export interface Offer {
  readonly kind: string;
  readonly actor: string;
  readonly from: string | null;
  readonly event: Event;
  /** The timer that goes off. */
  readonly timer?: Timer;
  /** The state with what the step takes out of it or changes in it already. */
  readonly world: World;
  /** What else happens. @returns whether the event was handled */
  readonly run: (fold: Fold) => boolean;
}

/** True for steps that are faults: nothing ever forces them, nor counts on them. */
export function isFault({ kind }: Pick<Step, 'kind'>): boolean {
  return (FAULT_KINDS as readonly string[]).includes(kind);
}

/** Every step of a state, whether it changes anything or not. */
export function offersOf(instance: SystemInstance, world: World): (Offer | 'error')[] {
  return new Offers(instance, world).all();
}

/** What may come of a promise, callback or observable as the event of its step. */
export function outcomeEvent(outcome: Exclude<Outcome, 'never'>): Event {
  if ('output' in outcome) return { type: 'resolve', output: outcome.output };
  if ('error' in outcome) return { type: 'reject', error: outcome.error };
  return { type: 'send', event: outcome.sends };
}

class Offers {
  constructor(
    private readonly instance: SystemInstance,
    private readonly world: World,
  ) {}

  all(): (Offer | 'error')[] {
    const places = [...this.instance.actors.keys()];
    return [
      ...places.flatMap((place) => [
        ...this.stimuli(place),
        ...this.timeouts(place),
        ...places.flatMap((from) => this.messages(from, place)),
        ...this.crashes(place),
      ]),
      ...this.ticks(),
    ];
  }

  private offer(
    kind: string,
    place: number,
    event: Event,
    run: Offer['run'],
    more: Partial<Offer> = {},
  ): Offer {
    const actor = this.instance.actors[place]!.id;
    return { kind, actor, from: null, event, world: this.world, run, ...more };
  }

  private stimuli(place: number): (Offer | 'error')[] {
    const actor = this.instance.actors[place]!;
    const snapshot = this.world.actors[place]!;
    if (snapshot?.status !== 'active') return [];
    try {
      if (actor.outcomes !== null) return this.outcomes(place, actor, snapshot);
      const list = typeof actor.stimuli === 'function' ? actor.stimuli(snapshot) : actor.stimuli;
      const events = list.map((s) => (typeof s === 'string' ? { type: s } : s)) as Event[];
      return distinct(events).map((event) =>
        this.offer('stimulus', place, event, (fold) => fold.enter(fold.lives[place]!, event)),
      );
    } catch {
      return ['error'];
    }
  }

  private outcomes(place: number, { outcomes }: InstanceActor, snapshot: AnyMachineSnapshot): Offer[] {
    return outcomes!((snapshot as { input?: unknown }).input).flatMap((outcome) => {
      if (outcome === 'never') return [];
      const event = outcomeEvent(outcome);
      const settle = (fold: Fold): true => {
        fold.settle(fold.lives[place]!, outcome);
        return true;
      };
      return [this.offer('stimulus', place, event, settle)];
    });
  }

  private timeouts(place: number): Offer[] {
    const due = this.world.timers[place]!.filter(({ left }) => left === 0);
    return sorted(distinct(due)).map((timer) => {
      // What goes to another actor is sent by the one whose timer it is, who takes nothing.
      const from = timer.to === place ? null : this.instance.actors[place]!.id;
      return this.offer('timeout', place, timer.event, (fold) => fold.fire(place, timer), { timer, from });
    });
  }

  private messages(from: number, place: number): Offer[] {
    const pair = `${from}>${place}`;
    const queue = this.world.queues[pair] ?? [];
    if (queue.length === 0) return [];
    const { order, capacity, whenFull } = this.instance.delivery(from, place);
    const sender = this.instance.actors[from]!.id;
    const fifo = order === 'fifo';
    // Of equal messages in a row it makes no difference which; a bag is sorted.
    const waiting = [...queue.keys()].filter(
      (at) => at === 0 || textOf(queue[at - 1]!) !== textOf(queue[at]!),
    );
    const become = (
      kind: string,
      at: number,
      messages: Event[],
      used: World['used'],
      run: Offer['run'],
    ): Offer => {
      const world = { ...this.world, used, queues: { ...this.world.queues, [pair]: messages } };
      return this.offer(kind, place, queue[at]!, run, { from: sender, world });
    };
    const without = (at: number): Event[] => queue.filter((_, i) => i !== at);
    const asleep = this.crashed(place) && this.instance.actors[place]!.mail === 'kept';
    const next = asleep ? [] : waiting.slice(0, fifo ? 1 : undefined);
    const receive = (event: Event) => (fold: Fold) => {
      const life = fold.lives[place]!;
      return life !== null && fold.enter(life, event);
    };
    const twice = (at: number): Event[] => {
      const messages = queue.toSpliced(at, 0, queue[at]!);
      return fifo ? messages : sorted(messages);
    };
    const double = (): boolean => {
      if (queue.length >= capacity) throw new Stopped(whenFull === 'block' ? 'blocked' : 'full');
      return true;
    };
    const full = queue.length >= capacity && whenFull === 'drop';
    return [
      ...next.map((at) => become('delivery', at, without(at), this.world.used, receive(queue[at]!))),
      ...this.strikes('lose', place, from).flatMap((used) =>
        waiting.map((at) => become('lose', at, without(at), used, () => true)),
      ),
      ...(full ? [] : this.strikes('duplicate', place, from)).flatMap((used) =>
        waiting.map((at) => become('duplicate', at, twice(at), used, double)),
      ),
    ];
  }

  private crashes(place: number): Offer[] {
    const actor = this.instance.actors[place]!;
    const snapshot = this.world.actors[place]!;
    const survived = survivors(actor, snapshot);
    if (snapshot?.status === 'active')
      return this.strikes('crash', place).map((used) => {
        const crash = (fold: Fold): true => {
          fold.crash(fold.lives[place]!, survived);
          return true;
        };
        return this.offer('crash', place, { type: 'crash' }, crash, { world: { ...this.world, used } });
      });
    if (!this.crashed(place)) return [];
    return this.strikes('restart', place).map((used) => {
      const restart = (fold: Fold): true => {
        fold.start(fold.born(place, actor.input, fold.reference(place)), survived);
        return true;
      };
      return this.offer('restart', place, { type: 'restart' }, restart, { world: { ...this.world, used } });
    });
  }

  private crashed(place: number): boolean {
    return this.world.actors[place]?.status === 'stopped';
  }

  /** What has been used of the budgets after a fault, if it may strike. */
  private strikes(kind: FaultKind, place: number, sender?: number): World['used'][] {
    const { faults } = this.instance;
    const budget = faults.budgets.get(kind);
    if (budget === undefined || !faults.strikes(kind, place, sender)) return [];
    const used = this.world.used[kind] ?? 0;
    if (budget === null) return [this.world.used];
    return used < budget ? [{ ...this.world.used, [kind]: used + 1 }] : [];
  }

  private ticks(): Offer[] {
    const { timers } = this.world;
    const { time } = this.instance;
    if (time === null || time === 'untimed' || timers.flat().some(({ left }) => left === 0)) return [];
    const later = timers.map((set) => set.map((timer) => ({ ...timer, left: timer.left - 1 })));
    const world = { ...this.world, timers: later };
    return [{ kind: 'tick', actor: '', from: null, event: { type: 'tick' }, world, run: () => true }];
  }
}

/** What of its context an actor has again when it is restarted. */
function survivors({ survives }: InstanceActor, snapshot: AnyMachineSnapshot | null): object {
  const context = ((snapshot as { context?: object } | null)?.context ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(context).filter(([key]) => survives?.includes(key) ?? true));
}
