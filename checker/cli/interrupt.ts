/** Listens for Ctrl-C while a search runs. */
export interface Interrupt {
  readonly signal: AbortSignal;
  /** Stops listening: Ctrl-C kills again, as usual. */
  readonly dispose: () => void;
}

/** Milliseconds in which a second SIGINT is the same Ctrl-C: npm passes on the one its child gets anyway. */
const SAME_KEY = 300;

/**
 * The first Ctrl-C ends the search, so that what was found by then is reported; the second one kills.
 *
 * @param onFirst called at the first Ctrl-C
 */
export function listenForInterrupt(onFirst: () => void): Interrupt {
  const controller = new AbortController();
  let first = 0;
  const onSignal = (): void => {
    const now = performance.now();
    if (!controller.signal.aborted) {
      first = now;
      controller.abort();
      onFirst();
    } else if (now - first > SAME_KEY) {
      dispose();
      process.kill(process.pid, 'SIGINT');
    }
  };
  const dispose = (): void => {
    process.off('SIGINT', onSignal);
  };
  process.on('SIGINT', onSignal);
  return { signal: controller.signal, dispose };
}
