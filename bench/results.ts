import type { EngineName, Measurement, Mode, PreparedEngine } from './engines.ts';
import type { BenchModel, Sizes } from './models.ts';
import { sizesText } from './models.ts';

/** One engine on one model: counts, and the medians of its runs. */
export interface Row {
  readonly model: string;
  readonly parameters: Sizes;
  readonly engine: EngineName;
  readonly workers: number;
  readonly states: number;
  readonly transitions: number;
  readonly mode: Mode;
  readonly seconds: number;
  readonly bytesPerState: number;
  readonly peakRssBytes: number;
}

/** What premortem takes, as a multiple of what the other engine takes. */
export type Ratio = Readonly<Record<Measure, number>>;
type Measure = (typeof MEASURES)[number];
const MEASURES = ['seconds', 'bytesPerState', 'peakRssBytes'] as const;

/** What `--json` prints. */
export interface Results {
  readonly rows: readonly Row[];
  /** By model, then by engine. */
  readonly ratios: Readonly<Record<string, Readonly<Record<string, Ratio>>>>;
}

/** The runs of one engine on one model so far. */
export interface Runs {
  readonly engine: PreparedEngine;
  readonly measurements: Measurement[];
}

/**
 * Full searches of the same space come to the same counts.
 *
 * @throws Error that names two engines and both their counts when they do not
 */
export function checkCounts(model: BenchModel, sizes: Sizes, all: readonly Runs[]): void {
  const full = all
    .filter(({ engine }) => engine.mode === 'full')
    .flatMap(({ engine, measurements }) => measurements.map((m) => ({ name: titleOf(engine), ...m })));
  const [first] = full;
  if (first === undefined) return;
  for (const other of full) {
    for (const [count, what] of [
      ['states', 'distinct states'],
      ['transitions', 'transitions'],
    ] as const) {
      if (other[count] === first[count]) continue;
      throw new Error(
        `${model.name} (${sizesText(sizes)}): ${first.name} finds ${integer(first[count])} ${what} and ${other.name} ${integer(other[count])}. They do not search the same space, so nothing is compared.`,
      );
    }
  }
}

/** The row of an engine's runs on a model. */
export function rowOf(model: BenchModel, sizes: Sizes, { engine, measurements }: Runs): Row {
  const { states, transitions } = measurements[0]!;
  return {
    model: model.name,
    parameters: sizes,
    engine: engine.engine,
    workers: engine.workers,
    states,
    transitions,
    mode: engine.mode,
    seconds: medianOf(measurements, 'seconds'),
    bytesPerState: medianOf(measurements, 'bytesPerState'),
    peakRssBytes: medianOf(measurements, 'peakRssBytes'),
  };
}

/** An engine by its name and what is special about it. */
export function titleOf({ engine, workers, mode }: Pick<Row, 'engine' | 'workers' | 'mode'>): string {
  const how = [
    ...(workers === 1 ? [] : [`${workers} workers`]),
    ...(engine !== 'premortem' || mode === 'full' ? [] : [mode]),
  ];
  return [engine, ...how].join(', ');
}

/**
 * The rows with ratios by model: of premortem with one worker and no reduction to each other engine, and of premortem with more
 * workers, or with a reduction, to itself as it is compared with the others.
 */
export function resultsOf(rows: readonly Row[]): Results {
  const ratios: Record<string, Record<string, Ratio>> = {};
  for (const row of rows) {
    const ours = rows.find((other) => other.model === row.model && isPlain(other));
    if (ours === undefined || row === ours) continue;
    const ratio = row.engine === 'premortem' ? ratioOf(row, ours) : ratioOf(ours, row);
    (ratios[row.model] ??= {})[titleOf(row)] = ratio;
  }
  return { rows, ratios };
}

/** Whether it is premortem as all others are compared with it. */
function isPlain({ engine, workers, mode }: Pick<Row, 'engine' | 'workers' | 'mode'>): boolean {
  return engine === 'premortem' && workers === 1 && mode === 'full';
}

function ratioOf(ours: Row, theirs: Row): Ratio {
  const values = MEASURES.map((measure) => [
    measure,
    Number((ours[measure] / theirs[measure]).toPrecision(3)),
  ]);
  return Object.fromEntries(values) as Ratio;
}

/** One model's results as a table; the ratio beside a figure is premortem's to it. */
export function tableOf(
  model: BenchModel,
  sizes: Sizes,
  runs: readonly Runs[],
  ratios: Results['ratios'],
): string {
  const rows = runs.map((all) => ({
    ...rowOf(model, sizes, all),
    cpu: medianOf(all.measurements, 'cpuSeconds'),
  }));
  const [first] = rows;
  const ours = rows.find(isPlain)!;
  const beside = (row: Row, measure: Measure): string => {
    const ratio = ratios[model.name]?.[titleOf(row)]?.[measure];
    return ratio === undefined ? '' : `×${ratio}`;
  };
  const lines = [
    ['engine', 'mode', 'states', 'seconds', '', 'CPU', '', 'bytes a state', '', 'peak MiB', ''],
    ...rows.map((row) => [
      titleOf(row),
      row.mode,
      integer(row.states),
      row.seconds.toFixed(3),
      beside(row, 'seconds'),
      row.cpu.toFixed(3),
      row === ours
        ? ''
        : `×${(row.engine === 'premortem' ? row.cpu / ours.cpu : ours.cpu / row.cpu).toPrecision(3)}`,
      row.bytesPerState.toFixed(0),
      beside(row, 'bytesPerState'),
      (row.peakRssBytes / 2 ** 20).toFixed(0),
      beside(row, 'peakRssBytes'),
    ]),
  ];
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  const text = lines.map((line) =>
    line
      .map((cell, i) => (i < 2 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
      .trimEnd(),
  );
  return [
    `${model.letter}  ${model.name}  ${sizesText(sizes)}`,
    `   ${integer(first!.states)} distinct states, ${integer(first!.transitions)} transitions`,
    ...text.map((line) => `   ${line}`),
  ].join('\n');
}

/** A whole number for people. */
export function integer(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}

function medianOf(measurements: readonly Measurement[], key: keyof Measurement): number {
  const sorted = measurements.map((m) => m[key]).toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  // Nothing is measured finer than a millionth of a second.
  return Number(median.toFixed(6));
}
