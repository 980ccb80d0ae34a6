/** The stack traces of an error and of what caused it, for `--debug`. */
export function stackOf(thrown: unknown): string {
  const stacks: string[] = [];
  for (let error = thrown; error instanceof Error; error = error.cause)
    stacks.push(error.stack ?? error.message);
  return stacks.join('\ncaused by ');
}
