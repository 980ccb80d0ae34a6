import { EXIT } from '../check/gate.ts';
import type { Suite } from '../property/suite.ts';
import { lines } from '../report/layout.ts';
import { BuildError, ModelError, UsageError, messageOf } from '../system/errors.ts';
import { parse } from '../trace/counterexample-file.ts';
import { replayFile } from '../trace/replay-file.ts';
import type { Counterexample } from '../trace/trace.ts';
import type { Trap } from '../trace/trap.ts';
import { count } from '../report/figures.ts';
import type { LoadFailure } from './load-suites.ts';
import { loadSuites, refuseFailures } from './load-suites.ts';
import type { Output } from './output.ts';
import { findProject } from './project.ts';
import { counterexamplePaths, counterexampleText } from './read-counterexample.ts';

/** What became of one file: a line for the answer, and the exit code it alone would give. */
interface Replayed {
  readonly code: number;
  readonly text: string;
}

/** `premortem replay`: runs counterexample files through XState again; gives the exit code. */
export async function replay(args: readonly string[], output: Output): Promise<number> {
  const paths = counterexamplePaths(args);
  const { loaded, failures } = await loadSuites(await findProject(process.cwd()));
  const suites = loaded.map(({ suite }) => suite);
  const { colour: c, width } = output;
  const codes = paths.map((path) => {
    const { code, text } = replayPath(path, suites, failures);
    const mark = code === 0 ? c.green('✓') : c.red('✗');
    output.answer(lines(`${c.bold(path)}: ${text}`, width, { first: `${mark} `, rest: '    ' }).join('\n'));
    return code;
  });
  // The gravest decides, in the order of `check`.
  return (
    [EXIT.usage, EXIT.notBuilt, EXIT.userCode, EXIT.differs].find((code) => codes.includes(code as number)) ??
    0
  );
}

function replayPath(path: string, suites: readonly Suite[], failures: readonly LoadFailure[]): Replayed {
  try {
    return replayCounterexample(parse(counterexampleText(path), path), suites, failures);
  } catch (thrown) {
    const text = messageOf(thrown).replace(`${path} is `, '').replace(`${path}: `, '');
    if (thrown instanceof UsageError) return { code: EXIT.usage, text };
    if (thrown instanceof BuildError) return { code: EXIT.notBuilt, text };
    if (thrown instanceof ModelError) return { code: EXIT.userCode, text };
    throw thrown;
  }
}

function replayCounterexample(
  file: Counterexample,
  suites: readonly Suite[],
  failures: readonly LoadFailure[],
): Replayed {
  // Its suite may be the one that does not load.
  if (!suites.some(({ name }) => name === file.suite)) refuseFailures(failures);
  const result = replayFile(file, suites);
  const verb = file.shows === 'witness' ? 'reaches' : 'violates';
  switch (result.outcome) {
    case 'as-recorded':
      return {
        code: 0,
        text: `still ${verb} ${file.property} in ${count(result.steps, 'step')}${trapText(result.trap, file.trapped ?? 0)}`,
      };
    case 'no-longer-shows':
      return {
        code: EXIT.differs,
        text: `no longer ${verb} ${file.property}: its ${count(result.steps, 'step')} are as recorded, and their end is not. ${REMEDY}`,
      };
    case 'stale': {
      const place =
        result.step === null
          ? 'in its heading'
          : result.step === 0
            ? 'at the start'
            : `at step ${result.step}`;
      return {
        code: EXIT.differs,
        text: `stale: it differs ${place} (${result.what}). Recorded: ${ended(result.recorded)} Now: ${ended(result.now)} ${REMEDY}`,
      };
    }
  }
}

/** What is not known of a trap without a search. */
function trapText(trap: Trap | null, trapped: number): string {
  if (trap === null) return '';
  const all = `${count(trapped, 'trapped state')} that it tells of`;
  return trap.whole
    ? `; of the ${all} replay sees ${trap.states}: only \`premortem check\` counts them all`
    : `; of the ${all} replay looks at ${trap.states} and no further: only \`premortem check\` looks at all`;
}

/** With a full stop at its end, unless one stands there. */
function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const REMEDY = 'See with `premortem check` what the model does now; `--update` writes it.';
