import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleSearch } from './bundle.ts';
import type { BenchModel, Sizes } from './models.ts';
import { macrosOf } from './models.ts';

/** The engines, as they are called in the results. */
export type EngineName = 'premortem' | 'spin -DNOREDUCE' | 'spin' | 'c';
/** What a search leaves out: nothing, or what symmetry or partial order make superfluous. */
export type Mode = 'full' | 'symmetry' | 'por' | 'both';

/** What one search found and took. */
export interface Measurement {
  readonly states: number;
  /** Steps that change the state, each counted from each state. */
  readonly transitions: number;
  /** The search alone, on the clock on the wall. */
  readonly seconds: number;
  /** Processor time, which other work on the machine does not add to. */
  readonly cpuSeconds: number;
  readonly bytesPerState: number;
  readonly peakRssBytes: number;
}

/** An engine made ready for one model at its sizes. */
export interface PreparedEngine {
  readonly engine: EngineName;
  readonly mode: Mode;
  readonly workers: number;
  /** Searches once, in a process of its own. */
  run(): Promise<Measurement>;
}

/** Where to find the programs, and where to put what is built. */
export interface Workshop {
  readonly folder: string;
  readonly hasGcc: boolean;
  readonly hasSpin: boolean;
}

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '..');
const run = promisify(execFile);

/** Looks for gcc and Spin. */
export async function openWorkshop(folder: string): Promise<Workshop> {
  const there = (program: string, flag: string) =>
    run(program, [flag]).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
    );
  const [hasGcc, hasSpin] = await Promise.all([there('gcc', '--version'), there('spin', '-V')]);
  return { folder, hasGcc, hasSpin };
}

/** The engines that can search a model here, built and ready. */
export async function prepareEngines(
  workshop: Workshop,
  model: BenchModel,
  sizes: Sizes,
  verifier: readonly string[],
): Promise<PreparedEngine[]> {
  const script = await bundleSearch(workshop.folder);
  const engines = [
    preparePremortem(script, model, sizes, 1, 'full'),
    preparePremortem(script, model, sizes, 2, 'full'),
    ...model.reductions.map((mode) => preparePremortem(script, model, sizes, 1, mode)),
  ];
  if (workshop.hasGcc && workshop.hasSpin) {
    engines.push(await prepareSpin(workshop, model, sizes, verifier, 'full'));
    engines.push(await prepareSpin(workshop, model, sizes, verifier, 'por'));
  }
  if (workshop.hasGcc) engines.push(await prepareC(workshop, model, sizes));
  return engines;
}

/**
 * premortem itself, as a fresh process that has everything yet to compile and to fill in.
 *
 * @param script what {@link bundleSearch} has made
 */
export function preparePremortem(
  script: string,
  model: BenchModel,
  sizes: Sizes,
  workers: number,
  mode: Mode,
): PreparedEngine {
  const options = { workers, symmetry: mode === 'symmetry', partialOrder: mode === 'por' };
  return {
    engine: 'premortem',
    mode,
    workers,
    run: async () => {
      const args = [model.name, JSON.stringify(sizes), JSON.stringify(options)];
      return JSON.parse(await output(process.execPath, [script, ...args])) as Measurement;
    },
  };
}

/** The C explorer, compiled for this model at these sizes. */
export async function prepareC(
  { folder }: Workshop,
  model: BenchModel,
  sizes: Sizes,
): Promise<PreparedEngine> {
  const program = join(folder, `${model.name}-c`);
  await output('gcc', ['-O2', ...macrosOf(model, sizes), '-o', program, join(HERE, 'c', `${model.name}.c`)]);
  return {
    engine: 'c',
    mode: 'full',
    workers: 1,
    run: async () => JSON.parse(await output(program, [])) as Measurement,
  };
}

/** A verifier that Spin writes for this model at these sizes. */
export async function prepareSpin(
  workshop: Workshop,
  model: BenchModel,
  sizes: Sizes,
  options: readonly string[],
  mode: 'full' | 'por',
): Promise<PreparedEngine> {
  const folder = join(workshop.folder, `${model.name}-spin-${mode}`);
  await mkdir(folder);
  const source = join(HERE, 'spin');
  for (const name of await readdir(source)) await copyFile(join(source, name), join(folder, name));
  await output('spin', [...macrosOf(model, sizes), '-a', `${model.name}.pml`], folder);
  const verifier = join(folder, 'pan.c');
  await writeFile(verifier, countingInFull(await readFile(verifier, 'utf8')));
  const reduction = mode === 'full' ? ['-DNOREDUCE'] : [];
  const flags = [
    '-O2',
    '-DSAFETY',
    ...reduction,
    '-DMEMLIM=20000',
    '-w',
    '-include',
    'clock.h',
    `-I${join(HERE, 'c')}`,
  ];
  await output('gcc', [...flags, '-o', 'pan', 'pan.c'], folder);
  return {
    engine: mode === 'full' ? 'spin -DNOREDUCE' : 'spin',
    mode,
    workers: 1,
    run: async () => readPan(await output(join(folder, 'pan'), options, folder)),
  };
}

/** A verifier that prints whole numbers of states and transitions, of which it would print eight digits. */
export function countingInFull(verifier: string): string {
  const whole = verifier.replaceAll('%9.8g', '%9.0f');
  if (whole === verifier) throw new Error("Spin's verifier prints its counts in another form than is known.");
  return whole;
}

/** What a verifier of Spin's prints, as a measurement. @throws Error when it did not search everything */
export function readPan(text: string): Measurement {
  const figure = (pattern: RegExp): number => {
    const found = pattern.exec(text)?.[1];
    if (found === undefined) throw new Error(`Spin's verifier did not say ${pattern.source}:\n${text}`);
    return Number(found);
  };
  if (/max search depth too small|search not completed|out of memory/i.test(text))
    throw new Error(`Spin's verifier did not search the whole space:\n${text}`);
  if (figure(/errors: (\d+)/) > 0) throw new Error(`Spin's verifier found an error:\n${text}`);
  const states = figure(/(\S+) states, stored/);
  return {
    states,
    // Spin counts the start state as one more.
    transitions: figure(/(\S+) transitions \(= stored\+matched\)/) - 1,
    seconds: figure(/elapsed time (\S+) seconds/),
    cpuSeconds: figure(/processor time (\S+) seconds/),
    bytesPerState: (figure(/(\S+)\s+total actual memory usage/) * 2 ** 20) / states,
    peakRssBytes: figure(/peak resident (\d+) bytes/),
  };
}

/** What a program prints. @throws Error with what it said when it fails */
async function output(program: string, args: readonly string[], cwd = ROOT): Promise<string> {
  try {
    return (await run(program, args, { cwd, maxBuffer: 2 ** 26 })).stdout;
  } catch (thrown) {
    const { stderr, message } = thrown as Error & { stderr?: string };
    throw new Error(stderr?.trim() || message, { cause: thrown });
  }
}
