// What the tests of the graph of 2020 share: the table of dependencies of each design, and what it says.
import { checkSuite, stepProperty } from 'premortem';
import { expect, test } from 'vitest';
import { cutSets } from '../../models/cascade-2020/edges.ts';
import type { Service2020 } from '../../models/cascade-2020/edges-2020.ts';
import { edges2020, services2020 } from '../../models/cascade-2020/edges-2020.ts';
import { cascade2020, remediesOf } from '../../models/cascade-2020/system.ts';
import suite from '../cascade-2020.suite.ts';
import { asking } from './cascade-sweep.ts';

export const readme = new URL('../../models/cascade-2020/README.md', import.meta.url);
export const designs = Object.keys(remediesOf) as (keyof typeof remediesOf)[];
/** Before and after. */
export const compared = ['as-deployed', 'all-remedies'] as const;
type Design = keyof typeof remediesOf;

export const edgesOf = (design: Design) => edges2020(remediesOf[design]);
export const thereIn = (design: Design) =>
  services2020.filter((name) => name !== 'local-store' || design === 'all-remedies');
export const setsOf = (design: Design) => (service: string, how: 'hurt' | 'down') =>
  cutSets(edgesOf(design), service as Service2020, how);

/** Breaks each other service beside the front end, and looks whether the front end can be repaired meanwhile. */
export function testWhoIsNeeded(design: Design): void {
  const never = stepProperty(cascade2020, {
    description: 'The front end is not repaired while the other is broken.',
    observes: ['second-outage'],
    on: (step) => step.actor === 'outage' && step.calls.some(({ event }) => event.type === 'repaired'),
    holds: (before) => !before['second-outage']!.matches('underWay'),
  });
  test(`${design}: who is needed to repair the front end is who the table says`, async () => {
    const needed: Service2020[] = [];
    for (const second of thereIn(design)) {
      if (second === 'kinesis-front-end') continue;
      const report = await checkSuite(asking(suite, { never }), {
        designs: [design],
        set: { second },
        properties: ['never'],
      });
      if (report.designs[0]!.checks[0]!.verdict === 'holds') needed.push(second);
    }
    const byTable = edgesOf(design).flatMap(({ consumer, supplier, kinds, amongItsParts }) =>
      consumer === 'kinesis-front-end' && kinds.includes('R') && !amongItsParts ? [supplier] : [],
    );
    expect(needed.sort()).toEqual(byTable.sort());
  });
}

/** The columns of the tables of verdicts in the README: properties and what they are called there. */
export const columns: [string, string][] = [
  ['all-ok-is-possible-once-repaired', 'M-X.1'],
  ['all-ok-in-the-end-once-repaired', 'M-X.2'],
  ['all-ok-in-the-end-without-a-repair', 'unrepaired'],
  ['best-effort-stays-ok', 'M-X.3'],
  ['the-root-can-always-be-repaired', 'M-X.4'],
  ['nobody-repairs-blind', 'blind'],
  ['all-that-was-reported-is-hurt', 'headline'],
  ['nobody-else-is-hurt', 'nobody else'],
];
