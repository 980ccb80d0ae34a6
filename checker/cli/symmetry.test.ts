import picocolors from 'picocolors';
import { expect, it } from 'vitest';
import lockServer from '../../examples/lock-server/lock-server.suite.ts';
import { checkSuite } from '../check/check-suite.ts';
import { toJsonReport } from '../report/json.ts';
import { refuseUpdate } from './check-arguments.ts';
import { renderReport } from './render-report.ts';

it('does not commit what a search by symmetry comes to', () => {
  expect(() => refuseUpdate({ reports: true, update: true, symmetry: true })).toThrow(
    '--update writes what full searches come to, so it does not go with --symmetry.',
  );
  expect(() => refuseUpdate({ reports: true, update: true })).not.toThrow();
});

it('says which searches were by symmetry, in words and as JSON', async () => {
  const report = await checkSuite(lockServer, { symmetry: true, designs: ['confirms-release'] });
  const { system } = lockServer;
  const colour = picocolors.createColors(false);
  const text = renderReport(report, { width: 100, colour, files: new Map(), system, set: {} });
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'by symmetry (all designs): states are counted up to the renaming of interchangeable actors confirms-release: searched in full, as they need the graph of all states: its-holder-passes-it-on, who-waits-is-served, served-if-nobody-need-leave',
  );
  const json = toJsonReport([report], {
    version: '0',
    gate: null,
    errors: [],
    root: '/',
    fileOf: () => null,
  });
  const modes = Object.fromEntries(json.checks.map(({ property, search }) => [property, search.mode]));
  expect(modes).toMatchObject({ 'mutual-exclusion': 'symmetry', 'who-waits-is-served': 'full' });
});
