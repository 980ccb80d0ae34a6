import { ModelError } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import type { CallCount } from './actor-table.ts';
import { ActorTable, EMPTY } from './actor-table.ts';
import { MAX_ALTERNATIVES, nextAlternative, tooMany } from './alternatives.ts';
import type { ChannelTable } from './channel-table.ts';
import { FULL } from './channel-table.ts';
import { EventTable } from './event-table.ts';
import { Ended } from './ended.ts';
import { Fold } from './fold.ts';
import type { FiringSink } from './visited-cells.ts';
import { Found } from './found.ts';
import type { InitialState, StepChoice } from './found.ts';
import { IntList } from './int-list.ts';
import { Layout } from './layout.ts';
import { createSteppers } from './steppers.ts';
import { OfferCursor } from './offer-cursor.ts';
import { tick } from './on-the-way.ts';
import { ChoiceTable, NOBODY, OutputTable } from './output-table.ts';
import type { AnySnapshot } from './snapshot-key.ts';
import { MISS, StepCache } from './step-cache.ts';
import type { Source } from './sources.ts';
import { Entry, STEP_NAMES, StepTable, eventOf } from './step-table.ts';
import { TimerNames, TimerTable } from './timer-table.ts';

export { Found } from './found.ts';
export type { StepChoice } from './found.ts';

/**
 * A system as vectors of integers: one local id per component, as the {@link Layout} has them. Give it a state in
 * `before`, call `begin`, then `next` until it answers `Found.end`; the order of the steps is that of the
 * declaration: see sources.ts.
 */
export class IntegerSpace {
  readonly instance: SystemInstance;
  readonly actors: readonly ActorTable[];
  readonly events = new EventTable();
  readonly steps: StepTable;
  readonly outputs: OutputTable;
  readonly choiceTable = new ChoiceTable();
  readonly calls: CallCount = { model: 0, purity: 0 };
  readonly before: Int32Array;
  /** The components in which `after` differs. */
  readonly changed: Int32Array;
  changedCount = 0;
  /** Why `next` answered `Found.failed`. */
  error: ModelError | null = null;
  /** Taken stimuli and self-loops by place and event number: 1 where it happened. */
  readonly stimuliTaken: IntList[];
  readonly selfLoops: IntList[];
  /** The losses of starting the actors, each list as `losses` has it. */
  lossesAtStart: readonly (readonly number[])[] = [];
  private readonly fold: Fold;
  readonly cache = new StepCache();
  private readonly sink: FiringSink;
  readonly layout: Layout;
  readonly timers: readonly TimerTable[];
  /** The step `next` is at. */
  readonly offer: OfferCursor;
  private pending = false;
  /** How many further alternatives of the offer have been taken. */
  private tried = 0;
  private node = 0;
  private handled = false;
  /** The remembered step that the present one is, or MISS; what it reads, where it was not run. */
  private leaf = MISS;
  private readonly path = new IntList(16);
  private readonly lost = new IntList(8);

  constructor(instance: SystemInstance, sink: FiringSink) {
    const names = new TimerNames();
    this.outputs = new OutputTable(this.events, names);
    const { outputs, choiceTable: choices, events, calls } = this;
    const tables = { events, outputs, choices, calls };
    this.instance = instance;
    this.sink = sink;
    this.actors = createSteppers(instance).map((stepper) => new ActorTable(stepper, tables));
    this.steps = new StepTable(
      instance.actors.map((a) => a.id),
      this.events,
    );
    this.layout = new Layout(instance);
    const { timed } = this.layout;
    this.timers = timed
      ? instance.actors.map(
          ({ id }, place) => new TimerTable(place, id, instance.time !== 'untimed', names, this.events),
        )
      : [];
    this.fold = new Fold(instance, this.actors, {
      ...tables,
      steps: this.steps,
      layout: this.layout,
      timers: this.timers,
    });
    this.before = new Int32Array(this.fold.vector.length);
    this.changed = new Int32Array(this.fold.vector.length + 1);
    const { layout, actors, timers } = this;
    const parts = { instance, layout, actors, timers, events, channels: this.fold.channels };
    this.offer = new OfferCursor(parts, this.before, () => this.cache.root());
    this.stimuliTaken = instance.actors.map(() => new IntList(16));
    this.selfLoops = instance.actors.map(() => new IntList(16));
  }

  /** How many components there are; grows when a channel is first used. */
  get width(): number {
    return this.layout.channels + this.fold.channels.length;
  }

  get channels(): readonly ChannelTable[] {
    return this.fold.channels;
  }

  /** The index of the channel between two actors, opened if it was not used yet; SYNC where there is none. */
  channelBetween(from: number, to: number): number {
    return this.fold.channelSet.between(from, to);
  }

  /** The state after the step `next` found. */
  get after(): Int32Array {
    return this.fold.vector;
  }

  /** The number of the step's record, when `trackSteps` was asked for. */
  get stepNode(): number {
    return this.node;
  }

