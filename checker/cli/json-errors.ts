import type { JsonError } from '../report/json.ts';
import { BuildError, ModelError, UsageError, messageOf } from '../system/errors.ts';
import type { LoadFailure } from './load-suites.ts';
import { NotLoaded } from './load-suites.ts';

/** What kind of thing went wrong. */
export function kindOfError(thrown: unknown): JsonError['kind'] {
  if (thrown instanceof UsageError) return 'usage';
  if (thrown instanceof BuildError) return 'not-built';
  return thrown instanceof ModelError ? 'user-code' : 'internal';
}

/** What ended a command, as `--json` tells it: one by one where files do not load. */
export function jsonErrors(thrown: unknown): JsonError[] {
  if (thrown instanceof NotLoaded) return thrown.failures.map(jsonFailure);
  return [{ kind: kindOfError(thrown), message: messageOf(thrown), file: null }];
}

/** A suite file that does not load, or whose suite cannot be checked, as `--json` tells it. */
export function jsonFailure({ file, error }: LoadFailure): JsonError {
  return { kind: kindOfError(error), message: error.message, file };
}
