import { Control, Job, ownWords } from './crew.ts';
import type { Message } from './crew.ts';
import type { StepTables } from './kernel.ts';
import { Kernel, Stop } from './kernel.ts';
import { Owner } from './owner.ts';
import type { Patches, Slice } from './owner.ts';
import { SEGMENT, SEGMENT_BITS } from './state-store.ts';

/**
 * What another thread does for a search. It knows integers only; a state that takes more than those it leaves to the main
 * thread, as a hole in its slice.
 */
export class CrewMember {
  private readonly tables: StepTables = {
    program: new Int32Array(1),
    rows: new Int32Array(4),
    roots: new Int32Array(0),
    checks: 0,
  };
  private readonly segments: Int32Array[] = [];
  private slices: Slice[] = [];
  private patches!: Patches;
  private kernel!: Kernel;
  private owner!: Owner;
  private words = 1;

  constructor(
    private readonly thread: number,
    private readonly threads: number,
    private readonly control: Int32Array,
  ) {}

  /** Takes notice of a message. */
  hear(message: Message): void {
    switch (message.kind) {
      case 'begin':
        this.words = message.words;
        this.owner = new Owner(message.words, this.thread, this.threads);
        // Its own table is not used: states are told apart by their owners.
        this.kernel = new Kernel(message.words, this.tables, this.owner.visited);
        return;
      case 'round':
        this.slices = message.arenas.map((arena) => ({ arena, first: 0, expanded: 0 }));
        this.patches = { arena: message.patches, starts: message.starts };
        Object.assign(this.kernel, message.arenas[this.thread]!);
        return;
      case 'tables': {
        const { program, rows, roots, checks } = message;
        Object.assign(this.tables, { program, rows, roots, checks });
        return;
      }
      case 'segment':
        this.segments[message.index] = message.states;
        return;
      case 'end':
        this.segments.length = 0;
        this.owner = new Owner(1, this.thread, this.threads);
    }
  }

  /** Does one of {@link Job}; what goes wrong is written into the control words. */
  work(job: number): void {
    const own = ownWords(this.thread);
    try {
      if (job === Job.expand) this.expand(own);
      else if (job === Job.lookUp) this.lookUp();
      else if (job === Job.takeOver) this.takeOver();
      this.control[own + Control.kilobytes] = this.owner.visited.bytes >> 10;
      this.control[own + Control.room] = this.owner.visited.room;
    } catch (thrown) {
      this.control[own + Control.failed] = thrown instanceof RangeError ? 1 : 2;
    }
  }

  private expand(own: number): void {
    const { control, kernel } = this;
    const first = control[own + Control.first]!;
    const count = control[own + Control.count]!;
    kernel.begin();
    let holes = 0;
    while (kernel.expanded < count) {
      const at = first + kernel.expanded;
      const left = count - kernel.expanded;
      kernel.generate(this.segmentOf(at), this.offsetOf(at), Math.min(left, SEGMENT - (at & (SEGMENT - 1))));
      if (kernel.why === Stop.done) continue;
      // What has no room is dropped: the round ends before it.
      if (kernel.why === Stop.full) break;
      kernel.runs[kernel.expanded++] = ~holes++;
    }
    control[own + Control.expanded] = kernel.expanded;
    control[own + Control.holes] = holes;
  }

  private lookUp(): void {
    const { control, slices, patches } = this;
    slices.forEach((slice, thread) => {
      slice.first = control[ownWords(thread) + Control.first]!;
      slice.expanded = control[ownWords(thread) + Control.expanded]!;
    });
    this.owner.lookUp(slices, patches, control[Control.until]!);
  }

  private takeOver(): void {
    const states = this.control[Control.states]!;
    for (let first = 0; first < states; first += SEGMENT)
      this.owner.take(this.segments[first / SEGMENT]!, Math.min(SEGMENT, states - first));
  }

  private segmentOf(index: number): Int32Array {
    return this.segments[index >>> SEGMENT_BITS]!;
  }

  private offsetOf(index: number): number {
    return (index & (SEGMENT - 1)) * this.words;
  }
}
