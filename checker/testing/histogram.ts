import type { Verdict } from '../property/verdict.ts';
import type { Answer } from './answer.ts';

const VERDICTS: readonly Verdict[] = ['violated', 'holds', 'vacuous', 'inconclusive', 'error'];

/** The share of systems of at most 50 states. */
const SMALL_SHARE = 0.78;
/** The share of each verdict to aim for; a twentieth is asked for. */
const WANTED_SHARE = 0.07;

/** What a run of generated systems consisted of: without variety, agreement would mean little. */
export class Histogram {
  private readonly sizes: number[] = [];
  private readonly lengths: number[] = [];
  private readonly verdicts = new Map<Verdict, number>();
  /** Systems left out: too large for brute force, or more of what there is enough of. */
  passedOver = 0;

  /** How many systems were compared. */
  get compared(): number {
    return this.sizes.length;
  }

  /**
   * Whether a system should be compared, by what the engine says of it: a small one only within its share,
   * and while a verdict is rare, only systems that show it. So every seed gives a mixture worth comparing.
   */
  wants({ states, verdicts }: Answer): boolean {
    const small = (1 - this.large) * this.compared;
    if (states <= 50 && small > SMALL_SHARE * (this.compared + 1)) return false;
    const rare = VERDICTS.filter((verdict) => this.compared >= 20 && this.share(verdict) < WANTED_SHARE);
    return rare.length === 0 || Object.values(verdicts).some(({ verdict }) => rare.includes(verdict));
  }

  add(answer: Answer): void {
    this.sizes.push(answer.states);
    for (const { verdict, steps } of Object.values(answer.verdicts)) {
      this.verdicts.set(verdict, (this.verdicts.get(verdict) ?? 0) + 1);
      if (steps !== null) this.lengths.push(steps);
    }
  }

  /** The share of systems with more than 50 states. */
  get large(): number {
    return this.sizes.filter((size) => size > 50).length / Math.max(1, this.sizes.length);
  }

  /** The share of a verdict among all. */
  share(verdict: Verdict): number {
    const all = [...this.verdicts.values()].reduce((sum, count) => sum + count, 0);
    return (this.verdicts.get(verdict) ?? 0) / Math.max(1, all);
  }

  /** The shares that are below what makes a run worth its while, in words. */
  missing(): string[] {
    const few = VERDICTS.filter((verdict) => this.share(verdict) < 0.05).map((verdict) => `${verdict} < 5%`);
    if (this.large < 1 / 5) few.push('systems of more than 50 states < 1/5');
    return few;
  }

  toString(): string {
    const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
    return [
      `${this.sizes.length} systems (${this.passedOver} passed over: too large for brute force, or one too many of their kind)`,
      `more than 50 states: ${percent(this.large)}; states ${spread(this.sizes)}`,
      `verdicts: ${VERDICTS.map((verdict) => `${verdict} ${percent(this.share(verdict))}`).join(', ')}`,
      `lengths of counterexamples and witnesses: ${spread(this.lengths)}`,
    ].join('\n  ');
  }
}

function spread(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return `median ${at(0.5)}, nine in ten up to ${at(0.9)}, largest ${at(1)}`;
}
