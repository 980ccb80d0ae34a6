import type { SafetyChecks } from '../property/safety-checks.ts';
import { askAgain } from '../step/ask-again.ts';
import { Ended } from '../step/ended.ts';
import type { IntegerSpace, StepChoice } from '../step/integer-space.ts';
import type { Symmetry } from '../step/symmetry.ts';
import { ModelError } from '../system/errors.ts';
import type { Crew } from './crew.ts';
import { CrewRounds } from './crew-rounds.ts';
import type { Expander, SearchFailure } from './expander.ts';
import type { Rounds, SearchLimits, SearchParts } from './rounds.ts';
import { OwnRounds, isDecided, partsOf } from './rounds.ts';
import type { StateStore } from './state-store.ts';

/** Why a search is not the whole space. */
export type Incomplete =
  | { readonly why: 'max-states'; readonly limit: number }
  | { readonly why: 'max-seconds'; readonly limit: number }
  /** In bytes. */
  | { readonly why: 'max-memory'; readonly limit: number }
  | { readonly why: 'interrupted' }
  | { readonly why: 'out-of-memory'; readonly states: number }
  | { readonly why: 'decided' }
  | { readonly why: 'full-channel'; readonly from: string; readonly to: string; readonly capacity: number };

/** How many table cells are asked again at the end of a search. */
const ASKED_AGAIN = 300;

/**
 * Exact breadth-first search: every state once, in the order that makes the first state found on a level
 * the one whose trace comes first by (declared actor order, offered step order). So every counterexample
 * is a shortest one, and always the same.
 */
export class BreadthFirstSearch {
  readonly space: IntegerSpace;
  readonly store: StateStore;
  readonly expander: Expander;
  /** What kept the search from being whole, each once; see {@link bounds}. */
  private readonly stops: Incomplete[] = [];
  /** What the cells gave when they were asked again. */
  private lateFailure: SearchFailure | null = null;
  /** How starting the actors came about, for each initial state by index; and that state before it was renamed. */
  readonly starts: StepChoice[] = [];
  readonly startStates: Int32Array[] = [];
  /** States are renamed to the one of their orbit before they are kept; null where each is kept as it is. */
  readonly symmetry: Symmetry | null;
  done = false;
  readonly limits: SearchLimits;
  private readonly checks: SafetyChecks;
  private readonly parts: SearchParts;
  private rounds: Rounds;
  /** The first state of the level after that of the next state to expand. */
  private levelEnd = 0;
  private level = 0;

  /** @throws ModelError when an actor cannot start */
  constructor(
    space: IntegerSpace,
    checks: SafetyChecks,
    limits: SearchLimits,
    symmetry: Symmetry | null = null,
  ) {
    const initial = space.initial();
    symmetry?.begin(initial.flatMap(({ vector, ended }) => (ended === Ended.ok ? [vector] : [])));
    this.symmetry = symmetry?.active === true ? symmetry : null;
    this.space = space;
    this.checks = checks;
    this.limits = limits;
    this.parts = partsOf(space, checks, limits);
    this.store = this.parts.store;
    this.expander = this.parts.expander;
    const rounds = new OwnRounds(this.parts, this.symmetry);
    this.rounds = rounds;
    for (const { vector, start, ended, fullChannel } of initial) {
      if (fullChannel !== null) this.expander.fullChannels.add(fullChannel);
      else if (ended !== Ended.ok) this.expander.blocked++;
      else if (rounds.begin(vector)) {
        this.starts.push(start);
        this.startStates.push(vector);
      }
    }
    if (this.store.count === 0 && this.expander.fullChannels.size === 0) {
      throw new ModelError(
        'starting the actors is blocked by a full channel, so there is no initial state.',
        {},
      );
    }
    this.expander.levelEnd = this.levelEnd = this.store.count;
  }

  /** The next state to expand: all before it were. */
  get next(): number {
    return this.parts.next;
  }

  /** Steps that change the state, each counted from each state. */
  get transitions(): number {
    return this.parts.transitions;
  }

  /** Steps that a full channel disabled. */
  get blocked(): number {
    return this.expander.blocked;
  }

