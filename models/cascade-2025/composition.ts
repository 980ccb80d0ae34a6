import { actor, notBuildable } from 'premortem';
import type { AnyActorRef } from 'xstate';
import { cascadeActors, consumersOf } from '../cascade-2020/actors.ts';
import { outage } from '../cascade-2020/outage.ts';
import type { Graph2025, Service2025, StaysHurt } from './edges-2025.ts';
import { OVERRIDE, services2025 } from './edges-2025.ts';
import type { Part } from './parts.ts';
import { servicesOf } from './parts.ts';
import { resolverOverride } from './resolver-override.ts';

export interface Question {
  readonly part: Part;
  readonly root: Service2025;
  readonly second: Service2025 | 'none';
}

/** One part of a graph as actors, with what may break there, and who may mend what. */
export function composition(
  graph: Graph2025,
  { part, root, second }: Question,
  ref: (id: string) => AnyActorRef,
) {
  const there = servicesOf(graph.edges, part);
  const known: readonly string[] = [...there, OVERRIDE];
  const missing = [root, second].find((name) => name !== 'none' && !known.includes(name));
  if (missing !== undefined) notBuildable(`there is no ${missing} in ${part}`);
  const edges = graph.edges.filter(
    ({ consumer, supplier }) => known.includes(consumer) && known.includes(supplier),
  );
  const overridden = edges.filter(({ standIn }) => standIn?.service === OVERRIDE);
  const outageOf = (service: string) =>
    actor(outage, { environment: true, input: { root: ref(service) }, stimuli: ['strike', 'repair'] });
  return {
    actors: {
      outage: outageOf(root),
      'second-outage': second === 'none' || second === root ? undefined : outageOf(second),
      [OVERRIDE]:
        overridden.length === 0
          ? undefined
          : actor(resolverOverride, {
              environment: true,
              description: 'an answer for DynamoDB in the internal resolver',
              input: { name: OVERRIDE, consumers: consumersOf(overridden, OVERRIDE, ref) },
              stimuli: ['putInForce'],
            }),
      ...cascadeActors<Service2025, StaysHurt>(services2025, there, edges, ref, graph.stayHurt),
    },
    // Whoever depends on a service finds out at once how it is; what that does to him is a step of his own.
    delivery: 'sync',
    time: 'untimed',
  } as const;
}
