import type { BreadthFirstSearch } from '../search/breadth-first.ts';
import { MOST_WORKERS } from '../search/crew.ts';
import type { ThreadCrew } from '../threads/crew.ts';
import type { Options } from './check-result.ts';

/**
 * States that one thread finds before others are started, where it is said how many and where it is not, and how many must wait to be
 * expanded.
 */
const FROM = 100_000;
const FROM_UNASKED = 1_000_000;
const WAITING = 2000;

/** Threads of a large search where nobody says how many: one that expands, and one that looks up about as fast. */
const UNASKED = 2;

/** Has more threads take part in a search once that pays, and lets them go afterwards. */
export class TakePart {
  private crew: ThreadCrew | null = null;
  private hasJoined = false;
  private isOver = false;

  constructor(
    private readonly search: BreadthFirstSearch,
    private readonly options: Options,
  ) {}

  /** Called now and then while the search goes on. */
  async consider(): Promise<void> {
    const { search, options } = this;
    const from = options.workersFrom ?? (options.workers === undefined ? FROM_UNASKED : FROM);
    if (this.hasJoined || this.isOver || search.store.count < from) return;
    // States are renamed by one thread.
    if (search.symmetry !== null) return;
    const workers = Math.min(MOST_WORKERS, options.workers ?? (await unasked()));
    if (workers === 1) return void (this.isOver = true);
    // A reduced search looks at each state in the main thread.
    if ((search.limits.reduction ?? null) !== null) return;
    if (options.workersFrom === undefined && search.frontier < WAITING) return;
    const { borrowCrew } = await import('../threads/crew.ts');
    try {
      this.crew ??= borrowCrew(workers - 1);
    } catch {
      // There may be as many threads already as the system allows.
      return void (this.isOver = true);
    }
    if (this.crew.isBroken) {
      this.isOver = true;
      return this.end();
    }
    // The search goes on while the threads start.
    if (options.workersFrom === undefined && !this.crew.isReady) return;
    try {
      search.join(this.crew);
      this.hasJoined = true;
    } catch (thrown) {
      // Without room for what threads share the search goes on alone.
      if (!(thrown instanceof RangeError)) throw thrown;
      this.isOver = true;
      await this.end();
    }
  }

  /** Called once the search is over. */
  async end(): Promise<void> {
    if (this.crew === null) return;
    const { returnCrew } = await import('../threads/crew.ts');
    returnCrew(this.crew);
    this.crew = null;
  }
}

/** How many threads take part unless it is said. */
async function unasked(): Promise<number> {
  const { process } = globalThis as { process?: NodeJS.Process };
  if (process?.versions.node === undefined) return 1;
  const { cores } = await import('../threads/crew.ts');
  return Math.min(UNASKED, cores());
}
