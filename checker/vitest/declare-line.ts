import { test } from 'vitest';
import type { Line } from './line.ts';

/** Declares the test of one line. */
export function declareLine({ title, failure, declaredAt }: Line): void {
  test(title, () => {
    if (failure !== null) throw failed(failure, declaredAt);
  });
}

/** An error whose code frame is the property that failed, and not this file. */
function failed(message: string, declaredAt: string | null): Error {
  const error = new Error(message);
  error.name = 'NotAsExpected';
  error.stack = declaredAt === null ? '' : `${error.name}: ${message}\n    at property (${declaredAt}:1)`;
  return error;
}
