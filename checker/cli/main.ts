import { CommanderError } from 'commander';
import { EXIT } from '../check/gate.ts';
import type { JsonError } from '../report/json.ts';
import { ModelError, messageOf } from '../system/errors.ts';
import { causeOf } from './cause.ts';
import { kindOfError } from './json-errors.ts';
import type { Output } from './output.ts';
import { processOutput } from './output.ts';
import { programOf } from './program.ts';
import { stackOf } from './stack.ts';
import { confineUserCode } from './user-code.ts';

/** A mistake in premortem itself: none of the codes that speak of models. */
const INTERNAL_ERROR = 70;

/**
 * Runs the command.
 *
 * @param argv the arguments after the command's name
 * @returns the exit code
 */
export async function main(argv: readonly string[]): Promise<number> {
  const debug = argv.includes('--debug');
  let code: number = EXIT.asExpected;
  let stray = false;
  const answer = confineUserCode((thrown) => {
    stray = true;
    failed(strayFailure(thrown), output, debug);
  });
  const output = processOutput(answer);
  const program = programOf(output, (value) => (code = value));
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (thrown) {
    code = failed(thrown, output, debug);
  } finally {
    // What user code set going may fail a moment later.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return stray && code !== EXIT.usage && code !== EXIT.notBuilt ? EXIT.userCode : code;
}

/** What code of a suite threw when nothing was waiting for it, in a timer or a promise that nobody awaits. */
function strayFailure(thrown: unknown): ModelError {
  const what = `code that a suite set going failed on its own: ${causeOf(thrown)}`;
  return new ModelError(
    `${what}. Statecharts are pure: start nothing when a suite is loaded.`,
    {},
    { cause: thrown },
  );
}

/** Says what went wrong in one message, and gives the exit code. */
function failed(thrown: unknown, output: Output, debug: boolean): number {
  // Commander has said it already; help and the version are no errors.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.asExpected : EXIT.usage;
  const code = CODES[kindOfError(thrown)];
  const bug =
    code === INTERNAL_ERROR
      ? ' This is a bug in premortem: please report it, with the output of --debug.'
      : '';
  output.note(`premortem: ${messageOf(thrown)}${bug}`);
  if (debug) output.note(stackOf(thrown));
  return code;
}

const CODES: Readonly<Record<JsonError['kind'], number>> = {
  usage: EXIT.usage,
  'not-built': EXIT.notBuilt,
  'user-code': EXIT.userCode,
  internal: INTERNAL_ERROR,
};
