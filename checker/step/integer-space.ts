import { ModelError } from '../system/errors.ts';
import type { FaultKind } from '../system/faults.ts';
import type { SystemInstance } from '../system/instance.ts';
import type { CallCount } from './actor-table.ts';
import { ActorTable, EMPTY } from './actor-table.ts';
import { MAX_ALTERNATIVES, nextAlternative, tooMany } from './alternatives.ts';
import type { ChannelTable } from './channel-table.ts';
import { FULL } from './channel-table.ts';
import { EventTable } from './event-table.ts';
import { Ended, Fold } from './fold.ts';
import type { FiringSink } from './fold.ts';
import { Found } from './found.ts';
import type { StepChoice } from './found.ts';
import { IntList } from './int-list.ts';
import { Layout } from './layout.ts';
import { createSteppers } from './local-step.ts';
import type { Offers } from './offers.ts';
import { CRASH, RESTART } from './output.ts';
import { ChoiceTable, NOBODY, OutputTable } from './output-table.ts';
import type { AnySnapshot } from './snapshot-key.ts';
import { sourcesOf } from './sources.ts';
import type { Source } from './sources.ts';
import { MISS, StepCache } from './step-cache.ts';
import { Entry, STEP_NAMES, StepTable, eventOf } from './step-table.ts';
import { DUE, TimerNames, TimerTable } from './timer-table.ts';

export { Found } from './found.ts';
export type { StepChoice } from './found.ts';

/**
 * A system as vectors of integers: one local id per component, as the {@link Layout} has them. Give it a state in
 * `before`, call `begin`, then `next` until it answers `Found.end`; the order of the steps is that of the
 * declaration, as {@link sourcesOf} has it.
 */
export class IntegerSpace {
  readonly instance: SystemInstance;
  readonly actors: readonly ActorTable[];
  readonly events = new EventTable();
  readonly steps: StepTable;
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
  /** Whether steps count as the search's own; not where a trace is found again. */
  counting = true;
  private readonly fold: Fold;
  private readonly cache = new StepCache();
  private readonly sink: FiringSink;
  readonly layout: Layout;
  readonly timers: readonly TimerTable[];
  private sources: readonly Source[] = [];
  private orderedChannels = -1;
  private readonly crashEvent: number;
  private readonly restartEvent: number;
  private readonly crashRoots = new IntList(16);
  private readonly restartRoots = new IntList(16);
  private readonly budgets: readonly { readonly component: number; readonly most: number }[];

  // The step `next` is at.
  place = 0;
  /** The channel of the step, or EMPTY. */
  source = 0;
  kind: number = Entry.stimulus;
  event = 0;
  private at = 0;
  private index = 0;
  private limit = 0;
  private offers: Offers | null = null;
  private from = NOBODY;
  private to = 0;
  /** Whether `root` stands for the content of `component` too. */
  private fixed = false;
  private component = EMPTY;
  private rest = 0;
  private pending = false;
  /** How many further alternatives of the offer have been taken. */
  private tried = 0;
  /** The decision tree of the offer `next` is at. */
  private root = EMPTY;
  private node = 0;
  private handled = false;

