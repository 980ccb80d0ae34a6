import { ModelError } from '../system/errors.ts';
import type { Symmetry } from '../step/symmetry.ts';

/**
 * What a property sees, under every permutation of interchangeable actors. Of the states of an orbit one is looked at, so
 * the property must say the same of all; when it is first asked about what it observes, it is asked about all of that.
 */
export class RenamedTuples {
  private readonly symmetry: Symmetry;
  private readonly places: readonly number[];

  /** @param places the places that the property observes, which no permutation leaves */
  constructor(symmetry: Symmetry, places: readonly number[]) {
    this.symmetry = symmetry;
    this.places = places;
  }

  get active(): boolean {
    return this.symmetry.active;
  }

  /**
   * Asks about every renamed tuple that was not asked about yet.
   *
   * @param first the local ids of one or more states, as vectors, with the number of the step's record last where there is one
   * @param ask what is known of such a tuple; `isNew` says whether it is so only now
   * @throws ModelError when two of them get different answers
   */
  close(first: Renamed, ask: (tuple: Renamed) => { result: number; isNew: boolean }): void {
    const { exchanges } = this.symmetry.group;
    const waiting = [first];
    for (let tuple = waiting.pop(); tuple !== undefined; tuple = waiting.pop()) {
      const { result } = ask(tuple);
      for (const { number, ids } of exchanges) {
        const renamed = this.rename(number, tuple);
        const { result: other, isNew } = ask(renamed);
        if (other !== result) throw toldApart(ids);
        if (isNew) waiting.push(renamed);
      }
    }
  }

  private rename(number: number, { states, node }: Renamed): Renamed {
    const { group, renamings } = this.symmetry;
    const places = group.all[number]!;
    return {
      states: states.map((vector) => {
        const renamed = vector.slice();
        for (const place of this.places)
          renamed[places[place]!] = renamings.local(number, place, vector[place]!);
        return renamed;
      }),
      node: node === null ? null : renamings.node(number, node),
    };
  }
}

/** What a property is asked about: the states, of which only what it observes counts, and the record of the step. */
export interface Renamed {
  readonly states: readonly Int32Array[];
  readonly node: number | null;
}

function toldApart([one, other]: readonly [string, string]): ModelError {
  return new ModelError(
    `${one} and ${other} are declared interchangeable, and it tells them apart: with the two exchanged it says something else. Let it speak of all of them alike, or check it without --symmetry.`,
    {},
  );
}
