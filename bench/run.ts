import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { EXIT } from '../checker/check/gate.ts';
import { BuildError, UsageError, messageOf } from '../checker/system/errors.ts';
import type { Contest } from './compete.ts';
import { compete, contestOf } from './compete.ts';
import type { Workshop } from './engines.ts';
import { openWorkshop, prepareEngines } from './engines.ts';
import { againstXState } from './explore.ts';
import { MODELS, changed, modelCalled, verifierOptions } from './models.ts';
import { resultsOf, rowOf, tableOf } from './results.ts';

interface Flags {
  readonly model: readonly string[];
  readonly large?: boolean;
  readonly set: readonly string[];
  readonly runs: number;
  readonly json?: boolean;
  readonly xstate?: boolean;
}

const note = (text: string): void => void process.stderr.write(`${text}\n`);
const collect = (value: string, before: readonly string[]): string[] => [...before, value];

function atLeastOne(value: string): number {
  if (!/^[1-9]\d*$/.test(value)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(value);
}

const program = new Command('bench')
  .description('The same models in premortem, in Spin and in C: counts that must agree, medians, ratios.')
  .option('--model <letter>', 'only this model, by letter or name (may be given several times)', collect, [])
  .option('--large', 'sizes of about 10^7 states')
  .option(
    '--set <name=value>',
    'change a size of the one model given (may be given several times)',
    collect,
    [],
  )
  .option('--runs <n>', 'how often each engine searches each model', atLeastOne, 5)
  .option('--xstate', 'also compare with XState called for every step')
  .option('--json', 'print one JSON object, and nothing else, on stdout')
  .addHelpText('after', `\nModels: ${MODELS.map(({ letter, name }) => `${letter} ${name}`).join(', ')}`)
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(`bench: ${text.replace(/^error: /, '')}`) });

async function bench(flags: Flags): Promise<void> {
  const models = flags.model.length > 0 ? [...new Set(flags.model.map(modelCalled))] : MODELS;
  if (flags.set.length > 0 && models.length !== 1)
    throw new UsageError('--set changes the sizes of one model: name it with --model.');
  const size = flags.large ? 'large' : 'small';
  const chosen = models.map((model) => ({ model, sizes: changed(model, model[size], flags.set) }));
  const folder = await mkdtemp(join(tmpdir(), 'premortem-bench-'));
  try {
    const workshop = await openWorkshop(folder);
    sayWhatIsMissing(workshop);
    const contests = await Promise.all(
      chosen.map(async ({ model, sizes }) => {
        const options = verifierOptions(model, size, flags.set.length > 0);
        return contestOf(model, sizes, await prepareEngines(workshop, model, sizes, options));
      }),
    );
    await compete(contests, flags.runs, note);
    report(contests, flags);
    if (flags.xstate && !flags.json) console.log(await againstXState());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function report(contests: readonly Contest[], { json, runs }: Flags): void {
  const rows = contests.flatMap(({ model, sizes, engines }) =>
    engines.map((engine) => rowOf(model, sizes, engine)),
  );
  const results = resultsOf(rows);
  if (json) {
    console.log(JSON.stringify(results, null, 2));
    return;
  }
  for (const { model, sizes, engines } of contests)
    console.log(`${tableOf(model, sizes, engines, results.ratios)}\n`);
  const load = loadavg()[0]!;
  console.log(
    `Medians of ${runs}; ×n: what premortem takes, as a multiple of that. Load of the machine: ${load.toFixed(1)} on ${cpus().length} cores.`,
  );
  if (load > cpus().length)
    console.log(
      'The machine is busy, so seconds include waiting: compare processor time (CPU), or run it again later.',
    );
}

function sayWhatIsMissing({ hasGcc, hasSpin }: Workshop): void {
  if (!hasGcc)
    note(
      'bench: gcc is not installed, so neither Spin nor the C explorer runs. To have them: apt-get install gcc spin',
    );
  else if (!hasSpin)
    note('bench: Spin is not installed, so it does not run. To have it: apt-get install spin');
}

try {
  await bench(program.parse().opts<Flags>());
} catch (thrown) {
  // Commander has said it already; help is no error.
  if (thrown instanceof CommanderError) process.exitCode = thrown.exitCode === 0 ? 0 : EXIT.usage;
  else {
    note(`bench: ${messageOf(thrown)}`);
    process.exitCode = thrown instanceof UsageError || thrown instanceof BuildError ? EXIT.usage : 1;
  }
}
