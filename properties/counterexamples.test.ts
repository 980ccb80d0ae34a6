/// <reference types="vite/types/importMeta.d.ts" />
import type { Suite } from 'premortem';
import { describeCounterexamples } from 'premortem/vitest';

// Every committed file, of whatever system, once: also those whose suite is gone. Suites' own tests leave them to this one.
const suites = import.meta.glob<Suite>(['./*.suite.ts', '../examples/**/*.suite.ts'], {
  eager: true,
  import: 'default',
});

describeCounterexamples('counterexamples', Object.values(suites));
