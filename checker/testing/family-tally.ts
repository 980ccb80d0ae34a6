import type { Step } from '../step/step-table.ts';
import type { Answer } from './answer.ts';
import type { Family } from './family-arbitrary.ts';

/** What each family has to show in a run: features, with how many of a hundred systems at least. */
const WANTED: Readonly<Record<Family, Readonly<Record<string, number>>>> = {
  timed: { timeout: 30, tick: 12, violated: 30, holds: 15 },
  faulty: { lose: 6, duplicate: 1, crash: 25, restart: 12, violated: 30, holds: 15 },
  children: { done: 8, failed: 3, told: 10, settled: 5, 'throws as live': 0.5, violated: 30, holds: 12 },
};

/** What a run of generated systems of a family consisted of: without variety, agreement would mean little. */
export class FamilyTally {
  compared = 0;
  passedOver = 0;
  /** Systems with a step that the engine refuses as having two lives at one place. */
  refused = 0;
  private small = 0;
  /** In how many systems a feature came up. */
  readonly features = new Map<string, number>();
  private met = new Set<string>();

  constructor(private readonly family: Family) {}

  /** Whether a system is worth the oracle's time: of the smallest, only one in three. */
  wants({ states }: Answer): boolean {
    return states >= 5 || this.small * 3 <= this.compared;
  }

  /** Takes note of a step of the system under way. */
  see(step: Step): void {
    this.met.add(step.kind);
    if (['resolve', 'reject', 'send'].includes(step.event.type)) this.met.add('settled');
    for (const { event, from, to } of step.calls) {
      if (event.type.startsWith('xstate.done.actor')) this.met.add('done');
      if (event.type.startsWith('xstate.error.actor')) this.met.add('failed');
      const { error } = event as { error?: unknown };
      if (error instanceof Error) this.met.add('throws as live');
      if (from.startsWith(`${to}/`) && !event.type.startsWith('xstate.')) this.met.add('told');
    }
  }

  /** The system under way is not counted. */
  passOver(): void {
    this.passedOver++;
    this.met = new Set();
  }

  /** The engine refuses a step of the system under way. */
  refuse(): void {
    this.refused++;
    this.met = new Set();
  }

  /** The system under way has been compared. */
  add({ states, verdicts }: Answer): void {
    this.compared++;
    if (states < 5) this.small++;
    for (const { verdict } of Object.values(verdicts)) this.met.add(verdict);
    if (states > 50) this.met.add('more than 50 states');
    for (const feature of this.met) this.features.set(feature, (this.features.get(feature) ?? 0) + 1);
    this.met = new Set();
  }

  /** What makes a run say too little, in words: features that came up too seldom. */
  missing(): string[] {
    const often = this.refused > 0.06 * this.compared + 2 ? ['refused > 6%'] : [];
    const few = Object.entries(WANTED[this.family])
      .filter(([feature, share]) => (100 * (this.features.get(feature) ?? 0)) / this.compared < share)
      .map(([feature, share]) => `${feature} < ${share}%`);
    return [...often, ...few];
  }

  toString(): string {
    const shares = [...this.features]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name} ${count}`);
    return `${this.compared} ${this.family} systems (${this.passedOver} passed over, ${this.refused} refused), with ${shares.join(', ')}`;
  }
}
