/** Work that yields now and then, so that others have their turn. */
export type Slices<T> = Generator<void, T>;

/** Runs such work to its end at once. */
export function finish<T>(work: Slices<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
