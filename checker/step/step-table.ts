import type { AnyEventObject } from 'xstate';
import type { EventTable } from './event-table.ts';
import { isLifecycle } from './output.ts';
import { freezeDeep } from './purity.ts';
import { TupleTable } from './tuple-table.ts';

/** A message inside one step. */
export interface Call<Id extends string = string, Event extends AnyEventObject = AnyEventObject> extends Sent<
  Id,
  Event
> {
  /** Whether a transition of the receiver handled it. */
  readonly handled: boolean;
}

/** A message that a step put into a channel. */
export interface Sent<Id extends string = string, Event extends AnyEventObject = AnyEventObject> {
  /** Actor ids. */
  readonly from: Id;
  readonly to: Id;
  readonly event: Event;
}

/** A message that a step sent and lost. */
export interface Dropped<
  Id extends string = string,
  Event extends AnyEventObject = AnyEventObject,
> extends Sent<Id, Event> {
  /** True where its receiver has crashed, or is a child that is not there; else its channel was full. */
  readonly crashed?: true;
}

/** One step as properties see it: what happened, with everything that was folded into it. */
export interface Step<
  Id extends string = string,
  Event extends AnyEventObject = AnyEventObject,
  Emitted extends AnyEventObject = AnyEventObject,
> {
  readonly kind: StepName;
  /** The actor that took the step, or that a fault struck: for a lost or doubled message its receiver. Empty for a tick. */
  readonly actor: Id | '';
  /** Who sent the message that is delivered, lost or doubled; of a timeout whose event goes to another actor, the actor itself. */
  readonly from: Id | null;
  readonly event: Event | { readonly type: FaultEvent };
  /** Whether a transition handled the event. */
  readonly handled: boolean;
  /** The `sync` calls folded into the step, in order. */
  readonly calls: readonly Call<Id, Event>[];
  /** The messages it put into channels. */
  readonly sent: readonly Sent<Id, Event>[];
  /** The messages it lost: to a full channel with `whenFull: 'drop'`, or to an actor that has crashed or is not there. */
  readonly dropped: readonly Dropped<Id, Event>[];
  /** The events actors emitted, in order. */
  readonly emitted: readonly { readonly actor: Id; readonly event: Emitted }[];
}

/** What one entry of a step's record is: first the kinds of step. */
export const Entry = {
  stimulus: 0,
  delivery: 1,
  timeout: 2,
  tick: 3,
  lose: 4,
  duplicate: 5,
  crash: 6,
  restart: 7,
  call: 8,
  sent: 9,
  emitted: 10,
  dropped: 11,
} as const;

/** The kinds of step by their number in {@link Entry}. */
export const STEP_NAMES = [
  'stimulus',
  'delivery',
  'timeout',
  'tick',
  'lose',
  'duplicate',
  'crash',
  'restart',
] as const;
export type StepName = (typeof STEP_NAMES)[number];

/** Whether a kind of step is a fault. */
export function isFault(kind: number): boolean {
  return kind >= Entry.lose && kind <= Entry.restart;
}

/** What the event of a step is called that is none. */
export type FaultEvent = 'tick' | 'crash' | 'restart';

/** The event of a step, in words where it is none of the actors'. */
export function eventOf(kind: number, event: AnyEventObject): AnyEventObject {
  return kind === Entry.tick || kind === Entry.crash || kind === Entry.restart
    ? { type: STEP_NAMES[kind] }
    : event;
}

/**
 * Numbers steps together with what they fold: a trie whose nodes are (node before, who, what), so that a
 * step property is evaluated once per distinct step. Node 0 is the empty record.
 */
export class StepTable {
  private readonly nodes = new TupleTable(3);
  private readonly decoded = new Map<number, Step>();
  private readonly ids: readonly string[];
  private readonly events: EventTable;

  constructor(actorIds: readonly string[], events: EventTable) {
    this.ids = actorIds;
    this.events = events;
    this.extend(-1, 0, 0, 0, 0, 0);
  }

