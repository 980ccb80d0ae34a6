/** States that one round expands at most, and successors before its last state; that may have more. */
export const ROUND = 2048;
export const SUCCESSORS = 16_384;

/** What a round is laid out in. */
export interface Arena {
  /** The successors of the round: their words, their hashes, and which of them are new. */
  readonly batch: Int32Array;
  readonly hashes: Int32Array;
  readonly fresh: Uint8Array;
  /** Of each expanded state, how many successors it has. */
  readonly runs: Int32Array;
  /** Whether other threads see it. */
  readonly shared: boolean;
}

/** An arena for so many successors. */
export function newArena(words: number, successors: number, shared: boolean): Arena {
  const bytes = (count: number): ArrayBuffer | SharedArrayBuffer =>
    shared ? new SharedArrayBuffer(count) : new ArrayBuffer(count);
  return {
    batch: new Int32Array(bytes(4 * successors * words)),
    hashes: new Int32Array(bytes(4 * successors)),
    fresh: new Uint8Array(bytes(successors)),
    runs: new Int32Array(bytes(4 * ROUND)),
    shared,
  };
}
