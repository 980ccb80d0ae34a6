import { Command, InvalidArgumentError, Option } from 'commander';
import { MOST_WORKERS } from '../search/crew.ts';
import type { CheckFlags } from './check-arguments.ts';
import { CHECK_EXIT_CODES } from './exit-codes.ts';
import type { Output } from './output.ts';
import { version } from './version.ts';

/**
 * The commands with their options and help.
 *
 * @param done is given the exit code of the command that ran
 */
export function programOf(output: Output, done: (code: number) => void): Command {
  const program = new Command('premortem')
    .description('Model-checks systems of XState actors: finds the shortest run that breaks a property.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => output.answer(text.trimEnd()),
      writeErr: (text) => output.note(text.trimEnd()),
      outputError: (text, write) => write(`premortem: ${text.replace(/^error: /, '')}`),
    });
  addCheck(program, output, done);
  addList(program, output, done);
  addExplain(program, output, done);
  addReplay(program, output, done);
  program.addHelpText(
    'after',
    `\nExamples:\n  premortem check\n  premortem check dynamodb-dns --design as-deployed\n  premortem help check   for its options and exit codes`,
  );
  return program;
}

function addCheck(program: Command, output: Output, done: (code: number) => void): void {
  command(program, 'check', 'search every design of the suites, and compare its verdicts with those expected')
    .argument('[suite...]', 'suites by name, or files or folders of suites; all of the project unless given')
    .option('--design <name>', 'only this design, by name or ref (may be given several times)', collect)
    .option(
      '--property <name>',
      'only this property, by name or ref; stop once it is decided (may be given several times)',
      collect,
    )
    .option('--scope <name>', 'the named sizes to check at (default: "default")')
    .option(
      '--set <name=value>',
      'change a parameter; nothing is expected then (may be given several times)',
      collect,
    )
    .option(
      '--symmetry',
      'search states that differ only in which of several interchangeable actors is which once',
    )
    .option('--max-states <n>', 'stop each search at this many states', wholeNumber)
    .option('--max-seconds <s>', 'stop each search after this many seconds', seconds)
    .option('--max-memory <size>', 'stop each search before the process holds more (512m, 4g)', bytes)
    .option(
      '--workers <n>',
      'threads that share a large search (default: 2 beyond a million states)',
      threads,
    )
    .option(
      '--partial-order',
      'leave out orders of steps that do not meddle with each other, where safety alone is asked for: same verdicts and runs, no coverage',
    )
    .option('--json', 'print one JSON object, and nothing else, on stdout')
    .option('--no-reports', 'write no files')
    .option('--update', 'write the committed counterexamples and the ledger anew')
    .addOption(debugOption())
    .action(async (suites: string[], flags: CheckFlags) => {
      const { check } = await import('./check-command.ts');
      done(await check(suites, flags, output));
    })
    .addHelpText(
      'after',
      examples([
        'premortem check',
        'premortem check dynamodb-dns --design as-deployed --property every-endpoint-resolves',
        'premortem check dynamodb-dns --set enactors=3 --set generations=3 --max-seconds 60',
        'premortem check dynamodb-dns --symmetry --set enactors=4 --property every-endpoint-resolves',
        'premortem check --json > verdicts.json',
        'premortem check --update',
      ]) + exitCodes(CHECK_EXIT_CODES),
    );
}

function addList(program: Command, output: Output, done: (code: number) => void): void {
  command(program, 'list', 'list the suites with their designs, scopes, parameters and properties')
    .argument('[suite...]', 'suites by name, or files or folders of suites; all of the project unless given')
    .option('--json', 'print one JSON object')
    .addOption(debugOption())
    .action(async (suites: string[], flags: { json?: boolean }) => {
      const { list } = await import('./list-command.ts');
      done(await list(suites, flags, output));
    })
    .addHelpText(
      'after',
      examples(['premortem list', 'premortem list dynamodb-dns', 'premortem list --json']) +
        exitCodes([
          ['0', 'the list is printed'],
          ['2', 'the command line is wrong, or there are no suites'],
          ['150', 'a suite does not load'],
        ]),
    );
}

function addExplain(program: Command, output: Output, done: (code: number) => void): void {
  command(program, 'explain', 'tell a counterexample step by step')
    .argument('<counterexample>', 'its .json file, or a folder of them')
    .addOption(debugOption())
    .action(async (path: string) => {
      const { explain } = await import('./explain-command.ts');
      done(explain(path, output));
    })
    .addHelpText(
      'after',
      examples(['premortem explain counterexamples/dynamodb-dns/as-deployed/every-endpoint-resolves.json']) +
        exitCodes([
          ['0', 'the trace is printed'],
          ['2', 'the file is missing, damaged or of another version'],
        ]),
    );
}

function addReplay(program: Command, output: Output, done: (code: number) => void): void {
  command(program, 'replay', 'run counterexamples through XState again, and compare each step')
    .argument('<counterexample...>', '.json files, or folders of them')
    .addOption(debugOption())
    .action(async (paths: string[]) => {
      const { replay } = await import('./replay-command.ts');
      done(await replay(paths, output));
    })
    .addHelpText(
      'after',
      examples(['premortem replay counterexamples']) +
        exitCodes([
          ['0', 'every run is as recorded, and still shows its verdict'],
          ['1', 'a run is stale, or no longer shows its verdict'],
          ['2', 'a file is missing, damaged, of another version, or of no suite here'],
          ['75', 'code of the model or of a property failed'],
          ['150', 'the model of a file does not load or cannot be built'],
        ]),
    );
}

function command(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).helpOption('-h, --help', 'print this help');
}

/** Every command takes it; as the last of its options. */
function debugOption(): Option {
  return new Option('--debug', 'print stack traces with errors');
}

function examples(list: readonly string[]): string {
  return `\nExamples:\n${list.map((line) => `  ${line}\n`).join('')}`;
}

function exitCodes(codes: readonly (readonly [code: string, meaning: string])[]): string {
  const width = Math.max(...codes.map(([code]) => code.length));
  return `\nExit codes:\n${codes.map(([code, meaning]) => `  ${code.padEnd(width)}  ${meaning}`).join('\n')}`;
}

function collect(value: string, list: readonly string[] | undefined): string[] {
  return [...(list ?? []), value];
}

function wholeNumber(text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError('It takes a whole number from 1.');
  return value;
}

function threads(text: string): number {
  const value = wholeNumber(text);
  if (value > MOST_WORKERS) throw new InvalidArgumentError(`It takes ${MOST_WORKERS} threads at most.`);
  return value;
}

function bytes(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([mg])(?:i?b)?$/i.exec(text.trim()) ?? [];
  if (amount === undefined || unit === undefined || Number(amount) === 0)
    throw new InvalidArgumentError('It takes a size such as 512m or 4g.');
  return Math.round(Number(amount) * 2 ** (unit.toLowerCase() === 'm' ? 20 : 30));
}

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError('It takes a number of seconds above 0.');
  return value;
}
