import type { Firings } from './instrument.ts';
import type { IntegerSpace } from './integer-space.ts';
import type { Symmetry } from './symmetry.ts';
import type { FiringSink } from './visited-cells.ts';

/**
 * What one of several interchangeable actors did, the others did too, in runs that differ in nothing else and were not
 * gone through.
 */
export class SymmetricSink implements FiringSink {
  symmetry: Symmetry | null = null;

  constructor(private readonly sink: FiringSink) {}

  fired(place: number, event: number, firings: Firings): void {
    this.sink.fired(place, event, firings);
    if (this.symmetry?.active !== true) return;
    for (const other of orbitOf(this.symmetry, place)) this.sink.fired(other, event, firings);
  }
}

/** Has stimuli that one actor took, in steps and in self-loops, count as taken by those it may be exchanged with. */
export function closeStimuli(symmetry: Symmetry, { stimuliTaken, selfLoops }: IntegerSpace): void {
  for (const marks of [stimuliTaken, selfLoops]) {
    marks.forEach(({ data, length }, place) => {
      const taken = data.slice(0, length);
      for (const other of orbitOf(symmetry, place))
        taken.forEach((mark, event) => {
          if (mark === 1) marks[other]!.put(event, 1);
        });
    });
  }
}

/** The other places that an actor may come to. */
function orbitOf({ group }: Symmetry, place: number): number[] {
  return [...new Set(group.all.map((places) => places[place]!))].filter((other) => other !== place);
}
