import { match } from 'ts-pattern';

/** Where a server that starts gets its shard map from: its neighbours, or the authoritative metadata store. */
export type MapSource = 'peers' | 'store';

/** How many servers may be starting at the same time. */
export type RestartLimit = number | 'all' | 'as many as serve' | 'as many as leave nobody slow';

/** What the limit may depend on. */
export interface Load {
  servers: number;
  /** What one starting server costs those that serve (c). */
  bootCost: number;
  source: MapSource;
  boot: number;
  serve: number;
}

/** Whether one more server may start now. */
export function mayStart(limit: RestartLimit, load: Load): boolean {
  return load.boot < mostAtOnce(limit, load);
}

function mostAtOnce(limit: RestartLimit, { servers, bootCost, source, serve }: Load): number {
  // From the store one may start while none serves: without it nobody ever would.
  const atLeast = source === 'store' && serve === 0 ? 1 : 0;
  return match(limit)
    .with('all', () => servers)
    .with('as many as serve', () => Math.max(atLeast, serve))
    .with('as many as leave nobody slow', () =>
      bootCost === 0 ? servers : Math.max(atLeast, Math.floor(serve / bootCost)),
    )
    .otherwise((number) => number);
}

/** Those that serve answer slowly while starting servers take more of the fleet's resources than they have. */
export function looksSlow({ boot, bootCost, serve }: Load): boolean {
  return boot * bootCost > serve;
}
