import type { ActorDefinition } from 'premortem';
import { actor } from 'premortem';
import type { AnyActorRef } from 'xstate';
import { edgeBuffer } from './edge-buffer.ts';
import type { Edge, Supply } from './edges.ts';
import { service } from './service.ts';

const supplyOf = ({ supplier, kinds, standIn }: Edge): Supply => ({
  supplier,
  kinds,
  ...(standIn === undefined ? {} : { standIn }),
});

type BufferOf<S extends string> = `${S}-buffer`;
export type CascadeActors<S extends string> = Record<S, ActorDefinition<typeof service> | undefined> &
  Record<BufferOf<S>, ActorDefinition<typeof edgeBuffer> | undefined>;

/**
 * The services of a graph of dependencies as actors, each with its rows of the table, and a buffer on each `b` edge. Who
 * is not in `there` does not exist in this design.
 */
export function cascadeActors<S extends string>(
  services: readonly S[],
  there: readonly S[],
  edges: readonly Edge<S>[],
  ref: (id: string) => AnyActorRef,
): CascadeActors<S> {
  const rowsOf = (name: S) => edges.filter(({ consumer }) => consumer === name);
  const bufferedOf = (name: S) => rowsOf(name).find(({ kinds }) => kinds.includes('b'));
  const bufferOf = (name: S): BufferOf<S> => `${name}-buffer`;

  const entries = services.flatMap((name): [string, unknown][] => {
    if (!there.includes(name)) return [[name, undefined]];
    const buffered = bufferedOf(name);
    const consumers = edges
      .filter(({ supplier, standIn }) => supplier === name || standIn?.service === name)
      .map(({ consumer, kinds }) => ref(kinds.includes('b') ? bufferOf(consumer) : consumer));
    return [
      [
        name,
        actor(service, {
          input: { name, supplies: rowsOf(name).map(supplyOf), consumers },
          // A service that depends on nobody has nothing to re-evaluate.
          stimuli: rowsOf(name).length === 0 ? [] : ['reevaluate'],
        }),
      ],
      [
        bufferOf(name),
        buffered &&
          actor(edgeBuffer, {
            description: `between ${name} and ${buffered.supplier}`,
            input: { supplier: buffered.supplier, consumer: ref(name), holds: buffered.holds! },
          }),
      ],
    ];
  });
  return Object.fromEntries(entries) as CascadeActors<S>;
}