  constructor(instance: SystemInstance, sink: FiringSink) {
    const names = new TimerNames();
    const outputs = new OutputTable(this.events, names);
    const choices = new ChoiceTable();
    const tables = { events: this.events, outputs, choices, calls: this.calls };
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
          (_, place) => new TimerTable(place, instance.time !== 'untimed', names, this.events),
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
    this.crashEvent = this.events.intern(CRASH);
    this.restartEvent = this.events.intern(RESTART);
    this.budgets = STEP_NAMES.map((name) => ({
      component: this.layout.budget(name as FaultKind),
      most: instance.faults.budgets.get(name as FaultKind) ?? Infinity,
    }));
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

  /** How often messages found nobody to take them; see {@link Fold.losses}. */
  get losses(): readonly IntList[] {
    return this.fold.losses;
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
  initial(): { vector: Int32Array; start: StepChoice; ended: number }[] {
    const { fold } = this;
    const starts = this.actors.map((actor, place) => {
      const start = actor.start();
      this.sink.fired(place, EMPTY, start.firings);
      return start;
    });
    const result = [];
    fold.chosen.length = 0;
    do {
      fold.reset();
      fold.vector.fill(0);
      const ended = fold.startAll(starts);
      fold.commit(this.sink);
      if (ended === Ended.ok) fold.countLost();
      const start: StepChoice = {
        kind: 'start',
        actor: '',
        from: null,
        event: null,
        choices: this.choices(),
      };
      result.push({ vector: fold.vector.slice(), start, ended });
      if (result.length > MAX_ALTERNATIVES) throw tooMany(null);
    } while (nextAlternative(fold));
    fold.reset();
    this.lossesAtStart = fold.losses.map(({ data, length }) => Array.from(data.subarray(0, length)));
    return result;
  }

  /** Starts over with the steps of the state in `before`. */
  begin(): void {
    this.fold.reset();
    const { vector } = this.fold;
    for (let c = this.width - 1; c >= 0; c--) vector[c] = this.before[c]!;
    this.fold.chosen.length = 0;
    this.at = -1;
    this.pending = false;
    this.changedCount = 0;
    this.index = this.limit = 0;
    if (this.orderedChannels !== this.fold.channels.length) {
      this.sources = sourcesOf(this.instance, this.fold.channels, this.layout);
      this.orderedChannels = this.fold.channels.length;
    }
  }

  /** Goes to the next step of the state; the answer is one of {@link Found}. */
  next(): number {
    for (;;) {
      if (this.pending && nextAlternative(this.fold)) {
        if (++this.tried === MAX_ALTERNATIVES) return this.fail(tooMany(this.choice()));
      } else {
        if (!this.nextOffer()) return Found.end;
        this.tried = 0;
      }
      if (this.event === EMPTY) return Found.failed;
      const found = this.execute();
      // A stimulus that no transition handles is not enabled: it is neither a step nor a self-loop.
      if (found !== Found.selfLoop || this.handled) return found;
    }
  }

  /** The step `next` is at, for replay. */
  choice(): StepChoice {
    const { kind, offers } = this;
    const isPlaced = kind === Entry.timeout || kind === Entry.lose || kind === Entry.duplicate;
    return {
      kind: STEP_NAMES[kind]!,
      actor: this.instance.actors[this.place]?.id ?? '',
      from: this.from === NOBODY ? null : this.instance.actors[this.from]!.id,
      event: this.event === EMPTY ? null : eventOf(kind, this.events.event(this.event)),
      ...(isPlaced ? { at: offers!.places.data[this.index - 1]! } : {}),
      choices: this.choices(),
    };
  }

  private choices(): number[] {
    return Array.from(this.fold.chosen.data.subarray(0, this.fold.choicesMet));
  }

  private execute(): number {
    const { fold, before } = this;
    const { vector, touched } = fold;
    for (let i = 0; i < fold.touchedCount; i++) vector[touched[i]!] = before[touched[i]!]!;
    fold.reset();
    this.changedCount = 0;
    if (this.kind >= Entry.tick && this.kind <= Entry.duplicate) return this.executeWithout();
    if (!this.pending) {
      const leaf = this.cache.find(this.root, before);
      if (leaf !== MISS) return this.recall(leaf);
    }
    let ended: number;
    try {
      if (this.component !== EMPTY) fold.set(this.component, this.rest);
      ended =
        this.kind === Entry.timeout
          ? fold.timeout(this.place, this.to, this.event)
          : fold.run(this.place, this.event, this.kind, this.from);
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown;
      return this.fail(thrown);
    }
    this.pending = fold.choicesMet > 0;
    if (ended !== Ended.ok) return ended === Ended.full ? Found.full : Found.blocked;
    if (fold.hasVisited) fold.commit(this.sink);
    if (this.counting && fold.lost.length > 0) fold.countLost();
    const changed = this.noteChanges();
    this.handled = fold.firstHandled;
    if (this.kind === Entry.stimulus && (changed > 0 || this.handled)) {
      (changed > 0 ? this.stimuliTaken : this.selfLoops)[this.place]!.put(this.event, 1);
    }
    this.remember();
    return this.kindOf(changed);
  }

  /** Carries out a step in which no actor runs: a tick, or a fault of a channel. */
  private executeWithout(): number {
    const { fold, kind } = this;
    if (this.rest === FULL) {
      fold.stoppedBy = fold.channels[this.source]!;
      return Found.full;
    }
    if (kind === Entry.tick) fold.tick();
    else fold.set(this.component, this.rest);
    const budget = this.budgets[kind]!.component;
    if (budget !== EMPTY) fold.set(budget, this.before[budget]! + 1);
    fold.note(kind, this.from, kind === Entry.tick ? this.actors.length : this.place, this.event);
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
    this.fold.chosen.length = 0;
    return Found.failed;
  }

  /** A delivery or timeout is a step whatever it changes: the message, or the timer, is gone. So is a fault. */
  private kindOf(changed: number): number {
    const mayBeNone = this.kind === Entry.stimulus || this.kind === Entry.tick;
    return changed > 0 || !mayBeNone ? Found.step : Found.selfLoop;
  }

  /** Carries out a step that the cache knows. */
  private recall(leaf: number): number {
    const { cache, fold } = this;
    if (this.component !== EMPTY && !this.fixed) this.change(this.component, this.rest);
    const end = cache.start.data[leaf + 1]!;
    for (let i = cache.start.data[leaf]!; i < end; i++)
      this.change(cache.components.data[i]!, cache.locals.data[i]!);
    this.node = cache.stepNode.data[leaf]!;
    this.handled = cache.handled.data[leaf] === 1;
    const lost = cache.lost.get(leaf);
    if (this.counting && lost !== undefined) {
      for (let i = 0; i < lost.length; i += 2) fold.countLoss(lost[i]!, lost[i + 1]!);
    }
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
    const { cache, fold, before, fixed } = this;
    const always = this.pending || fold.unbounded || (!fixed && fold.isReadComponent(this.component));
    // The tree of a stimulus belongs to one local state of its actor.
    const known = this.kind === Entry.stimulus ? 1 : 0;
    cache.keep(this.root, before, fold.read, known, () => {
      if (always) return MISS;
      for (let i = 0; i < this.changedCount; i++) {
        const component = this.changed[i]!;
        if (component === this.component && !fixed) continue;
        cache.components.push(component);
        cache.locals.push(fold.vector[component]!);
      }
      const leaf = cache.addLeaf(this.node, this.handled);
      if (fold.lost.length > 0)
        cache.lost.set(leaf, Array.from(fold.lost.data.subarray(0, fold.lost.length)));
      return leaf;
    });
  }

  /**
   * Asks up to `most` of the filled cells again, spread evenly over all.
   *
   * @returns the error of the first that gives something else than it did; null when none does
   */
  askAgain(most: number): ModelError | null {
    const stride = Math.max(1, Math.ceil(this.calls.model / most));
    try {
      let at = 0;
      for (const actor of this.actors) at = actor.askAgain(stride, at);
      return null;
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown;
      return thrown;
    }
  }

  private nextOffer(): boolean {
    while (this.index === this.limit) {
      if (++this.at >= this.sources.length) return false;
      this.openSource(this.sources[this.at]!);
    }
    const at = this.index++;
    switch (this.kind) {
      case Entry.stimulus: {
        const actor = this.actors[this.place]!;
        this.event = actor.stimulusEvents.data[at]!;
        // A stimuli function that threw stands as a single offer without an event.
        if (this.event === EMPTY) this.error = actor.stimuliErrors.get(this.before[this.place]!)!;
        else this.root = this.rootAt(actor.stimulusRoots, at);
        return true;
      }
      case Entry.crash:
        this.root = this.rootAt(this.crashRoots, this.place);
        return true;
      case Entry.restart:
        this.root = this.rootAt(this.restartRoots, this.place);
        return true;
      case Entry.tick:
        return true;
    }
    const offers = this.offers!;
    this.event = offers.events.data[at]!;
    this.rest = offers.rests.data[at]!;
    if (this.kind === Entry.timeout) {
      this.to = this.timers[this.place]!.receivers.data[at]!;
      this.root = this.rootAt(offers.roots, at);
    } else if (this.kind === Entry.delivery) {
      this.root = this.rootAt(this.fold.channels[this.source]!.eventRoots, this.event);
    }
    return true;
  }

  private rootAt(roots: IntList, at: number): number {
    if (at >= roots.length) roots.extend(at + 1 - roots.length, EMPTY);
    if (roots.data[at] === EMPTY) roots.data[at] = this.cache.root();
    return roots.data[at]!;
  }

  /** Goes to the offers of a source; there may be none. */
  private openSource({ kind, place, channel }: Source): void {
    this.kind = kind;
    this.place = place;
    this.source = channel;
    this.from = NOBODY;
    this.component = EMPTY;
    this.rest = 0;
    this.fixed = false;
    this.index = this.limit = 0;
    switch (kind) {
      case Entry.stimulus: {
        const actor = this.actors[place]!;
        const local = this.before[place]!;
        if (actor.stimulusStart.data[local] === EMPTY) actor.loadStimuli(local);
        this.index = actor.stimulusStart.data[local]!;
        this.limit = actor.stimulusEnd.data[local]!;
        return;
      }
      case Entry.timeout: {
        const timers = this.timers[place]!;
        const content = this.openContent(this.layout.timers + place, timers.timeouts);
        if (!timers.timeouts.isLoaded(content)) timers.loadTimeouts(content);
        this.fixed = true;
        this.range(content);
        return;
      }
      case Entry.tick:
        this.event = 0;
        this.limit = this.isDue() ? 0 : 1;
        return;
      case Entry.crash:
      case Entry.restart:
        this.openFault(this.actors[place]!, kind);
        return;
    }
    this.openChannel(this.fold.channels[channel]!);
  }

  private openChannel(channel: ChannelTable): void {
    const { kind } = this;
    const receiver = this.actors[channel.receiver]!;
    this.from = channel.sender;
    if (kind === Entry.delivery) {
      if (receiver.stepper.actor.mail === 'kept' && receiver.isDown(this.before[channel.receiver]!)) return;
    } else if (!this.isLeft(kind)) return;
    const offers =
      kind === Entry.delivery ? channel.deliveries : kind === Entry.lose ? channel.losses : channel.copies;
    const content = this.openContent(this.layout.channels + this.source, offers);
    if (!offers.isLoaded(content)) {
      if (kind === Entry.delivery) channel.loadDeliveries(content);
      else if (kind === Entry.lose) channel.loadLosses(content);
      else channel.loadCopies(content);
    }
    this.range(content);
  }

  private openContent(component: number, offers: Offers): number {
    this.component = component;
    this.offers = offers;
    return this.before[component]!;
  }

  private range(content: number): void {
    this.index = this.offers!.start.data[content]!;
    this.limit = this.offers!.end.data[content]!;
  }

  private openFault(actor: ActorTable, kind: number): void {
    const local = this.before[this.place]!;
    const strikes = kind === Entry.crash ? actor.isActive(local) : actor.isDown(local);
    if (!strikes || !this.isLeft(kind)) return;
    this.event = kind === Entry.crash ? this.crashEvent : this.restartEvent;
    this.component = this.budgets[kind]!.component;
    if (this.component !== EMPTY) this.rest = this.before[this.component]! + 1;
    this.limit = 1;
  }

  /** Whether a timer is due, which no tick passes. */
  private isDue(): boolean {
    const { timers, before, layout } = this;
    return timers.some((table, place) => table.tick(before[layout.timers + place]!) === DUE);
  }

  /** Whether a kind of fault may still strike. */
  private isLeft(kind: number): boolean {
    const { component, most } = this.budgets[kind]!;
    return component === EMPTY || this.before[component]! < most;
  }
}
