import type { AnyEventObject } from 'xstate';
import { encode } from './canonical.ts';
import { IntList } from './int-list.ts';

/** Numbers the events of a system as they appear; equal events have one number. */
export class EventTable {
  private readonly ids = new Map<string, number>();
  private readonly events: AnyEventObject[] = [];
  private readonly texts: string[] = [];
  /** 1 for each event of XState's own that nobody need handle: that a child is done. */
  readonly isQuiet = new IntList(64);

  /** The number of an event. @throws ModelError when its payload cannot be keyed */
  intern(event: AnyEventObject): number {
    const text = encode(event, 'event');
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    const id = this.events.push(event) - 1;
    this.texts.push(text);
    this.isQuiet.push(event.type.startsWith('xstate.done.actor.') ? 1 : 0);
    this.ids.set(text, id);
    return id;
  }

  event(id: number): AnyEventObject {
    return this.events[id]!;
  }

  /** The event's encoding: an order of events that does not depend on which was seen first. */
  text(id: number): string {
    return this.texts[id]!;
  }

  get size(): number {
    return this.events.length;
  }
}
