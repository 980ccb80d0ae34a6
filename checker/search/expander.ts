import type { SafetyChecks } from '../property/safety-checks.ts';
import type { ChannelTable } from '../step/channel-table.ts';
import { IntList } from '../step/int-list.ts';
import type { IntegerSpace } from '../step/integer-space.ts';
import { Found } from '../step/integer-space.ts';
import { SourceSteps } from '../step/source-steps.ts';
import type { ModelError } from '../system/errors.ts';
import { Flag, Row } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { Detail, RowProgram } from './row-program.ts';
import type { SearchLimits } from './rounds.ts';
import type { StateStore } from './state-store.ts';

/** Actors that the steps of a source may be made to depend on, so that a step property is asked once for all of them. */
const MAX_SETTLED = 6;

/** Components beside its own that a source's offers may depend on all together; with more, each offer stands for itself. */
const MAX_TOGETHER = 3;

/** A row for which the packing has no room. */
const OUTGROWN = -1;

/** User code that failed during the search, and the state it failed in; null where it is not of one state. */
export interface SearchFailure {
  readonly error: ModelError;
  readonly state: number | null;
}

/** Chooses which steps of a state a search takes. */
export interface StepFilter {
  /** By the place of an actor: 1 where the steps of its sources are taken, when {@link choose} says so. */
  readonly chosen: Uint8Array;
  /**
   * Whether the steps of some actors are enough for the state in `space.before`.
   *
   * @param levelEnd all states before it were found on the present level or an earlier one
   */
  choose(store: StateStore, levelEnd: number): boolean;
}

/**
 * Expands the states that the inner loop cannot: where steps are met for the first time, user code is to be asked, a run ends, or
 * something is lost or blocked. What it learns it writes into the {@link RowProgram}.
 */
export class Expander {
  readonly program: RowProgram;
  /** Of the state that is looked at: the row of each source, and whether it is met for the first time. */
  readonly rows = new IntList(16);
  private readonly isNew = new IntList(16);
  private readonly sourceOf = new IntList(16);
  /** Steps that a full channel disabled. */
  blocked = 0;
  /** States without a step but faults. */
  ends = 0;
  failure: SearchFailure | null = null;
  /** The first state of the level after that of the states that are expanded. */
  levelEnd = 0;
  /** Channels that were full where that makes the search incomplete. */
  readonly fullChannels = new Set<ChannelTable>();
  private readonly reduction: StepFilter | null;
  private readonly steps: SourceSteps;
  private readonly after: Int32Array;

  constructor(
    private readonly space: IntegerSpace,
    private readonly store: StateStore,
    private readonly checks: SafetyChecks,
    { reduction = null, mostRemembered }: SearchLimits,
  ) {
    this.reduction = reduction;
    this.program = new RowProgram(space, checks, store.packing, mostRemembered);
    this.steps = new SourceSteps(space);
    this.after = new Int32Array(space.before.length);
  }

  /**
   * Expands a state into the round of a kernel.
   *
   * @returns false, with nothing done, when a step outgrows the packing
   */
  attend(index: number, kernel: Kernel): boolean {
    const { space, store, checks, program, rows, sourceOf } = this;
    store.read(index, space.before);
    checks.state(space.before, index);
    if (!this.findRows(index)) return false;
    program.noteAsked(store.segmentOf(index), store.offsetOf(index), index + 1);
    const { reduction } = this;
    const chosen = reduction?.choose(store, this.levelEnd) === true ? reduction.chosen : null;
    const start = kernel.size;
    let flags = 0;
    let ordinal = 0;
    for (let k = 0; k < rows.length; k++) {
      const row = rows.data[k]!;
      // A tick has no place: it is no actor's.
      if (chosen !== null && chosen[program.sources[sourceOf.data[k]!]!.place] !== 1) {
        ordinal += program.rows.data[row + Row.ordinals]!;
        continue;
      }
      flags |= program.rows.data[row + Row.flags]!;
      const first = kernel.size;
      this.write(row, index, kernel);
      // With a reduction a row may have been left out when it was new.
      if (
        reduction !== null ||
        this.isNew.data[k] === 1 ||
        (program.rows.data[row + Row.flags]! & Flag.plain) === 0
      )
        this.heed(row, index, ordinal, first, kernel);
      ordinal += program.rows.data[row + Row.ordinals]!;
    }
    kernel.close(start);
    program.release();
    if ((flags & (Flag.goesOn | Flag.unknown)) === 0) {
      this.ends++;
      checks.end(space.before, index);
    }
    return true;
  }

