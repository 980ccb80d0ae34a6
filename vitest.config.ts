import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

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
      maxWorkers: 2,
      testTimeout: deep ? 30 * 60_000 : 30_000,
      hookTimeout: deep ? 30 * 60_000 : 30_000,
      reporters: ['verbose'],
    },
  };
});
