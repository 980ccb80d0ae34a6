/**
 * How much memory may be held. What is held is asked of whoever runs the search: of the operating system where there is one, so that
 * tables, snapshots and user code count as well as states; what was freed may still count for a while.
 */
export class MemoryLimit {
  /**
   * @param bytes Infinity for no limit
   * @param held how many bytes are held now
   */
  constructor(
    readonly bytes: number,
    private readonly held: () => number,
  ) {}

  /** Whether that many bytes more may be asked for. */
  allows(more: number): boolean {
    return this.bytes === Infinity || this.held() + more <= this.bytes;
  }
}

/** As much as there is. */
export const UNLIMITED = new MemoryLimit(Infinity, () => 0);
