import type { Property } from '../property/property.ts';
import type { Step } from '../step/step-table.ts';
import type { SystemInstance } from '../system/instance.ts';
import type { Answer } from './answer.ts';
import type { Choose } from './choices.ts';
import { everyChoice } from './choices.ts';
import { Fold, NOWHERE, Stopped } from './fold.ts';
import { Judgement } from './judgement.ts';
import type { Offer } from './offers.ts';
import { isFault, offersOf } from './offers.ts';
import type { Timer, World } from './world.ts';
import { keyOf, observe } from './world.ts';

/** How a step went: where it led, or why nowhere. */
export type Taken = { world: World; key: string; kind: string; step: Step } | 'full' | 'blocked' | 'error';

/**
 * The semantics by brute force: plain objects, XState called for every step, nothing shared with the engine. Slow,
 * and short enough to be read and believed. States that differ only in the order of active nodes are all searched,
 * and counted as one where that order should not matter: if it does, answers differ.
 */
export class Oracle {
  /** The timers of timeouts, which steps do not tell. */
  readonly timers = new WeakMap<Step, Timer>();

  constructor(
    private readonly instance: SystemInstance,
    /** Told of every step that changes something. */
    private readonly see: (step: Step) => void = () => undefined,
  ) {}

  /** Searches the whole space and judges the properties. @throws RangeError beyond `limit` states */
  check(properties: Readonly<Record<string, Property>>, limit: number): Answer {
    const judgement = new Judgement(properties);
    const see = (p: Property, world: World) => observe(this.instance, p.observes, world);
    const scope = { parameters: this.instance.parameters, design: this.instance.design };
    const depths = new Map<string, number>();
    const queue: Exclude<Taken, string>[] = [];
    const kinds = new Map<string, (typeof queue)[0]>();
    const missed = new Set<Taken>();
    let transitions = 0;
    const arrive = (taken: Taken, steps: number): void => {
      if (typeof taken === 'string') return void missed.add(taken);
      if (depths.has(taken.key)) return;
      if (depths.size === limit) throw new RangeError(`more than ${limit} states`);
      depths.set(taken.key, steps);
      queue.push(taken);
      if (!kinds.has(taken.kind)) kinds.set(taken.kind, taken);
    };
    const starts = this.starts();
    const none = starts.includes('error') || starts.every((taken) => taken === 'blocked');
    for (const taken of none ? (['error'] as const) : starts) arrive(taken, 0);
    for (const reached of queue) {
      const { world, key, kind } = reached;
      const steps = depths.get(key)!;
      judgement.ask('reachable', steps, (p) => p.state!(see(p, world), scope));
      judgement.ask('invariant', steps, (p) => {
        if (p.state?.(see(p, world), scope) === false) return null;
        return !p.holds!(see(p, world), scope);
      });
      let stuck = true;
      for (const taken of this.steps(world)) {
        arrive(taken, steps + 1);
        if (taken === 'error' || taken === 'full') stuck = false;
        if (typeof taken === 'string') continue;
        const moves = taken.kind !== kind || alwaysMoves(taken.step);
        if (moves && !isFault(taken.step)) stuck = false;
        if (moves && kinds.get(kind) === reached) {
          transitions++;
          this.see(taken.step);
        }
        if (!moves && !taken.step.handled) continue; // A stimulus that no transition handles is not enabled.
        judgement.ask('step-property', steps + 1, (p) => {
          if (p.on?.(taken.step, scope) === false) return null;
          const bad = !p.stepHolds!(see(p, world), taken.step, see(p, taken.world), scope);
          return bad || moves ? bad : null;
        });
      }
      if (stuck) judgement.ask('deadlock-free', steps, (p) => p.state?.(see(p, world), scope) !== true);
    }
    const verdicts = judgement.verdicts(missed.has('error'), missed.has('full'));
    const depth = Math.max(0, ...[...kinds.values()].map(({ key }) => depths.get(key)!));
    return { states: kinds.size, transitions, depth, verdicts };
  }

  /** Every way to start: all actors take their initial state, then send in declared order. */
  starts(): Taken[] {
    const start = { kind: 'stimulus', actor: '', from: null, event: { type: 'start' } };
    return this.take(NOWHERE, start, (fold) => {
      fold.startAll();
      return true;
    });
  }

  /** Every step of a state, self-loops included. */
  steps(world: World): Taken[] {
    return offersOf(this.instance, world).flatMap((offer) =>
      offer === 'error' ? ['error' as const] : this.take(offer.world, offer, offer.run),
    );
  }

  /** The outcomes of an offer by the choices it meets, up to the first error. */
  private take(world: World, offer: Omit<Offer, 'world' | 'run'>, run: Offer['run']): Taken[] {
    const once = (choose: Choose): Taken => {
      try {
        const fold = new Fold(this.instance, world, choose);
        const handled = run(fold);
        const after = fold.after();
        const step = fold.step(offer.kind, offer.actor, offer.from, offer.event, handled);
        if (offer.timer !== undefined) this.timers.set(step, offer.timer);
        return { world: after, key: keyOf(after), kind: keyOf(after, true), step };
      } catch (thrown) {
        return thrown instanceof Stopped ? (thrown.message as Taken) : 'error';
      }
    };
    return everyChoice(once, (taken) => taken === 'error');
  }
}

/** Whether a step always changes the state, even where it comes back to the same. */
export function alwaysMoves({ kind }: Step): boolean {
  return !['stimulus', 'tick'].includes(kind);
}
