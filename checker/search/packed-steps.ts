import { EMPTY } from '../step/actor-table.ts';
import { IntList } from '../step/int-list.ts';
import type { IntegerSpace } from '../step/integer-space.ts';
import type { Packing } from '../step/packing.ts';
import { MISS } from '../step/step-cache.ts';
import { Entry } from '../step/step-table.ts';

/** What is known of a remembered step under the present packing. */
const UNSEEN = 0;
const FITS = 1;
const OUTGROWN = 2;

/**
 * The steps of a state without leaving its packed words, where all of them are remembered: a remembered step is a
 * mask and a value for each word. Whatever else there is at a state (a step taken for the first time, a choice, a failure, a
 * full channel, a field that is outgrown) is left to {@link IntegerSpace}, which fills in what is missing.
 */
export class PackedSteps {
  /** How many steps the state has, those that change nothing included. */
  count = 0;
  /** Of each: its number in the {@link StepCache}, whether it changes the state, its kind, place or channel, and event. */
  readonly leaves = new IntList(64);
  readonly moves = new IntList(64);
  readonly kinds = new IntList(64);
  readonly sources = new IntList(64);
  readonly events = new IntList(64);
  /** The component that it takes from, or EMPTY, and what is left of it. */
  private readonly taken = new IntList(64);
  private readonly rests = new IntList(64);
  private readonly space: IntegerSpace;
  private packing: Packing | null = null;
  /** By remembered step: whether its masks and values are known; they lie at `words` times its number. */
  private readonly seen = new IntList(1024);
  private readonly masks = new IntList(2048);
  private readonly values = new IntList(2048);

  constructor(space: IntegerSpace) {
    this.space = space;
  }

  /** Goes to the steps of the state in `space.before`; false when one of them is not remembered. */
  at(packing: Packing): boolean {
    const { space } = this;
    if (!space.offer.isPlain) return false;
    if (this.packing !== packing) {
      this.packing = packing;
      this.seen.data.fill(UNSEEN, 0, this.seen.length);
    }
    this.count = 0;
    const sources = space.offer.currentSources();
    for (let s = 0; s < sources.length; s++) {
      const { kind, place, channel } = sources[s]!;
      if (!(kind === Entry.stimulus ? this.stimuli(place) : this.deliveries(channel))) return false;
    }
    return true;
  }

  private stimuli(place: number): boolean {
    const { before, actors, cache } = this.space;
    const { stimulusStart, stimulusEnd, stimulusRoots, stimulusEvents } = actors[place]!;
    const local = before[place]!;
    const start = stimulusStart.data[local]!;
    if (start === EMPTY) return false;
    const end = stimulusEnd.data[local]!;
    for (let at = start; at < end; at++) {
      const root = stimulusRoots.data[at]!;
      const leaf = root === EMPTY ? MISS : cache.find(root, before);
      if (leaf === MISS || !this.fits(leaf)) return false;
      const moves = cache.start.data[leaf] === cache.start.data[leaf + 1] ? 0 : 1;
      // A stimulus that no transition handles is not enabled.
      if (moves === 0 && cache.handled.data[leaf] === 0) continue;
      this.push(leaf, moves, Entry.stimulus, place, stimulusEvents.data[at]!, EMPTY, 0);
    }
    return true;
  }

  private deliveries(channel: number): boolean {
    const { before, channels, cache, layout } = this.space;
    const { deliveries, eventRoots } = channels[channel]!;
    const component = layout.channels + channel;
    const content = before[component]!;
    const start = deliveries.start.data[content]!;
    if (start === EMPTY) return false;
    const end = deliveries.end.data[content]!;
    for (let at = start; at < end; at++) {
      const event = deliveries.events.data[at]!;
      const root = event < eventRoots.length ? eventRoots.data[event]! : EMPTY;
      const leaf = root === EMPTY ? MISS : cache.find(root, before);
      const rest = deliveries.rests.data[at]!;
      if (leaf === MISS || !this.fits(leaf) || rest >= this.packing!.room[component]!) return false;
      this.push(leaf, 1, Entry.delivery, channel, event, component, rest);
    }
    return true;
  }

  private push(
    leaf: number,
    moves: number,
    kind: number,
    source: number,
    event: number,
    component: number,
    rest: number,
  ): void {
    const i = this.count++;
    this.leaves.put(i, leaf);
    this.moves.put(i, moves);
    this.kinds.put(i, kind);
    this.sources.put(i, source);
    this.events.put(i, event);
    this.taken.put(i, component);
    this.rests.put(i, rest);
  }

  /** Writes the words of the state after the `i`-th step; those of the state itself lie at `from` of `states`. */
  write(i: number, states: Int32Array, from: number, into: Int32Array, to: number): void {
    const { words, wordOf, shiftOf, maskOf } = this.packing!;
    const masks = this.masks.data;
    const values = this.values.data;
    const at = this.leaves.data[i]! * words;
    for (let w = 0; w < words; w++) into[to + w] = (states[from + w]! & masks[at + w]!) | values[at + w]!;
    const component = this.taken.data[i]!;
    if (component === EMPTY) return;
    const shift = shiftOf[component]!;
    const word = to + wordOf[component]!;
    into[word] = (into[word]! & ~(maskOf[component]! << shift)) | (this.rests.data[i]! << shift);
  }

  /** Whether what a remembered step changes has room in the packed words. */
  private fits(leaf: number): boolean {
    const { seen } = this;
    if (leaf >= seen.length) seen.extend(leaf + 1 - seen.length, UNSEEN);
    if (seen.data[leaf] === UNSEEN) seen.data[leaf] = this.learn(leaf) ? FITS : OUTGROWN;
    return seen.data[leaf] === FITS;
  }

  private learn(leaf: number): boolean {
    const { masks, values } = this;
    const { cache } = this.space;
    const { words, wordOf, shiftOf, maskOf, room } = this.packing!;
    const at = leaf * words;
    const end = at + words;
    if (end > masks.length) {
      masks.extend(end - masks.length, 0);
      values.extend(end - values.length, 0);
    }
    masks.data.fill(-1, at, end);
    values.data.fill(0, at, end);
    const last = cache.start.data[leaf + 1]!;
    for (let i = cache.start.data[leaf]!; i < last; i++) {
      const component = cache.components.data[i]!;
      const local = cache.locals.data[i]!;
      if (component >= room.length || local >= room[component]!) return false;
      const word = at + wordOf[component]!;
      masks.data[word]! &= ~(maskOf[component]! << shiftOf[component]!);
      values.data[word]! |= local << shiftOf[component]!;
    }
    return true;
  }
}
