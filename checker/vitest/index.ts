// Suites as vitest tests: `import { describeSuite } from 'premortem/vitest'`.
export { describeCounterexamples } from './counterexample-files.ts';
export { describeSuite, reportOf } from './describe-suite.ts';
export type { DescribeOptions } from './describe-suite.ts';
