import { IntList } from '../step/int-list.ts';
import { TupleTable } from '../step/tuple-table.ts';

/** Keeps one small result per tuple of local ids; one component needs no hashing. */
export class Memo {
  private readonly table: TupleTable | null;
  private readonly results = new IntList(256);

  constructor(arity: number) {
    this.table = arity === 1 ? null : new TupleTable(arity);
  }

  get probe(): Int32Array {
    return this.table!.probe;
  }

  /** The place of the tuple in `probe`, or of the single id; its result is read with `get`. */
  place(single: number): number {
    const at = this.table === null ? single : this.table.intern();
    if (at >= this.results.length) this.results.extend(at + 1 - this.results.length, UNKNOWN);
    return at;
  }

  get(at: number): number {
    return this.results.data[at]!;
  }

  set(at: number, result: number): void {
    this.results.data[at] = result;
  }
}

/** A place of a {@link Memo} without a result. */
export const UNKNOWN = -1;
