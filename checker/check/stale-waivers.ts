import { matches } from '../property/coverage.ts';
import type { Suite, Waiver } from '../property/suite.ts';

/** What one run of a suite never did. */
export interface NeverSeen {
  readonly scope: string;
  /** By design, of those searched whole. */
  readonly designs: ReadonlyMap<string, readonly string[]>;
  /** Designs that cannot be built at these values, and so show nothing either way. */
  readonly unbuildable: ReadonlySet<string>;
  /** What no design does; null unless all were searched whole. */
  readonly together: readonly string[] | null;
}

/**
 * The waivers that waive nothing: where something comes to happen after all, its waiver would hide the next
 * time that it does not. One is judged only where all it names was searched whole; one that names no scopes
 * is judged at `default`.
 */
export function staleWaivers(suite: Suite, seen: NeverSeen): Waiver<string>[] {
  const all = Object.keys(suite.system.designs);
  return suite.waive.filter(({ never, designs, scopes = ['default'] }) => {
    const named = (designs === 'all' ? all : designs).filter((design) => !seen.unbuildable.has(design));
    if (!scopes.includes(seen.scope) || named.length === 0) return false;
    if (!named.every((design) => seen.designs.has(design))) return false;
    const inEach = named.flatMap((design) => seen.designs.get(design)!);
    const ofAll = designs === 'all' || all.every((design) => designs.includes(design));
    const inAll = ofAll ? (seen.together ?? []) : [];
    return ![...inEach, ...inAll].some((text) => matches(never, text));
  });
}
