/**
 * How much memory the process may hold. What it holds is asked of the operating system, so that tables, snapshots and
 * user code count as well as states; what was freed may still count for a while.
 */
export class MemoryLimit {
  /** @param bytes Infinity for no limit */
  constructor(readonly bytes: number) {}

  /** Whether that many bytes more may be asked for. */
  allows(more: number): boolean {
    return this.bytes === Infinity || process.memoryUsage.rss() + more <= this.bytes;
  }
}
