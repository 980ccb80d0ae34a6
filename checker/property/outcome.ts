import { ModelError, messageOf } from '../system/errors.ts';
import type { Property } from './property.ts';

/** Where in the search something was found: a state, or the `ordinal`-th offer of its steps. */
export interface Finding {
  readonly state: number;
  readonly ordinal: number | null;
}

/** What became of one property so far. */
export interface Outcome {
  readonly name: string;
  readonly property: Property;
  /** The first violation; for `reachable` the first witness. */
  found: Finding | null;
  /** What the property itself threw, and where. */
  error: { readonly thrown: ModelError; readonly at: Finding } | null;
  /** Whether a state that `when` picks was reached, or a step that `on` picks was taken; any will do without them. */
  applied: boolean;
}

/** Keeps the first failure; the property is asked on of other states, of which one may violate it. */
export function fail(outcome: Outcome, thrown: unknown, at: Finding): void {
  if (outcome.error !== null) return;
  const what = thrown instanceof ModelError ? thrown.message : `it threw: ${messageOf(thrown)}`;
  outcome.error = {
    thrown: new ModelError(`property "${outcome.name}": ${what}`, {}, { cause: thrown }),
    at,
  };
}

/** What a property says of one state of an orbit does not stand for the others: nothing is decided, whatever it said. */
export function refuse(outcome: Outcome, thrown: unknown, at: Finding): void {
  if (!(thrown instanceof ModelError)) throw thrown;
  outcome.found = null;
  outcome.error = { thrown: new ModelError(`property "${outcome.name}": ${thrown.message}`, {}), at };
}
