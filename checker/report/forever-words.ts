import { withEventNames } from '../trace/event-name.ts';
import type { Counterexample, TraceFairness, TraceOffer } from '../trace/trace.ts';
import { count } from './figures.ts';
import { occurrence, whoOf } from './step-words.ts';
import { eventText, visible } from './value-text.ts';

/** How a run goes on for ever, as sentences; null where the last step or state decides. */
export function foreverSentence({ forever, steps, awaitedSince }: Counterexample): string | null {
  if (forever === undefined) return null;
  const since =
    awaitedSince === undefined ? '' : ` What is awaited since ${afterStep(awaitedSince)} never comes.`;
  if (forever.kind === 'end')
    return `The run may end here for ever: no step that fairness asks for is possible.${since}`;
  const length = steps.length - forever.from;
  const what = length === 1 ? `step ${steps.length}` : `steps ${forever.from + 1} to ${steps.length}`;
  return `Everything is as it was after ${afterStep(forever.from)}: ${what} may go on for ever.${since}`;
}

/** `step 3`, or `the start`. */
function afterStep(number: number): string {
  return number === 0 ? 'the start' : `step ${number}`;
}

/** Why the run is fair: for each condition, the steps of the cycle it is given, or where it is not possible. */
export function fairnessLines({ forever }: Counterexample): { name: string; how: string }[] {
  if (forever?.kind !== 'cycle') return [];
  return forever.fairness.map((condition) => ({
    name: visible(withEventNames(condition.name)),
    how: `${treatment(condition)}${condition.strength === 'strong' ? ' (strongly fair)' : ''}`,
  }));
}

function treatment({ taken, disabledAfter }: TraceFairness): string {
  if (taken.length > 0)
    return `taken in every round (${taken.length === 1 ? 'step' : 'steps'} ${numbersText(taken)})`;
  return disabledAfter === null ? 'never possible' : `not possible after ${afterStep(disabledAfter)}`;
}

/** `1, 4-6`: three or more in a row as where they begin and end. */
function numbersText(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < numbers.length; i++) {
    let end = i;
    while (numbers[end + 1] === numbers[end]! + 1) end++;
    if (end - i < 2) parts.push(`${numbers[i]}`);
    else {
      parts.push(`${numbers[i]}-${numbers[end]}`);
      i = end;
    }
  }
  return parts.join(', ');
}

/** What is possible where a run ends, although nobody has to do it or it does not count. */
export function possibleSteps({ forever, uncounted = [] }: Counterexample): PossibleSteps[] {
  const unfair = forever?.kind === 'end' ? forever.unfair : [];
  const texts = (offers: readonly TraceOffer[]): string[] => [...new Set(offers.map(offerText))];
  const none = texts(uncounted);
  const [count, pick] = none.length === 1 ? ['does not count', 'it'] : ['do not count', 'them'];
  return [
    { title: 'possible here, but nobody has to', steps: texts(unfair), remark: '' },
    { title: `possible here, but ${count}`, steps: none, remark: ` (\`using\` may pick ${pick})` },
  ].filter(({ steps }) => steps.length > 0);
}

interface PossibleSteps {
  readonly title: string;
  readonly steps: readonly string[];
  readonly remark: string;
}

function offerText(offer: TraceOffer): string {
  const { actor, from, event } = offer;
  const other = occurrence(offer);
  if (other !== null) return `${whoOf(offer)} ${other}`;
  const sender = from === null ? '' : ` from ${visible(from)}`;
  return `${visible(actor)} ${eventText(event, { sender: from ?? actor })}${sender}`;
}

/** From how many states what should stay possible is not, as a sentence; null for other properties. */
export function trappedSentence({ trapped }: Counterexample): string | null {
  if (trapped === undefined) return null;
  const others = trapped - 1;
  const more =
    others === 0 ? '' : ` The same is true of ${count(others, 'other state')} that can be reached.`;
  return `From here on no step that counts as a way there leads to it.${more}`;
}
