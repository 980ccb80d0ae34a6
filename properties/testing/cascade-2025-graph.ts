// What the tests of the graph of 2025 share: the table of dependencies of each design, and what it says.
import type { CutSets } from '../../models/cascade-2020/edges.ts';
import { cutSets } from '../../models/cascade-2020/edges.ts';
import type { Service2025 } from '../../models/cascade-2025/edges-2025.ts';
import { graph2025 } from '../../models/cascade-2025/edges-2025.ts';
import type { Part } from '../../models/cascade-2025/parts.ts';
import { servicesOf } from '../../models/cascade-2025/parts.ts';
import { changesOf } from '../../models/cascade-2025/system.ts';

export const readme = new URL('../../models/cascade-2025/README.md', import.meta.url);
export type Design = keyof typeof changesOf;
export const designs = Object.keys(changesOf) as Design[];
/** Before and after. */
export const compared = ['as-deployed', 'every-recovery-automatic'] as const;

export const edgesOf = (design: Design) => graph2025(changesOf[design]).edges;
export const stayHurtIn = (design: Design) => graph2025(changesOf[design]).stayHurt;
export const thereIn = (design: Design, part: Part) => servicesOf(edgesOf(design), part);
export const setsOf =
  (design: Design) =>
  (service: string, how: 'hurt' | 'down'): CutSets<Service2025> =>
    cutSets(edgesOf(design), service as Service2025, how) as CutSets<Service2025>;

export const setsInWords = (sets: readonly (readonly string[])[]): string =>
  sets.length === 0
    ? 'none'
    : sets.map((set) => (set.length === 1 ? set[0] : `(${set.join(' with ')})`)).join(', ');

/** The columns of the tables of verdicts. */
export const columns = [
  ['all-ok-is-possible-once-repaired', 'M-X.1'],
  ['all-ok-in-the-end-once-repaired', 'M-X.2'],
  ['all-ok-in-the-end-once-acted-on', 'acted on'],
  ['all-ok-in-the-end-without-a-repair', 'unrepaired'],
  ['launches-of-containers-come-back', 'E10'],
  ['best-effort-stays-ok', 'M-X.3'],
  ['the-root-can-always-be-repaired', 'M-X.4'],
  ['nobody-repairs-blind', 'blind'],
  ['the-override-brings-back-who-resolves-inside', 'override'],
  ['all-that-was-reported-is-hurt', 'headline'],
  ['nobody-else-is-hurt', 'nobody else'],
] as const;
