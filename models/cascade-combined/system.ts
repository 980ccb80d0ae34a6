import { actor, defineSystem, notBuildable, oneOf } from 'premortem';
import { cascadeActors } from '../cascade-2020/actors.ts';
import type { Remedy2020 } from '../cascade-2020/edges-2020.ts';
import { outage } from '../cascade-2020/outage.ts';
import type { Link, ServiceCombined } from './edges-combined.ts';
import { edgesCombined, servicesCombined } from './edges-combined.ts';
import { parts, servicesOf } from './parts.ts';

interface InPlace {
  readonly remedies: readonly Remedy2020[];
  readonly links: readonly Link[];
}

const allRemedies = ['cognito', 'lambda', 'local-store', 'trained-backup-tool'] as const;

/** What each design puts in place. */
export const inPlace = {
  'as-deployed': { remedies: [], links: [] },
  'all-remedies': { remedies: allRemedies, links: [] },
  'maps-from-the-metadata-store': { remedies: ['metadata-store'], links: [] },
  'maps-from-a-store-in-dynamodb': { remedies: ['metadata-store'], links: ['store-in-dynamodb'] },
  'all-remedies-and-maps-from-the-metadata-store': {
    remedies: [...allRemedies, 'metadata-store'],
    links: [],
  },
  'configuration-kept': {
    remedies: [...allRemedies, 'metadata-store'],
    links: ['configuration-kept'],
  },
  'configuration-kept-store-in-dynamodb': {
    remedies: [...allRemedies, 'metadata-store'],
    links: ['configuration-kept', 'store-in-dynamodb'],
  },
} as const satisfies Record<string, InPlace>;
export type DesignCombined = keyof typeof inPlace;

export const edgesOfDesign = (design: DesignCombined) =>
  edgesCombined(inPlace[design].remedies, inPlace[design].links);

/** What an outage of DynamoDB like that of 2025 would do to Kinesis as it was in 2020, and to what was done there afterwards. */
export const cascadeCombined = defineSystem({
  name: 'cascade-combined',
  ref: 'M-X-combined',
  description:
    'The record of DynamoDB is empty, and the front end of Kinesis may break meanwhile. A what-if: no source tells of it. Says who can be hurt and what can be repaired while the other is broken, nothing of how long that takes.',
  parameters: {
    part: oneOf(
      [...(Object.keys(parts) as (keyof typeof parts)[]), ...servicesCombined],
      'the services looked at, with all they depend on: a group, or any one',
    ),
    root: oneOf(servicesCombined, 'the service that breaks'),
    second: oneOf(['none', ...servicesCombined], 'another that may break as well, or none'),
  },
  scopes: {
    default: { part: 'restart-and-lambda', root: 'regional-record', second: 'kinesis-front-end' },
    'dynamodb-alone': { part: 'everything', root: 'regional-record', second: 'none' },
  },
  designs: {
    'as-deployed': { ref: 'as-was', description: 'As it was in 2020.' },
    'all-remedies': {
      ref: 'fixed',
      description:
        'Cognito and Lambda are truly best effort, alarms, scaling and operators read a local store, and the backup tool is practised.',
    },
    'maps-from-the-metadata-store': {
      ref: 'as-was K11b',
      description: 'A front-end server that starts reads its map from a store that needs nothing else.',
    },
    'maps-from-a-store-in-dynamodb': {
      ref: 'as-was K11b dynamodb',
      description: 'The same, and the store is DynamoDB.',
    },
    'all-remedies-and-maps-from-the-metadata-store': {
      ref: 'fixed K11b',
      description: 'All remedies, and maps from a store that needs nothing else.',
    },
    'configuration-kept': {
      ref: 'fixed K11b kept',
      description: 'The same, and a front-end server starts with the last configuration that was read.',
    },
    'configuration-kept-store-in-dynamodb': {
      ref: 'fixed K11b dynamodb kept',
      description: 'The same, and the store of maps is DynamoDB.',
    },
  },
  build: ({ parameters: { part, root, second }, design, ref }) => {
    const table = edgesOfDesign(design);
    const there = servicesOf(table, part);
    const known: readonly string[] = there;
    const missing = [root, second].find((name) => name !== 'none' && !known.includes(name));
    if (missing !== undefined) notBuildable(`there is no ${missing} in ${part}, as ${design}`);
    const edges = table.filter(({ consumer }) => known.includes(consumer));
    const outageOf = (service: string) =>
      actor(outage, { environment: true, input: { root: ref(service) }, stimuli: ['strike', 'repair'] });
    return {
      actors: {
        outage: outageOf(root),
        'second-outage': second === 'none' || second === root ? undefined : outageOf(second),
        ...cascadeActors<ServiceCombined>(servicesCombined, there, edges, ref),
      },
      // Whoever depends on a service finds out at once how it is; what that does to him is a step of his own.
      delivery: 'sync',
      time: 'untimed',
    };
  },
});