  /** The channel that made `next` answer `blocked` or `full`. */
  get stoppedBy(): ChannelTable | null {
    return this.fold.stoppedBy;
  }

  /** How often messages found nobody to take them; see {@link Losses}. */
  get losses(): readonly IntList[] {
    return this.fold.losses.counts;
  }

  /** Has steps recorded with all they fold, for step properties. */
  trackSteps(): void {
    this.fold.trackSteps = true;
  }

  /** How many local states a component has so far. */
  sizeOf(component: number): number {
    const { layout } = this;
    if (component < layout.actors) return this.actors[component]!.size;
    if (component >= layout.channels) return this.fold.channels[component - layout.channels]!.size;
    if (layout.timed && component < layout.timers + layout.actors)
      return this.timers[component - layout.timers]!.size;
    return this.instance.faults.budgets.get(layout.budgetAt(component))! + 1;
  }

  /** The local state of an actor. */
  snapshot(place: number, local: number): AnySnapshot {
    return this.actors[place]!.snapshots[local]!;
  }

  /**
   * The initial states: one, unless starting an actor runs a modelled action with a choice.
   *
   * @throws ModelError when an actor cannot start
   */
  initial(): InitialState[] {
    const { fold } = this;
    const starts = this.actors.map((actor, place) => {
      const start = actor.start();
      this.sink.fired(place, EMPTY, start.firings);
      return start;
    });
    const result: InitialState[] = [];
    fold.choices.chosen.length = 0;
    do {
      fold.reset();
      fold.vector.fill(0);
      const ended = fold.startAll(starts);
      fold.visited.commit(this.sink);
      if (ended === Ended.ok) fold.losses.countLost();
      const start: StepChoice = {
        kind: 'start',
        actor: '',
        from: null,
        event: null,
        choices: this.choices(),
      };
      result.push({
        vector: fold.vector.slice(),
        start,
        ended,
        fullChannel: ended === Ended.full ? fold.stoppedBy : null,
      });
      if (result.length > MAX_ALTERNATIVES) throw tooMany(null);
    } while (nextAlternative(fold.choices));
    fold.reset();
    this.lossesAtStart = fold.losses.counts.map(({ data, length }) => Array.from(data.subarray(0, length)));
    return result;
  }

  /** Starts over with the steps of the state in `before`: all of them, those of one source, or those of one of its offers. */
  begin(only?: Source, offer?: number): void {
    this.fold.reset();
    const { vector } = this.fold;
    for (let c = this.width - 1; c >= 0; c--) vector[c] = this.before[c]!;
    this.fold.choices.chosen.length = 0;
    this.pending = false;
    this.changedCount = 0;
    this.offer.begin(only, offer);
  }

  /** The components that the step `next` is at has read, in order of first reading. */
  readBy(): IntList {
    if (this.leaf === MISS) return this.fold.read;
    this.path.length = 0;
    this.cache.find(this.offer.root, this.before, this.path);
    return this.path;
  }

  /** What the step `next` found loses: index and event, as `losses` counts them. */
  lostBy(): IntList {
    if (this.leaf === MISS) return this.fold.losses.lost;
    this.lost.length = 0;
    if (this.cache.loses.data[this.leaf] === 1)
      for (const value of this.cache.lost.get(this.leaf)!) this.lost.push(value);
    return this.lost;
  }

  /** Counts a loss of the search's own. */
  countLoss(index: number, event: number): void {
    this.fold.losses.count(index, event);
  }

  /** Whether the step `next` is at may do something else once there are more components. */
  get isUnbounded(): boolean {
    return this.leaf === MISS && this.fold.unbounded;
  }

  /** Goes to the next step of the state; the answer is one of {@link Found}. */
  next(): number {
    for (;;) {
      if (this.pending && nextAlternative(this.fold.choices)) {
        if (++this.tried === MAX_ALTERNATIVES) return this.fail(tooMany(this.choice()));
      } else {
        if (!this.offer.next()) return Found.end;
        this.tried = 0;
      }
      if (this.offer.event === EMPTY) {
        this.error = this.offer.error;
        return Found.failed;
      }
      const found = this.execute();
      // A stimulus that no transition handles is not enabled: it is neither a step nor a self-loop.
      if (found !== Found.selfLoop || this.handled) return found;
    }
  }

  /** The step `next` is at, for replay. */
  choice(): StepChoice {
    const { kind, place, from, event, placeInContent, timer } = this.offer;
    return {
      kind: STEP_NAMES[kind]!,
      actor: this.instance.actors[place]?.id ?? '',
      from: from === NOBODY ? null : this.instance.actors[from]!.id,
      event: event === EMPTY ? null : eventOf(kind, this.events.event(event)),
      ...(placeInContent === undefined ? {} : { at: placeInContent }),
      ...timer,
      choices: this.choices(),
    };
  }

  private choices(): number[] {
    return Array.from(this.fold.choices.chosen.data.subarray(0, this.fold.choices.choicesMet));
  }

