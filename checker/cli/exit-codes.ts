import { EXIT } from '../check/gate.ts';

/** For the help text: what the exit codes of `check` mean. */
export const CHECK_EXIT_CODES: readonly [code: string, meaning: string][] = [
  [`${EXIT.asExpected}`, 'every verdict as expected (with --set: every verdict holds or violated)'],
  [`${EXIT.differs}`, 'a verdict, or the length of a counterexample, differs from what is expected'],
  [
    `${EXIT.deadlock}, ${EXIT.safety}, ${EXIT.liveness}`,
    'all that differ are unexpected deadlocks, violations of safety, of liveness',
  ],
  [`${EXIT.usage}`, 'the command line, or a file it names, is wrong'],
  [
    `${EXIT.notDecided}`,
    'a verdict is inconclusive or vacuous, coverage is missing and not waived, or a waiver waives nothing',
  ],
  [`${EXIT.userCode}`, 'code of the model or of a property failed'],
  [`${EXIT.notBuilt}`, 'a suite does not load or is malformed, or a design could not be built'],
];