  /**
   * Finds the rows of the state in `space.before`, working out those that are not known.
   *
   * @returns false when the packing has no room for what they lead to
   */
  findRows(index: number): boolean {
    const { store, program, rows, isNew, sourceOf } = this;
    const states = store.segmentOf(index);
    const at = store.offsetOf(index);
    rows.length = isNew.length = sourceOf.length = 0;
    for (let k = 0; k < program.sources.length; k++) {
      let row = program.find(k, states, at);
      if (row === 0) row = this.workOut(k);
      if (row === OUTGROWN) return false;
      if (row !== 0 && !program.isFork(row)) {
        this.push(row, k, 0);
        continue;
      }
      if (row === 0) continue;
      const offers = program.rows.data[row]!;
      for (let offer = 0; offer < offers; offer++) {
        const known = program.findOf(row, offer, states, at);
        if (known !== 0) this.push(known, k, 0);
        else if (!this.workOutOffer(k, row, offer)) return false;
      }
    }
    return true;
  }

  private push(row: number, source: number, isNew: number): void {
    this.rows.push(row);
    this.sourceOf.push(source);
    this.isNew.push(isNew);
  }

  /** Works out what a source offers: its row is pushed, and the answer 0; or its fork, or {@link OUTGROWN}. */
  private workOut(k: number): number {
    const { space, program, steps } = this;
    const source = program.sources[k]!;
    const offers = space.offer.countOf(source);
    steps.of(source);
    const beside = steps.reads.length - space.offer.readsOf(source).length;
    if (offers > 1 && beside > MAX_TOGETHER) {
      const fork = program.fork(k, offers);
      if (fork !== 0) return fork;
    }
    return this.addRow(k, 0, 0) ? 0 : OUTGROWN;
  }

  private workOutOffer(k: number, fork: number, offer: number): boolean {
    this.steps.of(this.program.sources[k]!, offer);
    return this.addRow(k, fork, offer);
  }

  private addRow(k: number, fork: number, offer: number): boolean {
    const { program, checks, steps } = this;
    const isPlain = !checks.hasSteps || this.settle();
    if (!program.fits(steps)) {
      program.release();
      return false;
    }
    this.push(program.add(k, steps, isPlain, fork, offer), k, 1);
    return true;
  }

  /**
   * Has rows depend on what step properties observe too, so that these are asked once a row.
   *
   * @returns false where that is too much, and they must be asked in each state
   */
  private settle(): boolean {
    const { checks, steps } = this;
    const places = new Set<number>();
    for (let i = 0; i < steps.found.length; i++) {
      const found = steps.found.data[i]!;
      if (found === Found.step || found === Found.selfLoop) checks.observedBy(steps.nodes.data[i]!, places);
    }
    if (places.size > MAX_SETTLED) return false;
    for (const place of places) steps.read(place);
    return true;
  }

  /** Writes the successors that a row leads to from a state into the round. */
  private write(row: number, index: number, kernel: Kernel): void {
    const { store, program } = this;
    const { words } = store.packing;
    const { data } = program.rows;
    const moves = data[row]!;
    kernel.reserve(moves);
    const { batch } = kernel.arena;
    const states = store.segmentOf(index);
    const at = store.offsetOf(index);
    let from = row + Row.head;
    for (let m = 0; m < moves; m++) {
      const to = kernel.size * words;
      for (let w = 0; w < words; w++, from += 2)
        batch[to + w] = (states[at + w]! & data[from]!) | data[from + 1]!;
      kernel.take();
    }
  }

  /** Sees to what a row has beside its steps. Those written of it begin at `first` in the round. */
  private heed(row: number, index: number, ordinal: number, first: number, kernel: Kernel): void {
    const { space, store, checks, program, after } = this;
    const trouble = program.troubles.get(row);
    if (trouble !== undefined) {
      this.blocked += trouble.blocked;
      if (trouble.error !== null) this.failure ??= { error: trouble.error, state: index };
      if (trouble.fullChannel !== null) this.fullChannels.add(trouble.fullChannel);
      for (let i = 0; i < trouble.lost.length; i += 2)
        space.countLoss(trouble.lost[i]!, trouble.lost[i + 1]!);
    }
    if (!checks.hasSteps) return;
    const { data } = program.details;
    let detail = program.rows.data[row + Row.details]!;
    let move = first;
    for (let i = 0; i < program.rows.data[row + Row.ordinals]!; i++, detail += Detail.size) {
      const isStep = data[detail] === Found.step;
      if (isStep) move++;
      if (!isStep && data[detail] !== Found.selfLoop) continue;
      const node = data[detail + Detail.node]!;
      if (!checks.wantsStep(node)) continue;
      if (isStep) store.packing.unpack(kernel.arena.batch, (move - 1) * store.packing.words, after);
      checks.step(space.before, isStep ? after : space.before, node, index, ordinal + i, isStep);
    }
  }
}
