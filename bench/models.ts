import { UsageError } from '../checker/system/errors.ts';
import { instantiate } from '../checker/system/instance.ts';
import type { Suite } from 'premortem';
import dynamodbDns from '../properties/dynamodb-dns.suite.ts';
import discovery from './models/discovery.ts';
import fifo from './models/fifo.ts';
import twoPhaseCommit from './models/two-phase-commit.ts';

/** The sizes of a model, by the names of its parameters. */
export type Sizes = Readonly<Record<string, number>>;

/** A model that all engines search: its suite, and its twins `spin/<name>.pml` and `c/<name>.c`. */
export interface BenchModel {
  readonly letter: string;
  readonly name: string;
  readonly suite: Suite;
  readonly design: string;
  /** The reductions that premortem searches it with too. */
  readonly reductions: readonly ('symmetry' | 'por')[];
  /** What every engine checks on the way. */
  readonly property: string;
  /** The macro that each size is to Spin and C. */
  readonly macros: Readonly<Record<string, string>>;
  readonly small: Sizes;
  /** About 10^7 states. */
  readonly large: Sizes;
  /** Steps of Spin's longest path, for which its verifier sets memory aside. */
  readonly longestPath: { readonly small: number; readonly large: number };
}

/** The models, in the order in which they are reported. */
export const MODELS: readonly BenchModel[] = [
  {
    letter: 'a',
    name: 'dynamodb-dns',
    suite: dynamodbDns,
    design: 'recheck-on-apply',
    reductions: ['symmetry'],
    property: 'every-endpoint-resolves',
    macros: { enactors: 'E', generations: 'G', age: 'AGE', endpoints: 'K' },
    small: { enactors: 3, generations: 8, age: 2, endpoints: 1 },
    large: { enactors: 4, generations: 9, age: 2, endpoints: 3 },
    longestPath: { small: 1000, large: 1000 },
  },
  {
    letter: 'b',
    name: 'discovery',
    suite: discovery,
    design: 'in-any-order',
    reductions: ['por'],
    property: 'never-stuck',
    macros: { servers: 'N', newcomers: 'NEW' },
    small: { servers: 5, newcomers: 2 },
    large: { servers: 6, newcomers: 3 },
    longestPath: { small: 1000, large: 1000 },
  },
  {
    letter: 'c',
    name: 'two-phase-commit',
    suite: twoPhaseCommit,
    design: 'two-phase',
    reductions: [],
    property: 'consistent',
    macros: { resourceManagers: 'N' },
    small: { resourceManagers: 7 },
    large: { resourceManagers: 9 },
    longestPath: { small: 1000, large: 1000 },
  },
  {
    letter: 'd',
    name: 'fifo',
    suite: fifo,
    design: 'ring',
    reductions: [],
    property: 'never-stuck',
    macros: { nodes: 'N', tokens: 'TOKENS' },
    small: { nodes: 5, tokens: 5 },
    large: { nodes: 7, tokens: 7 },
    // Tokens go round without end, so a path may come by every state.
    longestPath: { small: 50_000, large: 15_000_000 },
  },
];

/** The model of a letter or name. @throws UsageError when there is none */
export function modelCalled(name: string): BenchModel {
  const found = MODELS.find((model) => model.letter === name || model.name === name);
  if (found) return found;
  const known = MODELS.map((model) => `${model.letter} (${model.name})`).join(', ');
  throw new UsageError(`there is no model "${name}". Models: ${known}.`);
}

/** Sizes changed by settings such as `enactors=2`. @throws UsageError for one that the model does not take */
export function changed(model: BenchModel, sizes: Sizes, settings: readonly string[]): Sizes {
  const set = Object.fromEntries(
    settings.map((setting) => {
      const [, name, value] = /^([^=]+)=(\d+)$/.exec(setting) ?? [];
      if (name === undefined)
        throw new UsageError(`--set ${setting}: write a name and a whole number, such as --set enactors=2.`);
      if (!Object.hasOwn(model.macros, name))
        throw new UsageError(
          `${model.name} has no size "${name}". Sizes: ${Object.keys(model.macros).join(', ')}.`,
        );
      return [name, Number(value)];
    }),
  );
  const result = { ...sizes, ...set };
  // Says which value is out of range.
  instantiate(model.suite.system, { design: model.design, set: result });
  return result;
}

/** The sizes as macros of the C preprocessor. */
export function macrosOf(model: BenchModel, sizes: Sizes): string[] {
  return Object.entries(model.macros).map(([name, macro]) => `-D${macro}=${sizes[name]!}`);
}

/**
 * The options of Spin's verifier: the longest path, and the places of its hash table as a power of two. The
 * large table is Spin's own default and fits 10^7 states; at small sizes it would be all that is measured.
 * Sizes of the user's own may have longer paths.
 */
export function verifierOptions(model: BenchModel, size: 'small' | 'large', ownSizes = false): string[] {
  const path = model.longestPath[ownSizes ? 'large' : size];
  return [`-m${path}`, `-w${size === 'large' ? 24 : 18}`];
}

/** The sizes for people: `enactors=3 generations=8`. */
export function sizesText(sizes: Sizes): string {
  return Object.entries(sizes)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
