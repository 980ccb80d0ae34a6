import { ModelError } from '../system/errors.ts';
import type { IntegerSpace } from './integer-space.ts';

/**
 * Asks up to `most` of the filled cells of a space again, spread evenly over all.
 *
 * @returns the error of the first that gives something else than it did; null when none does
 */
export function askAgain({ calls, actors }: IntegerSpace, most: number): ModelError | null {
  const stride = Math.max(1, Math.ceil(calls.model / most));
  try {
    let at = 0;
    for (const actor of actors) at = actor.askAgain(stride, at);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    return thrown;
  }
}
