import { watched } from '../step/watch.ts';

/**
 * A property answers true or false; a promise or a forgotten return would otherwise read as one of them. It
 * is asked again of twins of the same state, which must make no difference.
 */
export function truth(ask: () => unknown, twins: readonly (() => unknown)[]): boolean {
  return watched(() => answerOf(ask, twins));
}

function answerOf(ask: () => unknown, twins: readonly (() => unknown)[]): boolean {
  const answer = ask();
  if (typeof answer !== 'boolean') {
    const what = answer instanceof Promise ? 'a promise' : String(answer);
    throw new Error(`a property must return true or false, and returned ${what}.`);
  }
  if (twins.every((askTwin) => askTwin() === answer)) return answer;
  throw new Error(
    ask() === answer && ask() === answer
      ? 'its answer depends on the order in which keys of an object or entries of a Map or Set were inserted, which is not part of the state. Sort them before use.'
      : 'asked twice of the same state, it gave two answers: it must depend on nothing else.',
  );
}