  /** States without a step but faults. */
  get ends(): number {
    return this.expander.ends;
  }

  /** User code that failed. */
  get failure(): SearchFailure | null {
    const refusal = this.symmetry?.refusal ?? null;
    if (refusal !== null) return { error: refusal, state: null };
    return this.expander.failure ?? this.lateFailure;
  }

  /** Bytes of states, parents and visited set. */
  get bytes(): number {
    return this.store.bytes + this.rounds.bytes;
  }

  /** Everything that kept the search from being whole, each once. */
  get bounds(): readonly Incomplete[] {
    const { actors } = this.space.instance;
    const full = Array.from(this.expander.fullChannels, ({ sender, receiver, delivery }) => ({
      why: 'full-channel' as const,
      from: actors[sender]!.id,
      to: actors[receiver]!.id,
      capacity: delivery.capacity,
    }));
    return [...full, ...this.stops];
  }

  /** Steps from an initial state to the deepest state found. */
  get depth(): number {
    return this.store.count > this.levelEnd ? this.level + 1 : this.level;
  }

  /** States that wait to be expanded. */
  get frontier(): number {
    return this.store.count - this.parts.next;
  }

  /** The bound to tell of where one must do: one of the search itself rather than a full channel. */
  get incomplete(): Incomplete | null {
    const rank = ({ why }: Incomplete): number => (why === 'decided' ? 2 : why === 'full-channel' ? 1 : 0);
    return this.bounds.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
  }

  /** True when all reachable states were expanded and nothing in them was left out. */
  get complete(): boolean {
    return this.done && this.bounds.length === 0 && this.failure === null;
  }

  /** Has a crew take part from now on. */
  join(crew: Crew): void {
    this.rounds = new CrewRounds(this.parts, crew);
  }

  /** Expands up to `count` more states; true when the search is over. */
  advance(count: number): boolean {
    const until = this.parts.next + count;
    while (!this.done && this.parts.next < until) {
      if (this.parts.next === this.levelEnd) {
        this.rounds.settle();
        if (this.parts.overflowed !== null || this.parts.next === this.store.count) {
          this.finish();
          break;
        }
        if (this.level === this.limits.maxDepth) {
          this.stop({ why: 'decided' });
          break;
        }
        this.level++;
        this.expander.levelEnd = this.levelEnd = this.store.count;
      }
      this.rounds.round(Math.min(until, this.levelEnd));
      if (this.parts.overflowed !== null || (this.symmetry?.refusal ?? null) !== null) this.finish();
      else if (isDecided(this.parts)) this.stop({ why: 'decided' });
    }
    return this.done;
  }

  /** Ends the search early. */
  stop(why: Incomplete): void {
    if (this.done) return;
    this.rounds.settle();
    if (this.parts.next < this.store.count) this.stops.push(why);
    // To ask about every state that waits may take longer than all before.
    this.finish(why.why !== 'max-seconds' && why.why !== 'interrupted');
  }

  /** Ends a search that has run out of memory, touching nothing that might ask for more. */
  abandon(): void {
    this.stops.push({ why: 'out-of-memory', states: this.store.count });
    this.done = true;
  }

  /** Ends the search. The states found but not expanded still have their state properties checked, unless time is short. */
  private finish(asksRest = true): void {
    const { store, space, checks } = this;
    this.rounds.settle();
    if (this.parts.overflowed === 'max-states')
      this.stops.push({ why: 'max-states', limit: this.limits.maxStates });
    else if (this.parts.overflowed !== null)
      this.stops.push({ why: 'max-memory', limit: this.limits.memory.bytes });
    for (let index = this.parts.next; asksRest && index < store.count; index++) {
      store.read(index, space.before);
      checks.state(space.before, index);
    }
    // A property was asked of a state before the orders were known in which it came again.
    if (asksRest && space.actors.some((actor) => actor.hasOrders)) {
      checks.forget();
      for (let index = 0; index < store.count; index++) {
        store.read(index, space.before);
        checks.state(space.before, index);
      }
    }
    const error = askAgain(space, ASKED_AGAIN);
    if (error !== null) this.lateFailure = { error, state: null };
    this.done = true;
  }
}
