import type { SystemInstance } from '../system/instance.ts';
import { topOf } from '../system/instance.ts';
import { EMPTY } from './actor-table.ts';
import type { Cell, EventClosure } from './event-closure.ts';
import { Layout } from './layout.ts';
import { Op } from './output-table.ts';

/** How a step may use a channel. */
export const Use = { push: 0, pop: 1, other: 2 } as const;

/**
 * What each actor may read and write from a local state on, by steps of its own and all that is folded into them: sets of
 * uses as bits of 32-bit words. A component that is no channel has two bits, that it is read and that it is written; a
 * channel has three, as in {@link Use}.
 */
export class Futures {
  /** 32-bit words of a set. */
  readonly words: number;
  /** By place and local state of the closure: the words of each lie at `words` times its number. */
  readonly sets: readonly Int32Array[];
  private readonly layout: Layout;
  /** What a call of an event costs an actor, by place and event. */
  private readonly calls = new Map<string, { readonly bits: Int32Array; readonly folds: Set<string> }>();

  constructor(
    private readonly instance: SystemInstance,
    private readonly closure: EventClosure,
  ) {
    this.layout = new Layout(instance);
    this.words = Math.max(1, Math.ceil((2 * this.layout.channels + 3 * closure.channels.size) / 32));
    this.noteCalls();
    this.sets = closure.actors.map((_, place) => this.futureOf(place));
  }

  /** The bit of a component that is no channel. */
  bit(component: number, written: boolean): number {
    return 2 * component + (written ? 1 : 0);
  }

  /** The bit of a use of the channel between two actors; -1 for one that is never used. */
  channelBit(from: number, to: number, use: number): number {
    const channel = this.closure.channels.get(from * this.layout.actors + to);
    return channel === undefined ? -1 : 2 * this.layout.channels + 3 * channel + use;
  }

  /** The pairs whose channel leads to an actor. */
  sendersTo(place: number): number[] {
    const n = this.layout.actors;
    return [...this.closure.channels.keys()]
      .filter((pair) => pair % n === place)
      .map((pair) => Math.floor(pair / n));
  }

  /** What each call reads and writes, with all that is folded into it: the least sets that hold what each needs. */
  private noteCalls(): void {
    for (const cell of this.closure.cells.flat()) {
      const key = `${cell.place},${cell.event}`;
      let call = this.calls.get(key);
      if (call === undefined)
        this.calls.set(key, (call = { bits: new Int32Array(this.words), folds: new Set() }));
      this.addCell(cell, call.bits, call.folds);
    }
    const all = [...this.calls.values()];
    for (let grown = true; grown;) {
      grown = false;
      for (const { bits, folds } of all)
        for (const key of folds) grown = add(bits, this.calls.get(key)?.bits) || grown;
    }
  }

  /** What an actor may do from each of its local states on. */
  private futureOf(place: number): Int32Array {
    const { closure, words } = this;
    const { size } = closure.actors[place]!;
    const sets = new Int32Array(size * words);
    const of = (local: number): Int32Array => sets.subarray(local * words, (local + 1) * words);
    const always = new Int32Array(words);
    this.addAlways(place, always);
    const stimuli = Array.from({ length: size }, (_, local) => {
      add(of(local), always);
      return new Set(closure.stimuli(place, local));
    });
    const cells = closure.cells[place]!;
    for (const cell of cells) {
      const { local, event } = cell;
      // A stimulus that no transition handles is not enabled.
      const isStimulus = stimuli[local]!.has(event) && cell.handled;
      const isFault = event === closure.crash || event === closure.restart;
      if (isStimulus || isFault || closure.own[place]!.has(event)) this.addWhole(cell, of(local));
      if (!isFault) continue;
      this.addBudget(event === closure.crash ? 'crash' : 'restart', of(local));
    }
    for (let grown = true; grown;) {
      grown = false;
      for (let i = cells.length - 1; i >= 0; i--) {
        const { local, next } = cells[i]!;
        if (next !== EMPTY && next !== local) grown = add(of(local), of(next)) || grown;
      }
    }
    return sets;
  }

  /** What does not depend on the local state: the faults of its channels, and timers for others. */
  private addAlways(place: number, into: Int32Array): void {
    const { faults } = this.instance;
    for (const sender of this.sendersTo(place)) {
      this.set(into, this.channelBit(sender, place, Use.pop));
      for (const kind of ['lose', 'duplicate'] as const) {
        if (!faults.strikes(kind, place, sender)) continue;
        this.set(into, this.channelBit(sender, place, Use.other));
        this.addBudget(kind, into);
      }
    }
    if (this.setsTimers(place)) this.readAndWrite(this.layout.timers + place, into);
    const folds = new Set<string>();
    for (const [to, event] of this.closure.late[place]!.values()) this.addSend(place, to, event, into, folds);
    for (const key of folds) add(into, this.calls.get(key)?.bits);
  }

