/** How well a service works. */
export type Status = 'ok' | 'degraded' | 'down';

/**
 * How a consumer depends on a supplier:
 * - `H` hard: what the supplier is, the consumer is;
 * - `S` soft: a supplier in trouble degrades or delays it;
 * - `B` best effort: no effect;
 * - `b` declared best effort, but hard once a buffer or a shared resource is full;
 * - `T` the path of a tool or of people;
 * - `R` needed only to start or to be repaired.
 */
export type EdgeKind = 'H' | 'S' | 'B' | 'b' | 'T' | 'R';

/** Who helps out on an edge. */
export interface StandIn<Service extends string = string> {
  readonly service: Service;
  readonly kind: EdgeKind;
  /** People have to put it in force first. */
  readonly isToCome?: true;
}

/** One row of a table of dependencies. */
export interface Edge<Service extends string = string> {
  readonly consumer: Service;
  readonly supplier: Service;
  readonly kinds: readonly EdgeKind[];
  /** While this service is ok, the edge is only of the kind given here. */
  readonly standIn?: StandIn<Service>;
  /** Milliseconds until harm comes through, as the sources tell it: until the buffer of a `b` edge is full. */
  readonly holds?: number;
  /** What it is that holds: the actor is named after the consumer and this. A buffer, unless said otherwise. */
  readonly held?: string;
  /** Between parts of one service: it binds only where all of them are down at once. */
  readonly amongItsParts?: true;
  readonly note: string;
}

/** What a service itself knows of one of its rows. */
export type Supply = Pick<Edge, 'supplier' | 'kinds' | 'standIn'>;

const RANK: Readonly<Record<Status, number>> = { ok: 0, degraded: 1, down: 2 };
const worse = (a: Status, b: Status): Status => (RANK[a] >= RANK[b] ? a : b);

/** What a supplier in this status does to its consumer, by an edge of this kind. A buffer has let it through already. */
function harmBy(kind: EdgeKind, status: Status): Status {
  if (status === 'ok') return 'ok';
  if (kind === 'H' || kind === 'b') return status;
  return kind === 'S' ? 'degraded' : 'ok';
}

/** The worst that a consumer's suppliers make of it, as it sees them. */
export function harmOf(supplies: readonly Supply[], seen: Readonly<Record<string, Status>>): Status {
  return supplies.reduce<Status>((worst, { supplier, kinds, standIn }) => {
    const standsIn = standIn !== undefined && seen[standIn.service] === 'ok';
    const inForce = standsIn ? [standIn.kind] : kinds;
    return inForce.reduce((soFar, kind) => worse(soFar, harmBy(kind, seen[supplier]!)), worst);
  }, 'ok');
}

/** The edges by which a service can be harmed; a tool or a repair is no part of its daily work. */
const carriesHarm = ({ kinds }: Edge): boolean => kinds.some((kind) => ['H', 'S', 'b'].includes(kind));

/** Services whose own edges towards the root are all declared best effort. */
export function bestEffortTowards<S extends string>(
  services: readonly S[],
  edges: readonly Edge<S>[],
  root: S,
): S[] {
  const below = (service: S, seen: readonly S[]): boolean =>
    service === root ||
    edges.some(
      ({ consumer, supplier, amongItsParts }) =>
        consumer === service &&
        !amongItsParts &&
        !seen.includes(supplier) &&
        below(supplier, [...seen, service]),
    );
  return services.filter((service) => {
    const towards = edges.filter(
      ({ consumer, supplier }) => consumer === service && below(supplier, [service]),
    );
    return (
      service !== root &&
      towards.length > 0 &&
      towards.every(({ kinds }) => kinds.includes('B') || kinds.includes('b'))
    );
  });
}

/** Sets of services whose own failure, all together, is enough: each minimal. */
export type CutSets<S extends string> = readonly (readonly S[])[];

/** Leaves out every set that contains another. */
function minimal<S extends string>(sets: CutSets<S>): CutSets<S> {
  const sorted = sets.map((set) => [...new Set(set)].sort()).sort((a, b) => a.length - b.length);
  return sorted.reduce<S[][]>(
    (kept, set) =>
      kept.some((smaller) => smaller.every((one) => set.includes(one))) ? kept : [...kept, set],
    [],
  );
}

