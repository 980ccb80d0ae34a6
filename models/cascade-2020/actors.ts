import type { ActorDefinition } from 'premortem';
import { actor } from 'premortem';
import type { AnyActorRef } from 'xstate';
import { edgeBuffer } from './edge-buffer.ts';
import type { Edge, Supply } from './edges.ts';
import { recovery } from './recovery.ts';
import { service } from './service.ts';

const supplyOf = ({ supplier, kinds, standIn }: Edge): Supply => ({
  supplier,
  kinds,
  ...(standIn === undefined ? {} : { standIn }),
});

type Services<S extends string> = Record<S, ActorDefinition<typeof service> | undefined>;
type Buffers<S extends string> = Record<`${S}-buffer`, ActorDefinition<typeof edgeBuffer> | undefined>;
type Recoveries<S extends string> = Record<`${S}-recovery`, ActorDefinition<typeof recovery> | undefined>;
export type CascadeActors<S extends string, Stays extends S> = Services<S> & Buffers<S> & Recoveries<Stays>;

/** What stands on an edge that lets harm through late, if it does. */
const bufferOn = ({ consumer, holds, held = 'buffer' }: Edge): string | undefined =>
  holds === undefined ? undefined : `${consumer}-${held}`;

/** Who is told how a service is: those that depend on it, or what they have on that edge. */
export const consumersOf = (edges: readonly Edge[], name: string, ref: (id: string) => AnyActorRef) =>
  edges
    .filter(({ supplier, standIn }) => supplier === name || standIn?.service === name)
    .map((edge) => ref(bufferOn(edge) ?? edge.consumer));

/**
 * The services of a graph of dependencies as actors, each with its rows of the table, a buffer on each edge that holds
 * harm back, and somebody who brings back each that stays hurt. Who is not in `there` does not exist in this design.
 */
export function cascadeActors<S extends string, Stays extends S = never>(
  services: readonly S[],
  there: readonly S[],
  edges: readonly Edge[],
  ref: (id: string) => AnyActorRef,
  stayHurt: readonly Stays[] = [],
): CascadeActors<S, Stays> {
  const rowsOf = (name: S) => edges.filter(({ consumer }) => consumer === name);
  const stays = (name: S) => (stayHurt as readonly S[]).includes(name);

  const entries = services.flatMap((name): [string, unknown][] => {
    if (!there.includes(name)) return [[name, undefined]];
    const buffers = rowsOf(name).flatMap((edge): [string, unknown][] => {
      const id = bufferOn(edge);
      if (id === undefined) return [];
      const { supplier, holds } = edge;
      const description = `between ${name} and ${supplier}`;
      return [
        [id, actor(edgeBuffer, { description, input: { supplier, consumer: ref(name), holds: holds! } })],
      ];
    });
    const mended: [string, unknown] = [
      `${name}-recovery`,
      actor(recovery, {
        environment: true,
        description: `who brings back ${name}`,
        input: { service: ref(name) },
        stimuli: ['act'],
      }),
    ];
    return [
      [
        name,
        actor(service, {
          input: {
            name,
            supplies: rowsOf(name).map(supplyOf),
            consumers: consumersOf(edges, name, ref),
            ...(stays(name) ? { staysHurt: true } : {}),
          },
          // A service that depends on nobody has nothing to re-evaluate.
          stimuli: rowsOf(name).length === 0 ? [] : ['reevaluate'],
        }),
      ],
      ...buffers,
      ...(stays(name) ? [mended] : []),
    ];
  });
  return Object.fromEntries(entries) as CascadeActors<S, Stays>;
}
