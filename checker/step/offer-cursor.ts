import type { FaultKind } from '../system/faults.ts';
import type { ModelError } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import type { ActorTable } from './actor-table.ts';
import { EMPTY } from './actor-table.ts';
import type { ChannelTable } from './channel-table.ts';
import type { EventTable } from './event-table.ts';
import type { StepChoice } from './found.ts';
import { IntList } from './int-list.ts';
import type { Layout } from './layout.ts';
import type { Offers } from './offers.ts';
import { CRASH, RESTART } from './output.ts';
import { NOBODY } from './output-table.ts';
import { sourcesOf } from './sources.ts';
import type { Source } from './sources.ts';
import { Entry, STEP_NAMES } from './step-table.ts';
import type { TimerTable } from './timer-table.ts';
import { DUE } from './timer-table.ts';

/** No offer in particular. */
const ALL = -1;

/** The components that steps come from. */
interface Parts {
  readonly instance: SystemInstance;
  readonly layout: Layout;
  readonly actors: readonly ActorTable[];
  readonly timers: readonly TimerTable[];
  readonly channels: readonly ChannelTable[];
  readonly events: EventTable;
}

/** Goes through what a state offers, in the order of {@link sourcesOf}. The fields say what the present offer is. */
export class OfferCursor {
  kind: number = Entry.stimulus;
  /** The place of the actor; -1 for a tick. */
  place = 0;
  /** The channel of the offer, or EMPTY. */
  source = EMPTY;
  /** The event; EMPTY where asking for stimuli failed, see `error`. */
  event = 0;
  error: ModelError | null = null;
  /** The sender of a message, or NOBODY. */
  from = NOBODY;
  /** The receiver of a timer's event, and the kind of the timer. */
  to = 0;
  timerKind = 0;
  /** The component that the offer takes from, or EMPTY, and what is left of it. */
  component = EMPTY;
  rest = 0;
  /** The decision tree of the offer. */
  root = EMPTY;
  /** Whether `root` stands for the content of `component` too. */
  fixed = false;
  /** For each kind of step the component that counts it, or EMPTY, and how far. */
  readonly budgets: readonly { readonly component: number; readonly most: number }[];

  private sources: readonly Source[] = [];
  /** Those that are gone through now. */
  private open: readonly Source[] = [];
  private orderedChannels = -1;
  /** Which offer of a source alone is gone through, or {@link ALL}. */
  private one = ALL;
  private at = 0;
  private index = 0;
  private limit = 0;
  private offers: Offers | null = null;
  private readonly crashEvent: number;
  private readonly restartEvent: number;
  private readonly crashRoots = new IntList(16);
  private readonly restartRoots = new IntList(16);

  constructor(
    private readonly parts: Parts,
    /** The state whose offers these are. */
    private readonly before: Int32Array,
    private readonly newRoot: () => number,
  ) {
    const { events, instance, layout } = parts;
    this.crashEvent = events.intern(CRASH);
    this.restartEvent = events.intern(RESTART);
    this.budgets = STEP_NAMES.map((name) => ({
      component: layout.budget(name as FaultKind),
      most: instance.faults.budgets.get(name as FaultKind) ?? Infinity,
    }));
  }

  /** Starts over: with the offers of all sources, of one, or with one offer of that, by its place among them. */
  begin(only?: Source, offer = ALL): void {
    this.at = -1;
    this.one = offer;
    this.index = this.limit = 0;
    this.open = only === undefined ? this.currentSources() : [only];
  }

  /** How many offers a source has in the state. */
  countOf(source: Source): number {
    this.openSource(source);
    return this.limit - this.index;
  }

  /** The components that decide what a source offers, in the order in which they are looked at. */
  readsOf({ kind, place, channel }: Source): number[] {
    const { layout, channels, actors, timers } = this.parts;
    const budget = kind === Entry.stimulus || kind === Entry.tick ? EMPTY : this.budgets[kind]!.component;
    const counted = budget === EMPTY ? [] : [budget];
    switch (kind) {
      case Entry.stimulus:
        return [place];
      case Entry.timeout:
        return [layout.timers + place];
      case Entry.tick:
        return timers.map((_, owner) => layout.timers + owner);
      case Entry.crash:
      case Entry.restart:
        return [place, ...counted];
    }
    const { receiver } = channels[channel]!;
    const asked = kind === Entry.delivery ? (actors[receiver]!.keepsMail ? [receiver] : []) : counted;
    return [...asked, layout.channels + channel];
  }

