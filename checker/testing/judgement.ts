import type { Property, PropertyKind } from '../property/property.ts';
import type { Verdict } from '../property/verdict.ts';
import type { Answer } from './answer.ts';

interface Judged {
  readonly name: string;
  readonly property: Property;
  /** Whether it ever had something to speak of. */
  applied: boolean;
  threw: boolean;
  /** Length of the shortest violation; for `reachable`, of the shortest witness. */
  steps: number | null;
}

/** What a search has found of each property so far, and the verdict that follows from it. */
export class Judgement {
  private readonly judged: readonly Judged[];

  constructor(properties: Readonly<Record<string, Property>>) {
    this.judged = Object.entries(properties).map(([name, property]) => {
      return { name, property, applied: property.kind === 'deadlock-free', threw: false, steps: null };
    });
  }

  /** Asks the undecided properties of a kind: true is a find after `steps` steps, null "not my business". */
  ask(kind: PropertyKind, steps: number, look: (p: Property) => boolean | null): void {
    for (const j of this.judged) {
      if (j.property.kind !== kind || j.steps !== null) continue;
      try {
        const found = look(j.property);
        j.applied ||= found !== null;
        if (found === true) j.steps = steps;
      } catch {
        j.threw = true;
      }
    }
  }

  /** The verdicts, given whether a reachable step failed or met a full channel. */
  verdicts(failed: boolean, full: boolean): Answer['verdicts'] {
    const verdictOf = ({ property, applied, threw, steps }: Judged): Verdict => {
      const reachable = property.kind === 'reachable';
      if (steps !== null && !reachable) return 'violated';
      if (failed || threw) return 'error';
      // A witness proves itself, whatever a full channel kept from being seen.
      if (steps !== null) return 'holds';
      if (full) return 'inconclusive';
      if (!applied) return 'vacuous';
      return reachable ? 'violated' : 'holds';
    };
    const answer = (j: Judged) => {
      const verdict = verdictOf(j);
      return { verdict, steps: verdict === 'error' ? null : j.steps };
    };
    return Object.fromEntries(this.judged.map((j) => [j.name, answer(j)]));
  }
}
