import { ModelError } from '../system/errors.ts';
import type { StepChoice } from './found.ts';
import type { IntList } from './int-list.ts';

/** Combinations of alternatives that one offer may have before it counts as a mistake. */
export const MAX_ALTERNATIVES = 10_000;

export const TOO_MANY = `the choices of modelled actions met in one step have more than ${MAX_ALTERNATIVES} combinations. Choose less in one step: let a stimulus or a message through a channel stand between the choices.`;

/** Sets the choices of a fold to the next combination of alternatives, by counting up; false when all were taken. */
export function nextAlternative(fold: {
  readonly chosen: IntList;
  readonly alternatives: IntList;
  readonly choicesMet: number;
}): boolean {
  const { chosen, alternatives, choicesMet } = fold;
  for (let at = choicesMet - 1; at >= 0; at--) {
    if (chosen.data[at]! + 1 < alternatives.data[at]!) {
      chosen.data[at]!++;
      chosen.length = at + 1;
      return true;
    }
  }
  chosen.length = 0;
  return false;
}

/** The error of an offer, or of the start, with more combinations than {@link MAX_ALTERNATIVES}. */
export function tooMany(offer: StepChoice | null): ModelError {
  return new ModelError(
    TOO_MANY,
    offer === null ? { event: 'the start' } : { actor: offer.actor, event: offer.event?.type ?? '' },
  );
}