  /** The node after `node` for one more entry. `handled` is 0 or 1. */
  extend(node: number, entry: number, from: number, to: number, event: number, handled: number): number {
    const { probe } = this.nodes;
    probe[0] = node;
    probe[1] = entry + 16 * (from + 1 + (this.ids.length + 1) * to);
    probe[2] = event * 2 + handled;
    return this.nodes.intern();
  }

  /** The number of distinct steps and prefixes of steps met so far. */
  get size(): number {
    return this.nodes.count;
  }

  /**
   * The node of the same step with its actors permuted.
   *
   * @param places for each place the one that takes it
   * @param event the number of an event with the actors permuted
   */
  renamed(node: number, places: Int32Array, event: (event: number) => number): number {
    const place = (of: number): number => (of < 0 || of >= places.length ? of : places[of]!);
    const path = this.path(node).map((entry) => ({
      ...entry,
      from: place(entry.from),
      to: place(entry.to),
      event: event(entry.event),
    }));
    // What is lost with its receiver is told by sender.
    for (let start = 0; start < path.length; start++) {
      const { entry, handled, to } = path[start]!;
      if (entry !== Entry.dropped || handled === 0) continue;
      let end = start;
      while (end < path.length && isLost(path[end]!, to)) end++;
      path.splice(start, end - start, ...path.slice(start, end).sort((a, b) => a.from - b.from));
      start = end - 1;
    }
    return path.reduce(
      (at, { entry, from, to, event: of, handled }) => this.extend(at, entry, from, to, of, handled),
      0,
    );
  }

  /** The step a node stands for. */
  step(node: number): Step {
    const known = this.decoded.get(node);
    if (known !== undefined) return known;
    const entries = this.path(node);
    const first = entries[0]!;
    const calls: Call[] = [];
    const sent: Sent[] = [];
    const dropped: Dropped[] = [];
    const emitted: { actor: string; event: AnyEventObject }[] = [];
    for (const { entry, from, to, event: number, handled: mark } of entries.slice(1)) {
      const event = this.events.event(number);
      const handled = mark === 1;
      if (entry === Entry.call && isLifecycle(event.type)) continue;
      if (entry === Entry.call) calls.push({ from: this.ids[from]!, to: this.ids[to]!, event, handled });
      else if (entry === Entry.sent) sent.push({ from: this.ids[from]!, to: this.ids[to]!, event });
      else if (entry === Entry.dropped)
        dropped.push({
          from: this.ids[from]!,
          to: this.ids[to]!,
          event,
          ...(handled ? { crashed: true } : {}),
        });
      else emitted.push({ actor: this.ids[to]!, event });
    }
    const step: Step = {
      kind: STEP_NAMES[first.entry]!,
      actor: this.ids[first.to] ?? '',
      from: first.from < 0 ? null : this.ids[first.from]!,
      event: eventOf(first.entry, this.events.event(first.event)),
      handled: first.handled === 1,
      calls,
      sent,
      dropped,
      emitted,
    };
    freezeDeep(step);
    this.decoded.set(node, step);
    return step;
  }

  /** The entries of a record: places, the number of the event, and whether it was handled. */
  private path(node: number): Recorded[] {
    const result = [];
    for (let at = node; at > 0;) {
      const base = at * 3;
      const who = this.nodes.entries[base + 1]!;
      const what = this.nodes.entries[base + 2]!;
      const actors = who >>> 4;
      result.push({
        entry: who & 15,
        from: (actors % (this.ids.length + 1)) - 1,
        to: Math.floor(actors / (this.ids.length + 1)),
        event: what >> 1,
        handled: what & 1,
      });
      at = this.nodes.entries[base]!;
    }
    return result.reverse();
  }
}

interface Recorded {
  readonly entry: number;
  readonly from: number;
  readonly to: number;
  readonly event: number;
  readonly handled: number;
}

/** Whether an entry is of a message that was lost with the receiver at `place`. */
function isLost({ entry, handled, to }: Recorded, place: number): boolean {
  return entry === Entry.dropped && handled === 1 && to === place;
}
