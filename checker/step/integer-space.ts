import { ModelError } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import type { CallCount } from './actor-table.ts';
import { ActorTable, EMPTY } from './actor-table.ts';
import { MAX_ALTERNATIVES, nextAlternative, tooMany } from './alternatives.ts';
import type { ChannelTable } from './channel-table.ts';
import { EventTable } from './event-table.ts';
import { Ended, Fold } from './fold.ts';
import type { FiringSink } from './fold.ts';
import { Found } from './found.ts';
import type { StepChoice } from './found.ts';
import { IntList } from './int-list.ts';
import { createSteppers } from './local-step.ts';
import { ChoiceTable, NOBODY, OutputTable } from './output-table.ts';
import type { AnySnapshot } from './snapshot-key.ts';
import { MISS, StepCache } from './step-cache.ts';
import { Entry, StepTable } from './step-table.ts';

export { Found } from './found.ts';
export type { StepChoice } from './found.ts';

/**
 * A system as vectors of integers: one local id per component (actors in declared order, then channels as
 * they appear). Give it a state in `before`, call `begin`, then `next` until it answers `Found.end`; the
 * order of the steps is that of the declaration: for each actor its stimuli as offered, then the messages
 * waiting for it by sender.
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
  private incoming: number[][];
  private orderedChannels = 0;

  // The step `next` is at.
  place = 0;
  source = 0;
  private index = 0;
  private limit = 0;
  private kind: number = Entry.stimulus;
  private from = NOBODY;
  event = 0;
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
    const outputs = new OutputTable(this.events);
    const choices = new ChoiceTable();
    const tables = { events: this.events, outputs, choices, calls: this.calls };
    this.instance = instance;
    this.sink = sink;
    this.actors = createSteppers(instance).map((stepper) => new ActorTable(stepper, tables));
    this.steps = new StepTable(
      instance.actors.map((a) => a.id),
      this.events,
    );
    this.fold = new Fold(instance, this.actors, { ...tables, steps: this.steps });
    this.before = new Int32Array(this.fold.vector.length);
    this.changed = new Int32Array(this.fold.vector.length);
    this.incoming = instance.actors.map(() => []);
    this.stimuliTaken = instance.actors.map(() => new IntList(16));
    this.selfLoops = instance.actors.map(() => new IntList(16));
  }

  /** How many components there are; grows when a channel is first used. */
  get width(): number {
    return this.actors.length + this.fold.channels.length;
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
    const n = this.actors.length;
    return component < n ? this.actors[component]!.size : this.fold.channels[component - n]!.size;
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
    this.place = 0;
    this.source = EMPTY;
    this.pending = false;
    this.changedCount = 0;
    this.index = this.limit = 0;
    if (this.orderedChannels !== this.fold.channels.length) this.orderChannels();
    if (this.actors.length > 0) this.openSource();
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
    return {
      kind: this.kind === Entry.stimulus ? 'stimulus' : 'delivery',
      actor: this.instance.actors[this.place]!.id,
      from: this.from === NOBODY ? null : this.instance.actors[this.from]!.id,
      event: this.event === EMPTY ? null : this.events.event(this.event),
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
    if (!this.pending) {
      const leaf = this.cache.find(this.root, before);
      if (leaf !== MISS) return this.recall(leaf);
    }
    let ended: number;
    try {
      if (this.component !== EMPTY) fold.set(this.component, this.rest);
      ended = fold.run(this.place, this.event, this.kind, this.from);
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown;
      return this.fail(thrown);
    }
    this.pending = fold.choicesMet > 0;
    if (ended !== Ended.ok) return ended === Ended.full ? Found.full : Found.blocked;
    if (fold.hasVisited) fold.commit(this.sink);
    if (this.counting && fold.lost.length > 0) fold.countLost();
    let changed = 0;
    for (let i = 0; i < fold.touchedCount; i++) {
      const component = touched[i]!;
      if (vector[component] !== before[component]) this.changed[changed++] = component;
    }
    this.changedCount = changed;
    this.node = fold.node;
    this.handled = fold.firstHandled;
    if (this.kind === Entry.stimulus && (changed > 0 || this.handled)) {
      (changed > 0 ? this.stimuliTaken : this.selfLoops)[this.place]!.put(this.event, 1);
    }
    this.remember();
    return this.kindOf(changed);
  }

  /** One failure decides that an offer is an error: its other alternatives, which may be 2^500, are left out. */
  private fail(error: ModelError): number {
    this.error = error;
    this.pending = false;
    this.fold.chosen.length = 0;
    return Found.failed;
  }

  /** A delivery is a step whatever it changes: the message is gone. */
  private kindOf(changed: number): number {
    return changed > 0 || this.kind === Entry.delivery ? Found.step : Found.selfLoop;
  }

  /** Carries out a step that the cache knows. */
  private recall(leaf: number): number {
    const { cache, fold } = this;
    if (this.component !== EMPTY) this.change(this.component, this.rest);
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

  /** Keeps the step that has just been run. The popped channel is no part of it: an offer knows its rest. */
  private remember(): void {
    const { cache, fold, before } = this;
    const always = this.pending || fold.isReadComponent(this.component);
    // The tree of a stimulus belongs to one local state of its actor.
    const known = this.kind === Entry.stimulus ? 1 : 0;
    cache.keep(this.root, before, fold.read, known, () => {
      if (always) return MISS;
      for (let i = 0; i < this.changedCount; i++) {
        const component = this.changed[i]!;
        if (component === this.component) continue;
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
      if (!this.nextSource()) return false;
    }
    const at = this.index++;
    if (this.source === EMPTY) {
      const actor = this.actors[this.place]!;
      this.event = actor.stimulusEvents.data[at]!;
      // A stimuli function that threw stands as a single offer without an event.
      if (this.event === EMPTY) this.error = actor.stimuliErrors.get(this.before[this.place]!)!;
      else this.root = this.rootAt(actor.stimulusRoots, at);
    } else {
      const channel = this.fold.channels[this.source]!;
      this.event = channel.offerEvents.data[at]!;
      this.rest = channel.offerRests.data[at]!;
      this.root = this.rootAt(channel.eventRoots, this.event);
    }
    return true;
  }

  private rootAt(roots: IntList, at: number): number {
    if (at >= roots.length) roots.extend(at + 1 - roots.length, EMPTY);
    if (roots.data[at] === EMPTY) roots.data[at] = this.cache.root();
    return roots.data[at]!;
  }

  /** From an actor's stimuli to its incoming channels one by one, then to the next actor. */
  private nextSource(): boolean {
    const incoming = this.incoming[this.place];
    if (incoming === undefined) return false;
    const next = this.source === EMPTY ? 0 : incoming.indexOf(this.source) + 1;
    if (next < incoming.length) {
      this.source = incoming[next]!;
    } else {
      if (this.place + 1 >= this.actors.length) return false;
      this.place++;
      this.source = EMPTY;
    }
    this.openSource();
    return true;
  }

  private openSource(): void {
    if (this.source === EMPTY) {
      const actor = this.actors[this.place]!;
      const local = this.before[this.place]!;
      this.kind = Entry.stimulus;
      this.from = NOBODY;
      this.component = EMPTY;
      if (actor.stimulusStart.data[local] === EMPTY) actor.loadStimuli(local);
      this.index = actor.stimulusStart.data[local]!;
      this.limit = actor.stimulusEnd.data[local]!;
      return;
    }
    const channel = this.fold.channels[this.source]!;
    this.component = this.actors.length + this.source;
    const local = this.before[this.component]!;
    this.kind = Entry.delivery;
    this.from = channel.sender;
    if (channel.offerStart.data[local] === EMPTY) channel.loadOffers(local);
    this.index = channel.offerStart.data[local]!;
    this.limit = channel.offerEnd.data[local]!;
  }

  /** Channels appear in the order of the search; steps are offered in the order of the declaration. */
  private orderChannels(): void {
    const { channels } = this.fold;
    this.incoming = this.actors.map((_, place) =>
      channels
        .map((_channel, i) => i)
        .filter((i) => channels[i]!.receiver === place)
        .sort((a, b) => channels[a]!.sender - channels[b]!.sender),
    );
    this.orderedChannels = channels.length;
  }
}
