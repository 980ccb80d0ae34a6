import { EMPTY } from './actor-table.ts';
import { IntList } from './int-list.ts';

/** `find` has no answer: the step must be run. */
export const MISS = -1;

/** What a node stands for when it is not a component to read. */
const OPEN = -1;
const LEAF = -2;
const NEVER = -3;

/** Edges beyond this many are not kept, so that the cache stays within some tens of megabytes. */
const MAX_EDGES = 1 << 21;

/**
 * Remembers whole steps. What a step does depends only on the local ids of the components it reads, and
 * which it reads next only on those read before; so steps form a decision tree: a node names the component
 * to read, its local id leads to the next node, and a leaf holds the components that change. A step that
 * was seen costs one look-up per component it reads, however many calls are folded into it. (LTSmin's
 * transition caching, Blom, van de Pol and Weber 2010, does the same with fixed read sets.)
 *
 * Steps that meet a choice, fail or find a full channel are never kept.
 */
export class StepCache {
  /** For each leaf: the changed components and their new ids, at `start`..`start` of the next leaf. */
  readonly components = new IntList(256);
  readonly locals = new IntList(256);
  readonly start = new IntList(256);
  /** For each leaf: the number of the step's record, and whether its own event was handled. */
  readonly stepNode = new IntList(256);
  readonly handled = new IntList(256);
  /** For each leaf: 1 where `lost` has something of it. */
  readonly loses = new IntList(256);
  /** For each leaf: what the step adds to the losses of a fold, index and event. */
  readonly lost = new Map<number, readonly number[]>();
  private readonly reads = new IntList(256);
  private readonly leaves = new IntList(256);
  /** Open addressing: node, local id, next node. */
  private slots: Int32Array = new Int32Array(3 << 12).fill(EMPTY);
  private bits = 12;
  private edges = 0;

  constructor() {
    this.start.push(0);
  }

  /** A new decision tree. */
  root(): number {
    this.leaves.push(EMPTY);
    return this.reads.push(OPEN);
  }

  /**
   * The leaf that a state leads to from `root`, or {@link MISS}.
   *
   * @param path takes the components that are read on the way
   */
  find(root: number, vector: Int32Array, path: IntList | null = null): number {
    const reads = this.reads.data;
    let node = root;
    for (;;) {
      const component = reads[node]!;
      if (component < 0) return component === LEAF ? this.leaves.data[node]! : MISS;
      if (path !== null) path.push(component);
      node = this.edge(node, vector[component]!);
      if (node === EMPTY) return MISS;
    }
  }

  /**
   * Keeps a step that was run from `vector`, which has the values from before it.
   *
   * @param read the components it read, in order of first reading
   * @param known how many of them the root itself stands for
   * @param leaf the leaf made with {@link addLeaf}, or MISS for a step that must always be run
   */
  keep(root: number, vector: Int32Array, read: IntList, known: number, leaf: () => number): void {
    let node = root;
    for (let i = known; i < read.length; i++) {
      const component = read.data[i]!;
      this.reads.data[node] = component;
      let next = this.edge(node, vector[component]!);
      if (next === EMPTY) {
        if (this.edges >= MAX_EDGES) return;
        next = this.root();
        this.addEdge(node, vector[component]!, next);
      }
      node = next;
    }
    const made = leaf();
    this.reads.data[node] = made === MISS ? NEVER : LEAF;
    this.leaves.data[node] = made;
  }

  /** Ends the list of changes pushed to `components` and `locals` and makes a leaf of them. */
  addLeaf(stepNode: number, handled: boolean): number {
    this.stepNode.push(stepNode);
    this.handled.push(handled ? 1 : 0);
    this.loses.push(0);
    return this.start.push(this.components.length) - 1;
  }

  private edge(node: number, local: number): number {
    const { slots } = this;
    let slot = hash(node, local, this.bits) * 3;
    for (;;) {
      const found = slots[slot]!;
      if (found === node && slots[slot + 1] === local) return slots[slot + 2]!;
      if (found === EMPTY) return EMPTY;
      slot += 3;
      if (slot === slots.length) slot = 0;
    }
  }

  private addEdge(node: number, local: number, next: number): void {
    if (++this.edges * 2 > this.slots.length / 3) this.grow();
    this.place(node, local, next);
  }

  private place(node: number, local: number, next: number): void {
    const { slots } = this;
    let slot = hash(node, local, this.bits) * 3;
    while (slots[slot] !== EMPTY) {
      slot += 3;
      if (slot === slots.length) slot = 0;
    }
    slots[slot] = node;
    slots[slot + 1] = local;
    slots[slot + 2] = next;
  }

  private grow(): void {
    const old = this.slots;
    this.bits++;
    this.slots = new Int32Array(3 << this.bits).fill(EMPTY);
    for (let at = 0; at < old.length; at += 3) {
      if (old[at] !== EMPTY) this.place(old[at]!, old[at + 1]!, old[at + 2]!);
    }
  }
}

function hash(node: number, local: number, bits: number): number {
  return (Math.imul(node, 0x9e3779b1) ^ Math.imul(local, 0x85ebca6b)) >>> (32 - bits);
}
