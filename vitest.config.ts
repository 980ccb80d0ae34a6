import { fileURLToPath } from 'node:url';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';
import { configDefaults, defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

// The longest files, in order: started first, so that two workers finish together also on a first run.
const LONGEST = ['oracle.', 'live-children.', 'cli/', 'counts.', 'live.', 'random.', 'threshold.'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((part) => moduleId.includes(part));
      return found < 0 ? LONGEST.length : found;
    };
    return Promise.resolve(
      [...files].sort((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1)),
    );
  }
}

// Two tiers: `npm test` (seconds, every push) and `npm run test:deep` (`--mode deep`: thousands of generated systems).
// Suites' own test files, properties/**/*.suite.test.ts, are test files like any other.
export default defineConfig(({ mode }) => {
  const deep = mode === 'deep';
  return {
    resolve: {
      alias: [
        { find: /^premortem$/, replacement: path('./checker/index.ts') },
        { find: /^premortem\/(vitest|fast-check|graph)$/, replacement: path('./checker/$1/index.ts') },
      ],
    },
    test: {
      include: [deep ? '**/*.deep.test.ts' : '**/*.test.ts'],
      exclude: [...configDefaults.exclude, 'dist/**', ...(deep ? [] : ['**/*.deep.test.ts'])],
      // Processes, not threads: the search starts worker threads of its own and the command line sets process.exitCode.
      pool: 'forks',
      isolate: false,
      maxWorkers: 2,
      // Tests make many short-lived objects: more room for young ones saves a fifth of the time. Nearly all code runs a few
      // times only, so it is compiled fast, and both cores are busy without helpers of the garbage collector.
      execArgv: ['--max-semi-space-size=64', '--always-sparkplug', '--single-threaded-gc'],
      sequence: { sequencer: LongestFirst },
      testTimeout: deep ? 120 * 60_000 : 30_000,
      hookTimeout: deep ? 120 * 60_000 : 30_000,
      reporters: ['verbose'],
    },
  };
});