  /** The sources of steps as the channels stand now. */
  currentSources(): readonly Source[] {
    const { instance, channels, layout } = this.parts;
    if (this.orderedChannels !== channels.length) {
      this.sources = sourcesOf(instance, channels, layout);
      this.orderedChannels = channels.length;
    }
    return this.sources;
  }

  /** The place of a timeout, loss or duplicate in its component's content; undefined for other offers. */
  get placeInContent(): number | undefined {
    const { kind } = this;
    const isPlaced = kind === Entry.timeout || kind === Entry.lose || kind === Entry.duplicate;
    return isPlaced ? this.offers!.places.data[this.index - 1]! : undefined;
  }

  /** Of a timeout: what its timer is cancelled by, and whom its event goes to. */
  get timer(): Pick<StepChoice, 'timer' | 'to'> {
    if (this.kind !== Entry.timeout) return {};
    const { timers, instance } = this.parts;
    const { id, to } = timers[this.place]!.kinds[this.timerKind]!;
    return { timer: id, to: instance.actors[to]!.id };
  }

  /** Goes to the next offer; false when there is none. */
  next(): boolean {
    while (this.index === this.limit) {
      if (++this.at >= this.open.length) return false;
      this.openSource(this.open[this.at]!);
      if (this.one !== ALL) this.index = Math.min(this.limit, this.index + this.one);
      if (this.one !== ALL) this.limit = Math.min(this.limit, this.index + 1);
    }
    const at = this.index++;
    switch (this.kind) {
      case Entry.stimulus: {
        const actor = this.parts.actors[this.place]!;
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
      const timers = this.parts.timers[this.place]!;
      this.to = timers.receivers.data[at]!;
      this.timerKind = timers.kindOf.data[at]!;
      this.root = this.rootAt(offers.roots, at);
    } else if (this.kind === Entry.delivery) {
      this.root = this.rootAt(this.parts.channels[this.source]!.eventRoots, this.event);
    }
    return true;
  }

  private rootAt(roots: IntList, at: number): number {
    if (at >= roots.length) roots.extend(at + 1 - roots.length, EMPTY);
    if (roots.data[at] === EMPTY) roots.data[at] = this.newRoot();
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
        const actor = this.parts.actors[place]!;
        const local = this.before[place]!;
        if (actor.stimulusStart.data[local] === EMPTY) actor.loadStimuli(local);
        this.index = actor.stimulusStart.data[local]!;
        this.limit = actor.stimulusEnd.data[local]!;
        return;
      }
      case Entry.timeout: {
        const timers = this.parts.timers[place]!;
        const content = this.openContent(this.parts.layout.timers + place, timers.timeouts);
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
        this.openFault(this.parts.actors[place]!, kind);
        return;
    }
    this.openChannel(this.parts.channels[channel]!);
  }

  private openChannel(channel: ChannelTable): void {
    const { kind } = this;
    const receiver = this.parts.actors[channel.receiver]!;
    this.from = channel.sender;
    if (kind === Entry.delivery) {
      if (receiver.keepsMail && receiver.isDown(this.before[channel.receiver]!)) return;
    } else if (!this.isLeft(kind)) return;
    const offers =
      kind === Entry.delivery ? channel.deliveries : kind === Entry.lose ? channel.losses : channel.copies;
    const content = this.openContent(this.parts.layout.channels + this.source, offers);
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
    const { before } = this;
    const { timers, layout } = this.parts;
    for (let place = 0; place < timers.length; place++)
      if (timers[place]!.tick(before[layout.timers + place]!) === DUE) return true;
    return false;
  }

  /** Whether a kind of fault may still strike. */
  private isLeft(kind: number): boolean {
    const { component, most } = this.budgets[kind]!;
    return component === EMPTY || this.before[component]! < most;
  }
}