/**
 * The minimal cut sets of a service: which services must break of themselves for it to be hurt, or down, in the worst
 * case. A service that breaks is down, so it is in one of its own.
 */
export function cutSets<S extends string>(
  edges: readonly Edge<S>[],
  service: S,
  how: 'hurt' | 'down',
  above: readonly S[] = [],
): CutSets<S> {
  const sets = edges
    .filter(({ consumer, amongItsParts }) => consumer === service && !amongItsParts)
    .filter(({ supplier }) => supplier !== service && !above.includes(supplier))
    .flatMap(({ supplier, kinds, standIn }) => {
      const by = (kind: EdgeKind): CutSets<S> => {
        if (kind === 'H' || kind === 'b') return cutSets(edges, supplier, how, [...above, service]);
        return kind === 'S' && how === 'hurt' ? cutSets(edges, supplier, 'hurt', [...above, service]) : [];
      };
      const alone = kinds.flatMap(by);
      // At the worst one that is still to come is not there yet: nobody has to break it.
      if (standIn === undefined || standIn.isToCome) return alone;
      const lost = cutSets(edges, standIn.service, 'hurt', [...above, service]);
      return [...by(standIn.kind), ...alone.flatMap((set) => lost.map((other) => [...set, ...other]))];
    });
  return minimal([[service], ...sets]);
}

/** Who is needed to repair, or to tell of, a service that it depends on itself: each as the way round. */
export function cycles<S extends string>(edges: readonly Edge<S>[]): readonly (readonly S[])[] {
  const waysTo = (from: S, to: S, seen: readonly S[]): (readonly S[])[] =>
    from === to
      ? [[to]]
      : edges
          .filter((edge) => edge.consumer === from && !seen.includes(edge.supplier) && standsAlone(edge))
          .flatMap(({ supplier }) => waysTo(supplier, to, [...seen, from]).map((way) => [from, ...way]));
  // A stand-in that is there, and as good as the real thing, takes the edge out of every cycle.
  const standsAlone = (edge: Edge<S>): boolean =>
    carriesHarm(edge) && (edge.standIn?.isToCome === true || edge.standIn?.kind !== 'B');
  return edges
    .filter(({ kinds }) => kinds.includes('R') || (kinds.length === 1 && kinds[0] === 'T'))
    .flatMap(({ consumer, supplier }) => waysTo(supplier, consumer, []).map((way) => [consumer, ...way]));
}

/**
 * Circles of daily work, each as the way round: who is hurt in one is kept so by the others, whatever started it. The
 * parts of one service are no circle.
 */
export function loops<S extends string>(edges: readonly Edge<S>[]): readonly (readonly S[])[] {
  const harmful = edges.filter((edge) => carriesHarm(edge) && edge.consumer !== edge.supplier);
  const names = [...new Set(harmful.map(({ consumer }) => consumer))];
  // Each circle once: from that one of its services which comes first in the table.
  const from = (way: readonly S[], start: S): (readonly S[])[] =>
    harmful
      .filter(({ consumer }) => consumer === way.at(-1))
      .flatMap(({ supplier }) => {
        if (supplier === start) return [[...way, start]];
        const isEarlier = names.indexOf(supplier) < names.indexOf(start);
        return isEarlier || way.includes(supplier) ? [] : from([...way, supplier], start);
      });
  return names.flatMap((start) => from([start], start));
}

/** These services and all that they depend on, by rows that count. What depends on none of them changes nothing for them. */
export function withSuppliers<S extends string>(
  edges: readonly Edge<S>[],
  services: readonly S[],
  counts: (edge: Edge<S>) => boolean,
): ReadonlySet<S> {
  const found = new Set(services);
  for (const service of found)
    for (const edge of edges)
      if (edge.consumer === service && counts(edge)) {
        found.add(edge.supplier);
        if (edge.standIn !== undefined) found.add(edge.standIn.service);
      }
  return found;
}
