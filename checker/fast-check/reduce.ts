import type { Property } from '../property/property.ts';
import type { StepChoice } from '../step/integer-space.ts';
import type { PlainStep } from '../step/plain-space.ts';
import type { SystemInstance } from '../system/instance.ts';
import type { Replayed } from '../trace/replay.ts';
import { replay, shows } from '../trace/replay.ts';
import { findIn, showsNow } from './finding.ts';
import type { Schedule } from './schedules.ts';
import { Walker, extended } from './walk.ts';

/**
 * Reduces a schedule that violates a property (or reaches it, for `reachable`) to a run that does so with as
 * few of its steps as could be found, in their order: no step of the result and no two of them can be left
 * out, together with whatever then cannot happen. That need not be the shortest run there is, which only a
 * search of the whole space knows. The result is replayed through XState once more before it is given back.
 *
 * The method is delta debugging (A. Zeller, R. Hildebrandt: Simplifying and Isolating Failure-Inducing Input,
 * IEEE Transactions on Software Engineering 28(2), 2002), followed by a pass over all single steps and pairs.
 *
 * @throws Error when the schedule does not show the property
 */
export function reduce(instance: SystemInstance, property: Property, schedule: Schedule): Replayed {
  const found = findIn(instance, { property }, schedule);
  if (found === null)
    throw new Error(`the schedule [${schedule.join(', ')}] shows nothing of "${property.description}".`);
  const start = found.run.start;
  let best = found.run.steps.map((step) => step.choice);
  const without = (from: number, count: number, also = -1): boolean => {
    const shorter = attempt(
      instance,
      property,
      start,
      best.filter((_, i) => (i < from || i >= from + count) && i !== also),
    );
    if (shorter === null || shorter.length >= best.length) return false;
    best = shorter;
    return true;
  };
  do {
    for (let chunk = Math.max(1, best.length >> 1); chunk >= 1; chunk >>= 1) {
      for (let from = 0; from < best.length;) if (!without(from, chunk)) from += chunk;
    }
  } while (anyOneOrTwo(best.length, (i, j) => without(i, 1, j)));
  const run = replay(instance, [start.choice, ...best]);
  if (!shows(instance, property, run)) {
    throw new Error(
      `the reduced run no longer shows "${property.description}" when it is replayed. This is a bug in premortem, or the model is impure.`,
    );
  }
  return run;
}

function anyOneOrTwo(count: number, test: (i: number, j: number) => boolean): boolean {
  for (let i = 0; i < count; i++) for (let j = i; j < count; j++) if (test(i, j)) return true;
  return false;
}

/** Takes those of the steps that are possible and change something; what was taken once the property shows. */
function attempt(
  instance: SystemInstance,
  property: Property,
  start: PlainStep,
  choices: readonly StepChoice[],
): StepChoice[] | null {
  const walker = Walker.of(instance);
  let run: Replayed = { start, steps: [], states: [start.after] };
  if (showsNow(instance, property, run)) return [];
  for (const choice of choices) {
    const node = walker.node(run.states.at(-1)!);
    const place = walker.placeOf(node, choice);
    if (place < 0) continue;
    const move = walker.moves(node, place).find(({ step }) => sameChoices(step.choice, choice));
    if (move === undefined) continue;
    const longer = extended(run, move.step);
    if (showsNow(instance, property, longer)) return longer.steps.map((step) => step.choice);
    if (move.changes) run = longer;
  }
  return null;
}

function sameChoices(a: StepChoice, b: StepChoice): boolean {
  return a.choices.length === b.choices.length && a.choices.every((choice, i) => choice === b.choices[i]);
}
