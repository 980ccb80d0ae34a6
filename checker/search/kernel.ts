import { ROUND, SUCCESSORS, newArena } from './arena.ts';
import type { Arena } from './arena.ts';
import { hashOf } from './visited-set.ts';

/** What stopped {@link Kernel.generate}. */
export const Stop = { done: 0, attend: 1, full: 2 } as const;

/** What a row of steps says of itself. Its layout: moves, flags, details, ordinals, then a mask and a value per word and move. */
export const Row = { moves: 0, flags: 1, details: 2, ordinals: 3, head: 4 } as const;
export const Flag = {
  /** A step among them is no fault. */
  goesOn: 1,
  /** What a step does is not known: user code failed, or a channel is full. */
  unknown: 2,
  /** All there is to it are its moves; else it has to be looked at in each state that has it. 0 where nothing is known. */
  plain: 4,
  /** It is no row of steps: in place of each move it has a place in the program, where the tree of one offer begins. */
  fork: 8,
} as const;

/**
 * What a state's steps are looked up in. For each source of steps `roots` names the node where its decision tree begins: a node
 * is (word and shift, mask, first local id, how many, then by local id the next node, or a row as its negative, or 0 where nothing is known yet).
 * The first `checks` roots are of trees that only say whether a property was asked.
 */
export interface StepTables {
  program: Int32Array;
  rows: Int32Array;
  roots: Int32Array;
  checks: number;
}

/** The inner loop of the search: expands packed states. */
export class Kernel {
  words: number;
  readonly tables: StepTables;
  /** What the round is laid out in. */
  arena: Arena;
  /** How many states were expanded in the round, and how many successors they have. */
  expanded = 0;
  size = 0;
  why: number = Stop.done;

  constructor(words: number, tables: StepTables, arena = newArena(words, SUCCESSORS, false)) {
    this.words = words;
    this.tables = tables;
    this.arena = arena;
  }

  /** Begins a round. */
  begin(): void {
    this.size = 0;
    this.expanded = 0;
  }

  /**
   * Expands states of which the first has its words at `at`, up to `count`, until one needs attention or the round is full.
   *
   * @returns how many were expanded; `why` says what stopped it
   */
  generate(states: Int32Array, at: number, count: number): number {
    return this.words === 2 ? this.generatePairs(states, at, count) : this.generateAny(states, at, count);
  }

  /** The same where a state takes two words, as most of those do that there are many of. */
  private generatePairs(states: Int32Array, at: number, count: number): number {
    const { batch, hashes, runs } = this.arena;
    const { program, rows, roots, checks } = this.tables;
    const most = Math.min(count, ROUND - this.expanded);
    // Not more even where a state with many successors has made room for them: limits rely on it.
    const room = SUCCESSORS;
    let { size } = this;
    let done = 0;
    this.why = most < count ? Stop.full : Stop.done;
    next: for (; done < most; done++, at += 2) {
      const a = states[at]!;
      const b = states[at + 1]!;
      for (let k = 0; k < checks; k++) {
        let node = roots[k]!;
        while (node > 0) {
          const head = program[node]!;
          const local = (((head < 32 ? a : b) >>> head) & program[node + 1]!) - program[node + 2]!;
          node = local >>> 0 < program[node + 3]! ? program[node + 4 + local]! : 0;
        }
        if (node === 0) {
          this.why = Stop.attend;
          break next;
        }
      }
      const start = size;
      let flags = 0;
      let plain = 4;
      for (let k = checks; k < roots.length; k++) {
        let node = roots[k]!;
        // Where a source's steps depend on much, each of its offers has a tree of its own.
        let fork = 0;
        let last = 0;
        for (;;) {
          while (node > 0) {
            const head = program[node]!;
            const local = (((head < 32 ? a : b) >>> head) & program[node + 1]!) - program[node + 2]!;
            node = local >>> 0 < program[node + 3]! ? program[node + 4 + local]! : 0;
          }
          const row = -node;
          const moves = rows[row]!;
          const flag = rows[row + 1]!;
          if (flag >= 8) {
            fork = row + 4;
            last = fork + moves;
          } else {
            flags |= flag;
            plain &= flag;
            if (size + moves > room) {
              size = start;
              this.why = Stop.full;
              break next;
            }
            let from = row + 4;
            for (let m = 0; m < moves; m++, from += 4) {
              const first = (a & rows[from]!) | rows[from + 1]!;
              const second = (b & rows[from + 2]!) | rows[from + 3]!;
              batch[2 * size] = first;
              batch[2 * size + 1] = second;
              let hash = Math.imul(first, 0x9e3779b1);
              hash = Math.imul(hash ^ (hash >>> 15) ^ second, 0x9e3779b1);
              hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
              hashes[size++] = hash ^ (hash >>> 13);
            }
          }
          if (fork === last) break;
          node = program[rows[fork++]!]!;
        }
      }
      if (plain === 0 || (flags & 3) === 0) {
        size = start;
        this.why = Stop.attend;
        break;
      }
      runs[this.expanded + done] = size - start;
    }
    this.size = size;
    this.expanded += done;
    return done;
  }

