import type { Edge } from '../cascade-2020/edges.ts';
import type { Remedy2020, Service2020 } from '../cascade-2020/edges-2020.ts';
import { edges2020, services2020 } from '../cascade-2020/edges-2020.ts';
import type { Service2025, Supplier2025 } from '../cascade-2025/edges-2025.ts';
import { graph2025 } from '../cascade-2025/edges-2025.ts';

/** What of DynamoDB Kinesis comes to need; the others of 2025 are needed by nobody here. */
const dynamodb = [
  'regional-record',
  'dns-enactors',
  'plan-store',
  'route-53',
  'dynamodb-new-connections',
] as const satisfies readonly Service2025[];

export const servicesCombined = [...dynamodb, ...services2020] as const;
export type ServiceCombined = (typeof servicesCombined)[number];

export type CombinedEdge = Edge<ServiceCombined>;

/** What joins the two tables, and what could be done about it. */
export type Link = 'store-in-dynamodb' | 'configuration-kept';

const among = (edge: Edge<Supplier2025>): edge is Edge<(typeof dynamodb)[number]> =>
  [edge.consumer, edge.supplier].every((name) => (dynamodb as readonly string[]).includes(name));

const needsDynamodb = (consumer: Service2020, note: string): CombinedEdge => ({
  consumer,
  supplier: 'dynamodb-new-connections',
  kinds: ['H'],
  note,
});

/** The tables of both years with these remedies of 2020 in place: Kinesis keeps its configuration in DynamoDB. */
export function edgesCombined(
  remedies: readonly Remedy2020[],
  links: readonly Link[],
): readonly CombinedEdge[] {
  const kept = links.includes('configuration-kept');
  // Some server still has a map (ASSUME-11): the front end is not its own only source of one.
  const binding = edges2020(remedies).filter(({ amongItsParts }) => !amongItsParts);
  const kinesis = binding.map((edge): CombinedEdge =>
    kept && edge.supplier === 'dynamodb-config'
      ? { ...edge, kinds: ['B'], note: 'the last one that was read will do' }
      : edge,
  );
  return [
    ...graph2025([]).edges.filter(among),
    needsDynamodb('dynamodb-config', 'configuration is read from it'),
    ...(links.includes('store-in-dynamodb')
      ? [needsDynamodb('metadata-store', 'if that is where the store is')]
      : []),
    ...kinesis,
  ];
}