  private setsTimers(place: number): boolean {
    const { cells, outputs } = this.closure;
    if (!this.layout.timed) return false;
    if (this.closure.late[place]!.size > 0) return true;
    // Those set at the start are among the outputs of no cell: any actor with an event of a timer may have them.
    return (
      this.closure.own[place]!.size > 0 ||
      cells[place]!.some(({ lists }) =>
        lists.some((list) => outputs.list(list).some(({ kind }) => kind === 'schedule')),
      )
    );
  }

  private addBudget(kind: 'lose' | 'duplicate' | 'crash' | 'restart', into: Int32Array): void {
    const component = this.layout.budget(kind);
    if (component >= 0) this.readAndWrite(component, into);
  }

  /** A step of a local state, with all that is folded into it. */
  private addWhole(cell: Cell, into: Int32Array): void {
    const folds = new Set<string>();
    this.addCell(cell, into, folds);
    for (const key of folds) add(into, this.calls.get(key)?.bits);
  }

  /** What a local step itself reads and writes, and the calls it makes. */
  private addCell({ place, local, next, lists }: Cell, into: Int32Array, folds: Set<string>): void {
    this.set(into, this.bit(place, false));
    if (next !== local) this.set(into, this.bit(place, true));
    for (const list of lists) this.addOutputs(place, list, into, folds);
  }

  private addOutputs(place: number, list: number, into: Int32Array, folds: Set<string>): void {
    const { layout, closure, instance } = this;
    const { ops, receivers, what, start } = closure.outputs;
    for (let at = start.data[list]!; at < start.data[list + 1]!; at++) {
      const to = receivers.data[at]!;
      switch (ops.data[at]!) {
        case Op.send:
          this.addSend(place, to, what.data[at]!, into, folds);
          break;
        case Op.emit:
          break;
        case Op.start:
          this.readAndWrite(to, into);
          folds.add(`${to},${what.data[at]!}`).add(`${to},${this.closure.stop}`);
          break;
        case Op.stop:
          this.readAndWrite(to, into);
          this.addForget(to, into);
          folds.add(`${to},${this.closure.stop}`);
          break;
        case Op.loseMail:
          this.addLoss(place, into);
          break;
        case Op.forget:
          this.addForget(place, into);
          break;
        case Op.clearTimers:
          for (let owner = 0; layout.timed && owner < layout.actors; owner++)
            if (topOf(instance.actors, owner) === place) this.readAndWrite(layout.timers + owner, into);
          break;
        case Op.schedule:
          if (to !== place) this.addGone(to, into);
          this.readAndWrite(layout.timers + place, into);
          break;
        default:
          this.readAndWrite(layout.timers + place, into);
      }
    }
  }

  private addSend(from: number, to: number, event: number, into: Int32Array, folds: Set<string>): void {
    if (this.instance.delivery(from, to).order === 'sync') {
      this.set(into, this.bit(to, false));
      folds.add(`${to},${event}`);
      return;
    }
    this.set(into, this.channelBit(from, to, Use.push));
    this.addGone(to, into);
  }

  /** Whether somebody is there to be sent something is asked of a child, and of one that loses its mail. */
  private addGone(to: number, into: Int32Array): void {
    const { isChild, losesMail } = this.closure.actors[to]!;
    if (isChild || losesMail) this.set(into, this.bit(to, false));
  }

  private addLoss(place: number, into: Int32Array): void {
    for (const sender of this.sendersTo(place)) this.set(into, this.channelBit(sender, place, Use.other));
  }

  private addForget(place: number, into: Int32Array): void {
    this.addLoss(place, into);
    for (let owner = 0; this.layout.timed && owner < this.layout.actors; owner++)
      this.readAndWrite(this.layout.timers + owner, into);
  }

  private readAndWrite(component: number, into: Int32Array): void {
    if (component >= this.layout.channels) return;
    this.set(into, this.bit(component, false));
    this.set(into, this.bit(component, true));
  }

  private set(into: Int32Array, bit: number): void {
    into[bit >>> 5]! |= 1 << (bit & 31);
  }
}

/** Adds a set to another; whether that has grown. */
function add(into: Int32Array, more: Int32Array | undefined): boolean {
  let grown = false;
  for (let w = 0; more !== undefined && w < more.length; w++) {
    const sum = into[w]! | more[w]!;
    if (sum === into[w]) continue;
    into[w] = sum;
    grown = true;
  }
  return grown;
}
