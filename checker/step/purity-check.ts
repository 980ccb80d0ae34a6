import type { AnyEventObject } from 'xstate';
import { ModelError } from '../system/errors.ts';
import type { CallCount } from './actor-table.ts';
import { encode } from './canonical.ts';
import type { LocalStep, LogicStepper } from './local-step.ts';
import type { Reordering } from './purity.ts';
import { firstDifference, reorder, reorderingsOf, twinsOf } from './purity.ts';
import type { AnySnapshot } from './snapshot-key.ts';
import { dataOf } from './snapshot-key.ts';

/** A table cell that was just filled, or is asked again: the call, and what it gave. */
export interface Filled {
  readonly step: LocalStep;
  readonly before: AnySnapshot;
  /** The key of `before` as it was first seen. */
  readonly key: string;
  readonly event: AnyEventObject;
  /** The encoding of `event` as it was first seen. */
  readonly text: string;
}

/**
 * A cell stands for every later call, so the call must depend on nothing but its key, and change nothing.
 *
 * @throws ModelError that says on what else it depends, or what it changed
 */
export function checkStep(stepper: LogicStepper, calls: CallCount, filled: Filled): void {
  const { step, before, event } = filled;
  checkUnchanged(stepper, filled);
  const twins = twinsOf(before);
  const orders = reorderingsOf(event);
  const ways = orders.length > twins.length ? orders : reorderingsOf(dataOf(before));
  compareAll(stepper, calls, step, before, event, ways, (how) =>
    how === null
      ? stepper.step(before, event)
      : stepper.step(twins[how === 'rotated' ? 1 : 0] ?? twins[0]!, reorder(event, how) as AnyEventObject),
  );
}

/** The same of the start of an actor. @throws ModelError as {@link checkStep} */
export function checkStart(stepper: LogicStepper, calls: CallCount, step: LocalStep, input: unknown): void {
  compareAll(stepper, calls, step, null, null, reorderingsOf(input), (how) =>
    stepper.initial(how === null ? input : reorder(input, how)),
  );
}

/** Whether a cell gives the same when it is asked again. @throws ModelError when it does not */
export function askAgain(stepper: LogicStepper, calls: CallCount, { step, before, event }: Filled): void {
  calls.purity++;
  compare(stepper, step, stepper.step(before, event), before, event);
}

function checkUnchanged(stepper: LogicStepper, { before, key, event, text }: Filled): void {
  const place = stepper.place(before, event);
  if (encode(event, 'event') !== text) {
    throw new ModelError(
      'user code changed it in place, and others may get the same message. Copy it first.',
      { ...place, path: 'event (a Map, Set, Date or typed array in it)' },
    );
  }
  if (stepper.key(before, event) !== key) {
    throw new ModelError(
      'user code changed it in place, which would leak into every other run. Return a new value from assign instead.',
      { ...place, path: 'context (a Map, Set, Date or typed array in it)' },
    );
  }
}

function compareAll(
  stepper: LogicStepper,
  calls: CallCount,
  step: LocalStep,
  before: AnySnapshot | null,
  event: AnyEventObject | null,
  ways: readonly Reordering[],
  call: (how: Reordering | null) => LocalStep,
): void {
  for (const how of ways) {
    calls.purity++;
    const again = call(how);
    if (again.key === step.key && sameOutcomes(step, again)) continue;
    // Twice in a row, so that a function which only alternates does not look like one that minds the order.
    compare(stepper, step, call(null), before, event);
    compare(stepper, step, call(null), before, event);
    const difference = firstDifference(dataOf(step.snapshot), dataOf(again.snapshot), 'context');
    throw new ModelError(
      `the step depends on the order in which the keys of an object or the entries of a Map or Set in its context or event were inserted, which is not part of the state. ${inWords(difference)}Sort them before use, or keep an array.`,
      { ...stepper.place(before, event), ...(difference === null ? {} : { path: difference.path }) },
    );
  }
}

function compare(
  stepper: LogicStepper,
  first: LocalStep,
  second: LocalStep,
  before: AnySnapshot | null,
  event: AnyEventObject | null,
): void {
  if (first.key === second.key && sameOutcomes(first, second)) return;
  const difference =
    firstDifference(first.snapshot.value, second.snapshot.value, 'state') ??
    firstDifference(dataOf(first.snapshot), dataOf(second.snapshot), 'context');
  throw new ModelError(
    `two calls with the same state and event gave different results: a guard, assign or action is impure (clock, random number, or a variable outside the statechart). ${inWords(difference)}`.trimEnd(),
    { ...stepper.place(before, event), path: difference?.path ?? 'the messages it sends' },
  );
}

function inWords(difference: { path: string; a: string; b: string } | null): string {
  return difference === null ? '' : `${difference.path} came out as ${difference.a} and as ${difference.b}. `;
}

function sameOutcomes(a: LocalStep, b: LocalStep): boolean {
  return encode(a.outcomes, 'outputs') === encode(b.outcomes, 'outputs');
}
