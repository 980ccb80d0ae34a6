/** Looks at a word before a thread goes to sleep: what it waits for is mostly but microseconds away. */
const LOOKS = 4000;

/**
 * Waits until a control word differs from `value`, or so many milliseconds.
 *
 * @returns what it is then
 */
export function awaitChange(
  control: Int32Array,
  word: number,
  value: number,
  milliseconds = Infinity,
): number {
  for (let i = 0; i < LOOKS; i++) {
    const now = Atomics.load(control, word);
    if (now !== value) return now;
  }
  // Somebody may be woken by a call that was meant for what he waited for before.
  for (;;) {
    const woken = Atomics.wait(control, word, value, milliseconds);
    const now = Atomics.load(control, word);
    if (now !== value || woken === 'timed-out') return now;
  }
}
