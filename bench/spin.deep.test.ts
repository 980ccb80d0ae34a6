import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { compete, contestOf } from './compete.ts';
import { openWorkshop, prepareEngines } from './engines.ts';
import type { Sizes } from './models.ts';
import { modelCalled, verifierOptions } from './models.ts';

const workshop = await openWorkshop(mkdtempSync(join(tmpdir(), 'premortem-bench-test-')));
afterAll(() => rmSync(workshop.folder, { recursive: true, force: true }));

// Every shape of the Promela: each number of endpoints, few and many newcomers, nodes without a token.
const CASES: [name: string, sizes: Sizes][] = [
  ['dynamodb-dns', { enactors: 2, generations: 5, age: 1, endpoints: 1 }],
  ['dynamodb-dns', { enactors: 3, generations: 4, age: 2, endpoints: 2 }],
  ['dynamodb-dns', { enactors: 1, generations: 12, age: 3, endpoints: 3 }],
  ['discovery', { servers: 2, newcomers: 2 }],
  ['discovery', { servers: 5, newcomers: 1 }],
  ['two-phase-commit', { resourceManagers: 1 }],
  ['two-phase-commit', { resourceManagers: 5 }],
  ['fifo', { nodes: 4, tokens: 2 }],
  ['fifo', { nodes: 4, tokens: 4 }],
];

it.skipIf(!workshop.hasGcc || !workshop.hasSpin).each(CASES)(
  '%s has as many states in premortem, Spin and C at %o',
  async (name, sizes) => {
    const model = modelCalled(name);
    const folder = mkdtempSync(join(workshop.folder, 'case-'));
    const engines = await prepareEngines(
      { ...workshop, folder },
      model,
      sizes,
      verifierOptions(model, 'small'),
    );
    const contest = contestOf(model, sizes, engines);
    await compete([contest], 1, () => {});
    expect(contest.engines.map(({ engine }) => engine.engine)).toEqual([
      'premortem',
      'spin -DNOREDUCE',
      'spin',
      'c',
    ]);
  },
);
