/**
 * Whether a word is plainly another one with a slip of the finger: other capitals, two neighbouring letters the
 * wrong way round, or a letter within it left out or typed twice. Anything further off may be a word in its own right,
 * and so may one with other digits.
 */
export function isSlip(word: string, meant: string): boolean {
  const [is, was] = [word.toLowerCase(), meant.toLowerCase()];
  if (word === meant || was.length < 2) return false;
  if (is === was) return true;
  if (was.length < 3 || digitsOf(is) !== digitsOf(was)) return false;
  if (is.length === was.length)
    return starts(was).some((at) => `${was.slice(0, at)}${was[at + 1]}${was[at]}${was.slice(at + 2)}` === is);
  if (is[0] !== was[0] || is.at(-1) !== was.at(-1)) return false;
  if (is.length < was.length) return starts(was).some((at) => without(was, at) === is);
  return starts(is).some((at) => is[at] === is[at + 1] && without(is, at) === was);
}

function without(word: string, at: number): string {
  return word.slice(0, at) + word.slice(at + 1);
}

/** The places of a word that another letter follows. */
function starts(word: string): number[] {
  return Array.from({ length: word.length - 1 }, (_, at) => at);
}

function digitsOf(word: string): string {
  return word.replaceAll(/\D/g, '');
}