  private generateAny(states: Int32Array, at: number, count: number): number {
    const { words } = this;
    const { batch, hashes, runs } = this.arena;
    const { program, rows, roots, checks } = this.tables;
    const most = Math.min(count, ROUND - this.expanded);
    const room = SUCCESSORS;
    let { size } = this;
    let done = 0;
    this.why = most < count ? Stop.full : Stop.done;
    next: for (; done < most; done++, at += words) {
      for (let k = 0; k < checks; k++) {
        let node = roots[k]!;
        while (node > 0) {
          const head = program[node]!;
          const local = ((states[at + (head >>> 5)]! >>> head) & program[node + 1]!) - program[node + 2]!;
          node = local >>> 0 < program[node + 3]! ? program[node + 4 + local]! : 0;
        }
        if (node === 0) {
          this.why = Stop.attend;
          break next;
        }
      }
      const start = size;
      let flags = 0;
      let plain = 4;
      for (let k = checks; k < roots.length; k++) {
        let node = roots[k]!;
        let fork = 0;
        let last = 0;
        for (;;) {
          while (node > 0) {
            const head = program[node]!;
            const local = ((states[at + (head >>> 5)]! >>> head) & program[node + 1]!) - program[node + 2]!;
            node = local >>> 0 < program[node + 3]! ? program[node + 4 + local]! : 0;
          }
          const row = -node;
          const moves = rows[row]!;
          const flag = rows[row + 1]!;
          if (flag >= 8) {
            fork = row + 4;
            last = fork + moves;
          } else {
            flags |= flag;
            plain &= flag;
            if (size + moves > room) {
              size = start;
              this.why = Stop.full;
              break next;
            }
            let from = row + 4;
            let to = size * words;
            for (let m = 0; m < moves; m++) {
              let hash = 0;
              for (let w = 0; w < words; w++) {
                const word = (states[at + w]! & rows[from]!) | rows[from + 1]!;
                from += 2;
                batch[to++] = word;
                hash = Math.imul(hash ^ word, 0x9e3779b1);
                hash ^= hash >>> 15;
              }
              hash = Math.imul(hash, 0x85ebca6b);
              hashes[size++] = hash ^ (hash >>> 13);
            }
          }
          if (fork === last) break;
          node = program[rows[fork++]!]!;
        }
      }
      // An end is looked at, and what is not known: row 0, or a row that another thread has not been told of.
      if (plain === 0 || (flags & 3) === 0) {
        size = start;
        this.why = Stop.attend;
        break;
      }
      runs[this.expanded + done] = size - start;
    }
    this.size = size;
    this.expanded += done;
    return done;
  }

  /** Makes room for so many successors more. */
  reserve(more: number): void {
    const { batch, hashes, runs, shared } = this.arena;
    const needed = this.size + more;
    if (needed <= hashes.length) return;
    const larger = newArena(this.words, Math.max(needed, 2 * hashes.length), shared);
    larger.batch.set(batch.subarray(0, this.size * this.words));
    larger.hashes.set(hashes.subarray(0, this.size));
    larger.runs.set(runs);
    this.arena = larger;
  }

  /** Takes the successor whose words stand behind the others in the batch. */
  take(): void {
    const { batch, hashes } = this.arena;
    hashes[this.size] = hashOf(batch, this.size * this.words, this.words);
    this.size++;
  }

  /** Counts a state as expanded whose successors, taken one by one, are those from `start` on. */
  close(start: number): void {
    this.arena.runs[this.expanded++] = this.size - start;
  }

  /** Whether the round has room for another state. */
  get isFull(): boolean {
    return this.expanded === ROUND;
  }

  /** Has states take so many words from now on; the round keeps its size, and its successors are to be written anew. */
  restart(words: number): void {
    const { hashes, runs, shared } = this.arena;
    this.words = words;
    this.arena = newArena(words, hashes.length, shared);
    this.arena.runs.set(runs);
  }
}
