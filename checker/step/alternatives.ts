import { ModelError } from '../system/errors.ts';
import type { StepChoice } from './found.ts';
import { IntList } from './int-list.ts';
import type { ChoiceTable } from './output-table.ts';

/** Combinations of alternatives that one offer may have before it counts as a mistake. */
export const MAX_ALTERNATIVES = 10_000;

export const TOO_MANY = `the choices of modelled actions met in one step have more than ${MAX_ALTERNATIVES} combinations. Choose less in one step: let a stimulus or a message through a channel stand between the choices.`;

/** Sets the choices of a fold to the next combination of alternatives, by counting up; false when all were taken. */
export function nextAlternative({ chosen, alternatives, choicesMet }: Choices): boolean {
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

/** The choices that a fold meets, and which alternatives it takes. */
export class Choices {
  /** Choices to take, in the order they are met; those beyond the list take the first alternative. */
  readonly chosen = new IntList(8);
  readonly alternatives = new IntList(8);
  choicesMet = 0;
  private readonly table: ChoiceTable;

  constructor(table: ChoiceTable) {
    this.table = table;
  }

  /** The output list a cell stands for; of a choice, the alternative whose turn it is. */
  pick(code: number): number {
    if (code >= 0) return code;
    const start = this.table.start.data[~code]!;
    const count = this.table.start.data[~code + 1]! - start;
    const at = this.choicesMet++;
    if (at === this.chosen.length) this.chosen.push(0);
    if (at === this.alternatives.length) this.alternatives.push(0);
    this.alternatives.data[at] = count;
    return this.table.alternatives.data[start + this.chosen.data[at]!]!;
  }
}
