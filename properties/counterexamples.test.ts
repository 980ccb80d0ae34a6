/// <reference types="vite/types/importMeta.d.ts" />
import type { Suite } from 'premortem';
import { describeCounterexamples } from 'premortem/vitest';

// Every committed file, whatever system it is of: one whose suite is gone is found only here.
const suites = import.meta.glob<Suite>(['./*.suite.ts', '../examples/**/*.suite.ts'], {
  eager: true,
  import: 'default',
});

describeCounterexamples('counterexamples', Object.values(suites));
