// Taken before the code of any suite runs: it may replace them, and the command does (see user-code.ts).
const exit = process.exit.bind(process);
const streams = [process.stdout, process.stderr].map((stream) => ({
  stream,
  write: stream.write.bind(stream) as (text: string, then: () => void) => void,
}));

/**
 * Ends the process once all that was written has left it, with this exit code whatever a suite sets
 * `process.exitCode` to, and without waiting for what a suite has set going.
 */
export async function endProcess(code: number): Promise<never> {
  // A pipe may not have drained yet, and exiting would cut it off.
  await Promise.all(
    streams.map(
      ({ stream, write }) =>
        new Promise<void>((resolve) => {
          if (stream.writable) write('', resolve);
          else resolve();
        }),
    ),
  );
  // Exit listeners of a suite come before this one.
  process.on('exit', () => {
    process.exitCode = code;
  });
  try {
    return exit(code);
  } catch {
    // One of them threw; they are not called again.
    return exit(code);
  }
}
