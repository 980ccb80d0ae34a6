import { match } from 'ts-pattern';
import type { Counterexample } from '../trace/trace.ts';
import { count } from './figures.ts';
import { foreverSentence, trappedSentence } from './forever-words.ts';
import { sentence } from './step-words.ts';
import { verdictMark } from './verdict-mark.ts';
import { NO_BREAK, valueText, visible } from './value-text.ts';

/** What a counterexample shows, in a line: `every-endpoint-resolves is violated in 8 steps`. */
export function headline(trace: Counterexample): string {
  const name = visible(trace.property);
  const steps = count(trace.steps.length, 'step');
  const what = match({ ...trace, length: trace.steps.length })
    .with({ shows: 'witness', length: 0 }, () => 'holds at the start')
    .with({ shows: 'witness' }, () => `is reached in ${steps}`)
    .with({ kind: 'deadlock-free', length: 0 }, () => 'is violated: nothing can happen')
    .with({ kind: 'deadlock-free' }, () => `is violated: stuck after ${steps}`)
    .with({ forever: { kind: 'cycle' } }, ({ forever, length }) => {
      const round = count(length - forever.from, 'step');
      return `is violated: ${count(forever.from, 'step')}, then ${round} again and again`;
    })
    .with({ forever: { kind: 'end' } }, () => `is violated: a run may end after ${steps}`)
    .with({ kind: 'always-possible' }, () => `is violated: out of reach after ${steps}`)
    .with({ length: 0 }, () => 'is violated at the start')
    .otherwise(() => `is violated in ${steps}`);
  return `${name} ${what}`;
}

/** Why the end of the run shows it, as sentences; null when neither the property nor its kind tells. */
export function becauseOf(trace: Counterexample): string | null {
  const forever = foreverSentence(trace) ?? trappedSentence(trace);
  if (trace.because !== null || forever !== null) {
    return [forever, trace.because === null ? null : sentence(trace.because)]
      .filter((part) => part !== null)
      .join(' ');
  }
  return trace.kind === 'deadlock-free' && trace.shows === 'violation'
    ? 'Here no actor can take a step.'
    : null;
}

/** `scope default: enactors 2, generations 4`. */
export function parametersText({ scope, parameters, time }: Counterexample): string {
  const values = Object.entries(parameters).map(
    ([name, value]) => `${visible(name)}${NO_BREAK}${valueText(value)}`,
  );
  const name = `scope${NO_BREAK}${visible(scope)}`;
  const passing =
    time === undefined
      ? ''
      : time === 'untimed'
        ? ' · untimed'
        : ` · a tick is ${time.toLocaleString('en')} ms`;
  return `${values.length === 0 ? name : `${name}: ${values.join(', ')}`}${passing}`;
}

/** The mark of what a counterexample shows, as in tables of verdicts: to get somewhere is neither good nor bad. */
export function findingMark({ shows }: Counterexample): string {
  return shows === 'witness' ? verdictMark('reachable', 'holds') : verdictMark('invariant', 'violated');
}

/** How the last line of a trace begins. */
export function endWord(trace: Counterexample): string {
  const ref = trace.propertyRef === null ? '' : `${NO_BREAK}(${visible(trace.propertyRef)})`;
  return `${trace.shows === 'witness' ? 'Reached' : 'Violated'}${ref}:`;
}

/** The ids of actors that are told of together: replicas as `enactor-1, -2`, or `enactor-1 … -5`. */
export function idsText(ids: readonly string[]): string {
  const parts: string[] = [];
  for (let i = 0; i < ids.length; i++) {
    const name = /^(.+)-(\d+)$/.exec(ids[i]!);
    let end = i;
    while (name !== null && ids[end + 1] === `${name[1]}-${Number(name[2]) + end + 1 - i}`) end++;
    parts.push(visible(ids[i]!));
    if (end > i) {
      const last = `-${Number(name![2]) + end - i}`;
      if (end === i + 1) parts.push(last);
      else parts[parts.length - 1] += ` … ${last}`;
    }
    i = end;
  }
  return parts.join(', ');
}
