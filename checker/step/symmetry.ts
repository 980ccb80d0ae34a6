import type { ModelError } from '../system/errors.ts';
import { EMPTY } from './actor-table.ts';
import { IntList } from './int-list.ts';
import type { IntegerSpace } from './integer-space.ts';
import { LocalRenamings } from './local-renamings.ts';
import type { PermutationGroup } from './renaming.ts';
import { groupOf } from './renaming.ts';
import { startTellsApart } from './symmetric-start.ts';
import { SymmetryCheck } from './symmetry-check.ts';

/**
 * States that differ only in which of several interchangeable actors is which are one orbit of the group of their
 * permutations; a search need go on from one state of each only (Ip and Dill, Better verification through symmetry,
 * 1996, section 4). Which one it is: the least of the orbit, by an order of its components. The order compares numbers
 * of local states. They are given by appearance and never change, and all the numbers that an orbit needs exist once it
 * was asked for first; so the least stays the least for the rest of a search.
 *
 * First in the order come the actors of the classes, each by the number that its local state has at the first place of
 * its class. Where no local state refers to an actor of a class, sorting these is all there is to do.
 */
export class Symmetry {
  readonly space: IntegerSpace;
  readonly group: PermutationGroup;
  readonly renamings: LocalRenamings;
  /** Where the initial states tell the actors apart, so that every state is looked up as it is; null where they do not. */
  toldApart: string | null = null;
  private readonly check: SymmetryCheck;
  private readonly size: number;
  /** How many components there were when `sources` was made. */
  private width = 0;
  /** For each permutation and component: the component that comes to stand there. */
  private readonly sources: Int32Array[];
  /** The components in the order in which they are compared. */
  private order: Int32Array = new Int32Array(0);
  /** The renaming that brings a place of a class to the first of it; EMPTY for components that are compared as they are. */
  private readonly toFirst: Int32Array;
  private best: Int32Array;
  private candidate: Int32Array;
  /** The members of all classes, class after class, and where each class begins. */
  private readonly members: Int32Array;
  private readonly starts: Int32Array;
  private readonly keys: Int32Array;
  /** By component and local id: 1 where no permutation changes it but by moving it, 0 where one does. */
  private readonly plain: IntList[];

  constructor(space: IntegerSpace) {
    this.space = space;
    this.group = groupOf(space.instance);
    this.renamings = new LocalRenamings(space, this.group);
    this.check = new SymmetryCheck(space, this.group, this.renamings);
    const { interchangeable } = space.instance;
    this.size = space.before.length;
    this.sources = this.group.all.map(() => new Int32Array(this.size));
    this.best = new Int32Array(this.size);
    this.candidate = new Int32Array(this.size);
    this.plain = Array.from({ length: this.size }, () => new IntList());
    this.members = Int32Array.from(interchangeable.flat());
    this.keys = new Int32Array(this.members.length);
    const starts = [0];
    for (const places of interchangeable) starts.push(starts.at(-1)! + places.length);
    this.starts = Int32Array.from(starts);
    this.toFirst = new Int32Array(this.size).fill(EMPTY);
    for (const places of interchangeable) {
      for (const place of places) this.toFirst[place] = this.exchangeOf(places[0]!, place);
    }
  }

  /** Whether states are looked up by orbit. */
  get active(): boolean {
    return this.toldApart === null;
  }

  /** Why the actors of a class are not interchangeable after all, once that was found. */
  get refusal(): ModelError | null {
    return this.active ? this.check.refusal : null;
  }

  /** Told of the initial states before any is kept. */
  begin(initial: readonly Int32Array[]): void {
    this.toldApart = startTellsApart(this, initial);
    if (!this.active) for (const actor of this.space.actors) actor.listener = null;
  }

