import type { ModelError } from '../system/errors.ts';
import { EMPTY } from './actor-table.ts';
import type { ChannelTable } from './channel-table.ts';
import { Found } from './found.ts';
import { IntList } from './int-list.ts';
import type { IntegerSpace } from './integer-space.ts';
import type { Source } from './sources.ts';
import { Entry, isFault } from './step-table.ts';

/**
 * All steps that one source offers in one state, and the components they depend on: whatever state agrees in those has
 * the same steps from this source. One object is filled again and again.
 */
export class SourceSteps {
  /** The components that were read, each once, in an order that only the values read before decide. */
  readonly reads = new IntList(16);
  /** Of each offer: what came of it ({@link Found}), what it is, and the number of its record. */
  readonly found = new IntList(16);
  readonly kinds = new IntList(16);
  readonly sources = new IntList(16);
  readonly events = new IntList(16);
  readonly nodes = new IntList(16);
  /** Of each offer the first of the components it changes; they and their new ids. */
  readonly start = new IntList(16);
  readonly components = new IntList(32);
  readonly locals = new IntList(32);
  /** What the steps lose, index and event, as {@link IntegerSpace.losses} counts it. */
  readonly lost = new IntList(8);
  /** What failed first, and the channel that was full. */
  error: ModelError | null = null;
  fullChannel: ChannelTable | null = null;
  blocked = 0;
  /** A step among them is no fault; what one does is not known. */
  goesOn = false;
  unknown = false;
  /** Whether the steps depend on more than `reads`: on components that may yet appear. */
  unbounded = false;
  private readonly isRead: Uint8Array;

  constructor(private readonly space: IntegerSpace) {
    this.isRead = new Uint8Array(space.before.length);
  }

  /** Goes through what a source offers in the state in `space.before`: all of it, or one offer by its place. */
  of(source: Source, offer?: number): void {
    const { space } = this;
    this.clear();
    for (const component of space.offer.readsOf(source)) this.read(component);
    space.begin(source, offer);
    for (let found = space.next(); found !== Found.end; found = space.next()) this.add(found);
    this.start.push(this.components.length);
  }

  /** Notes that the steps depend on one more component. */
  read(component: number): void {
    if (this.isRead[component] === 1) return;
    this.isRead[component] = 1;
    this.reads.push(component);
  }

  private add(found: number): void {
    const { space } = this;
    const { kind, place, source, event, timerKind } = space.offer;
    const { data, length } = space.readBy();
    for (let i = 0; i < length; i++) this.read(data[i]!);
    this.found.push(found);
    this.kinds.push(kind);
    this.sources.push(source === EMPTY ? place : source);
    this.events.push(kind === Entry.timeout ? timerKind : event);
    this.nodes.push(space.stepNode);
    this.start.push(this.components.length);
    this.unbounded ||= space.isUnbounded;
    if (found === Found.step || found === Found.selfLoop) {
      for (let i = 0; i < space.changedCount; i++) {
        const component = space.changed[i]!;
        this.components.push(component);
        this.locals.push(space.after[component]!);
      }
      const lost = space.lostBy();
      for (let i = 0; i < lost.length; i++) this.lost.push(lost.data[i]!);
      // That something may yet break does not save a run from being stuck.
      if (found === Found.step && !isFault(kind)) this.goesOn = true;
    } else if (found === Found.blocked) {
      this.blocked++;
    } else {
      this.unknown = true;
      if (found === Found.full) this.fullChannel ??= space.stoppedBy;
      else this.error ??= space.error;
    }
  }

  private clear(): void {
    const { reads, isRead } = this;
    for (let i = 0; i < reads.length; i++) isRead[reads.data[i]!] = 0;
    for (const list of [reads, this.found, this.kinds, this.sources, this.events, this.nodes, this.start])
      list.length = 0;
    this.components.length = this.locals.length = this.lost.length = 0;
    this.error = this.fullChannel = null;
    this.blocked = 0;
    this.goesOn = this.unknown = this.unbounded = false;
  }
}
