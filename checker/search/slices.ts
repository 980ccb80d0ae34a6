/** Work that yields now and then so that others have their turn: runs it to its end at once. */
export function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