  /**
   * The state that stands for the orbit of a state: the same vector for all of them, valid until the next call. The
   * cost is a few look-ups for each component; where local states refer to actors, up to that for each permutation.
   */
  representative(vector: Int32Array): Int32Array {
    if (this.space.width !== this.width) this.widen();
    if (this.sortPlain(vector)) return this.best;
    const { order, sources, width } = this;
    for (let c = 0; c < width; c++) this.best[c] = vector[c]!;
    for (let number = 1; number < sources.length; number++) {
      const source = sources[number]!;
      const { best, candidate } = this;
      let isLess = false;
      let i = 0;
      for (; i < width; i++) {
        const component = order[i]!;
        const from = source[component]!;
        const local = this.renamings.local(number, from, vector[from]!);
        candidate[component] = local;
        if (isLess || local === best[component]) continue;
        if (this.keyOf(component, local) > this.keyOf(component, best[component]!)) break;
        isLess = true;
      }
      if (i < width || !isLess) continue;
      this.best = candidate;
      this.candidate = best;
    }
    return this.best;
  }

  /** The permutations that bring one state to another. */
  between(from: Int32Array, to: Int32Array): number[] {
    const renamed = new Int32Array(this.size);
    return this.group.all.flatMap((_, number) => {
      this.rename(number, from, renamed);
      return to.every((local, c) => local === renamed[c]) ? [number] : [];
    });
  }

  /** The state renamed by a permutation, written to `into`, which must be as long as the longest state. */
  rename(number: number, vector: Int32Array, into: Int32Array): void {
    if (this.space.width !== this.width) this.widen();
    const source = this.sources[number]!;
    for (let c = 0; c < this.width; c++)
      into[c] = this.renamings.local(number, source[c]!, vector[source[c]!]!);
  }

  /** Where no local state refers to an actor of a class: sorts the members of each. @returns whether that was so */
  private sortPlain(vector: Int32Array): boolean {
    const { width, plain, best, members, starts, keys, renamings } = this;
    for (let c = 0; c < width; c++) {
      const local = vector[c]!;
      const list = plain[c]!;
      const known = local < list.length ? list.data[local]! : EMPTY;
      if ((known === EMPTY ? this.notePlain(c, local) : known) === 0) return false;
      best[c] = local;
    }
    for (let m = 0; m < members.length; m++) keys[m] = this.keyOf(members[m]!, vector[members[m]!]!);
    for (let k = 0; k + 1 < starts.length; k++) {
      const start = starts[k]!;
      for (let m = start + 1; m < starts[k + 1]!; m++) {
        const key = keys[m]!;
        let at = m;
        for (; at > start && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
        keys[at] = key;
      }
      const first = members[start]!;
      for (let m = start; m < starts[k + 1]!; m++)
        best[members[m]!] = renamings.local(this.toFirst[members[m]!]!, first, keys[m]!);
    }
    return true;
  }

  private notePlain(component: number, local: number): number {
    const list = this.plain[component]!;
    if (local >= list.length) list.extend(local + 1 - list.length, EMPTY);
    return (list.data[local] = this.renamings.isPlain(component, local) ? 1 : 0);
  }

  /** By what a local state is compared with others at the component. */
  private keyOf(component: number, local: number): number {
    const number = this.toFirst[component]!;
    return number <= 0 ? local : this.renamings.local(number, component, local);
  }

  /** The number of the permutation that exchanges two actors of a class and no other. */
  private exchangeOf(a: number, b: number): number {
    return this.group.all.findIndex(
      (places) =>
        places[a] === b &&
        places[b] === a &&
        this.space.instance.interchangeable
          .flat()
          .every((place) => place === a || place === b || places[place] === place),
    );
  }

  /** Opens the channels that a permutation needs, and works out which component moves where. */
  private widen(): void {
    const { space, group, size } = this;
    const { layout, channels } = space;
    for (let at = 0; at < channels.length; at++)
      for (const places of group.all)
        space.channelBetween(places[channels[at]!.sender]!, places[channels[at]!.receiver]!);
    this.width = space.width;
    group.all.forEach((places, number) => {
      const source = this.sources[number]!;
      for (let c = 0; c < size; c++) source[c] = c;
      places.forEach((to, from) => {
        source[to] = from;
        if (layout.timed) source[layout.timers + to] = layout.timers + from;
      });
      channels.forEach(({ sender, receiver }, from) => {
        const to = space.channelBetween(places[sender]!, places[receiver]!);
        source[layout.channels + to] = layout.channels + from;
      });
    });
    const first = [...this.members];
    const rest = Array.from({ length: this.width }, (_, c) => c).filter((c) => !first.includes(c));
    this.order = Int32Array.from([...first, ...rest]);
  }
}
