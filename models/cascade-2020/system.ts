import { actor, defineSystem, integer, notBuildable, oneOf } from 'premortem';
import { cascadeActors } from './actors.ts';
import type { Remedy2020 } from './edges-2020.ts';
import { edges2020, services2020 } from './edges-2020.ts';
import { outage } from './outage.ts';

/** What each design puts in place. */
export const remediesOf = {
  'as-deployed': [],
  'all-remedies': ['cognito', 'lambda', 'local-store', 'trained-backup-tool'],
  'maps-from-the-metadata-store': ['metadata-store'],
} as const satisfies Record<string, readonly Remedy2020[]>;

/** Everything around Kinesis on 25 November 2020, as a graph of who depends on whom. */
export const cascade2020 = defineSystem({
  name: 'cascade-2020',
  ref: 'M-X',
  description:
    'One service breaks, all others feel what their suppliers are, each at a moment of its own, and the broken one may be repaired. Says who can be hurt and who comes back by itself, nothing of how long that takes.',
  parameters: {
    root: oneOf(services2020, 'the service that breaks'),
    second: oneOf(['none', ...services2020], 'another that may break as well, or none'),
    seed: integer({
      min: 0,
      max: 1,
      description: 'front-end servers that still have a map when all are down',
    }),
  },
  scopes: {
    default: { root: 'kinesis-front-end', second: 'none', seed: 1 },
    'cold-start': { root: 'kinesis-front-end', second: 'none', seed: 0 },
  },
  designs: {
    'as-deployed': { ref: 'as-was', description: 'As it was that day.' },
    'all-remedies': {
      ref: 'fixed',
      description:
        'Cognito and Lambda are truly best effort, alarms, scaling and operators read a local store, and the backup tool is practised.',
    },
    'maps-from-the-metadata-store': {
      ref: 'as-was K11b',
      description:
        'A front-end server that starts reads its map from the metadata store, not from its peers.',
    },
  },
  build: ({ parameters: { root, second, seed }, design, ref }) => {
    const edges = edges2020(remediesOf[design]).filter(({ amongItsParts }) => !amongItsParts || seed === 0);
    const there = services2020.filter(
      (name) => name !== 'local-store' || edges.some(({ supplier }) => supplier === name),
    );
    const known: readonly string[] = there;
    const missing = [root, second].find((name) => name !== 'none' && !known.includes(name));
    if (missing !== undefined) notBuildable(`this design has no ${missing}`);
    return {
      actors: {
        outage: actor(outage, {
          environment: true,
          input: { root: ref(root) },
          stimuli: ['strike', 'repair'],
        }),
        'second-outage':
          second === 'none' || second === root
            ? undefined
            : actor(outage, {
                environment: true,
                input: { root: ref(second) },
                stimuli: ['strike', 'repair'],
              }),
        ...cascadeActors(services2020, there, edges, ref),
      },
      // Whoever depends on a service finds out at once how it is; what that does to him is a step of his own.
      delivery: 'sync',
      time: 'untimed',
    };
  },
});