  private execute(): number {
    const { fold, before, offer } = this;
    const { vector, touched } = fold;
    for (let i = 0; i < fold.touchedCount; i++) vector[touched[i]!] = before[touched[i]!]!;
    fold.reset();
    this.changedCount = 0;
    this.leaf = MISS;
    const { kind, place, event, component } = offer;
    if (kind >= Entry.tick && kind <= Entry.duplicate) return this.executeWithout();
    if (!this.pending) {
      const leaf = this.cache.find(offer.root, before);
      if (leaf !== MISS) return this.recall(leaf);
    }
    let ended: number;
    try {
      if (component !== EMPTY) fold.set(component, offer.rest);
      ended =
        kind === Entry.timeout
          ? fold.timeout(place, offer.to, event)
          : fold.run(place, event, kind, offer.from);
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown;
      return this.fail(thrown);
    }
    this.pending = fold.choices.choicesMet > 0;
    if (ended !== Ended.ok) return ended === Ended.full ? Found.full : Found.blocked;
    if (fold.visited.any) fold.visited.commit(this.sink);
    const changed = this.noteChanges();
    this.handled = fold.firstHandled;
    if (kind === Entry.stimulus && (changed > 0 || this.handled)) {
      (changed > 0 ? this.stimuliTaken : this.selfLoops)[place]!.put(event, 1);
    }
    this.remember();
    return this.kindOf(changed);
  }

  /** Carries out a step in which no actor runs: a tick, or a fault of a channel. */
  private executeWithout(): number {
    const { fold } = this;
    const { kind, rest, component, source, from, place, event } = this.offer;
    if (rest === FULL) {
      fold.stoppedBy = fold.channels[source]!;
      return Found.full;
    }
    if (kind === Entry.tick) tick(fold);
    else fold.set(component, rest);
    const budget = this.offer.budgets[kind]!.component;
    if (budget !== EMPTY) fold.set(budget, this.before[budget]! + 1);
    fold.note(kind, from, kind === Entry.tick ? this.actors.length : place, event);
    this.handled = true;
    return this.kindOf(this.noteChanges());
  }

  /** Lists the components that the fold has changed; how many there are. */
  private noteChanges(): number {
    const { before } = this;
    const { touched, vector, touchedCount, node } = this.fold;
    let changed = 0;
    for (let i = 0; i < touchedCount; i++) {
      const component = touched[i]!;
      if (vector[component] !== before[component]) this.changed[changed++] = component;
    }
    this.node = node;
    return (this.changedCount = changed);
  }

  /** One failure decides that an offer is an error: its other alternatives, which may be 2^500, are left out. */
  private fail(error: ModelError): number {
    this.error = error;
    this.pending = false;
    this.fold.choices.chosen.length = 0;
    return Found.failed;
  }

  /** A delivery or timeout is a step whatever it changes: the message, or the timer, is gone. So is a fault. */
  private kindOf(changed: number): number {
    const mayBeNone = this.offer.kind === Entry.stimulus || this.offer.kind === Entry.tick;
    return changed > 0 || !mayBeNone ? Found.step : Found.selfLoop;
  }

  /** Carries out a step that the cache knows. */
  private recall(leaf: number): number {
    const { cache } = this;
    if (this.offer.component !== EMPTY && !this.offer.fixed)
      this.change(this.offer.component, this.offer.rest);
    const end = cache.start.data[leaf + 1]!;
    for (let i = cache.start.data[leaf]!; i < end; i++)
      this.change(cache.components.data[i]!, cache.locals.data[i]!);
    this.node = cache.stepNode.data[leaf]!;
    this.handled = cache.handled.data[leaf] === 1;
    this.leaf = leaf;
    return this.kindOf(this.changedCount);
  }

  private change(component: number, local: number): void {
    this.fold.set(component, local);
    this.changed[this.changedCount++] = component;
  }

  /**
   * Keeps the step that has just been run. The popped channel or the budget is no part of it: an offer knows its rest;
   * but a timer that fires may be set again at once.
   */
  private remember(): void {
    const { cache, fold, before } = this;
    const { fixed } = this.offer;
    const always = this.pending || fold.unbounded || (!fixed && fold.isReadComponent(this.offer.component));
    // The tree of a stimulus belongs to one local state of its actor.
    const known = this.offer.kind === Entry.stimulus ? 1 : 0;
    cache.keep(this.offer.root, before, fold.read, known, () => {
      if (always) return MISS;
      for (let i = 0; i < this.changedCount; i++) {
        const component = this.changed[i]!;
        if (component === this.offer.component && !fixed) continue;
        cache.components.push(component);
        cache.locals.push(fold.vector[component]!);
      }
      const leaf = cache.addLeaf(this.node, this.handled);
      if (fold.losses.lost.length > 0) {
        cache.loses.data[leaf] = 1;
        cache.lost.set(leaf, Array.from(fold.losses.lost.data.subarray(0, fold.losses.lost.length)));
      }
      return leaf;
    });
  }
}
