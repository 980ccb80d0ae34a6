import type { Edge, EdgeKind } from '../cascade-2020/edges.ts';

export const services2025 = [
  'regional-record',
  'dns-enactors',
  'plan-store',
  'route-53',
  'dynamodb-new-connections',
  'dynamodb-open-connections',
  'global-tables',
  'internal-services',
  'internal-tooling',
  'dns-operators',
  'dwfm',
  'droplet-leases',
  'ec2-launch',
  'running-instances',
  'network-manager',
  'new-instance-connectivity',
  'nlb-health-checks',
  'az-failover',
  'nlb-capacity',
  'health-driven-replacement',
  'lambda-create-update',
  'lambda-sqs-pollers',
  'lambda-kinesis-pollers',
  'lambda-scaling',
  'ecs-eks-fargate-launches',
  'sts',
  'iam',
  'console-sign-in',
  'sign-in-elsewhere',
  'redshift-queries',
  'redshift-credentials',
  'redshift-replacement',
  'redshift-iam-sign-in',
  'connect',
  'account-metadata',
  'support-console',
] as const;
export type Service2025 = (typeof services2025)[number];

/** What people put in force, and is no service. */
export const OVERRIDE = 'resolver-override';
export type Supplier2025 = Service2025 | typeof OVERRIDE;

const minutes = (count: number): number => count * 60_000;

const row = (
  consumer: Service2025,
  supplier: Service2025,
  kinds: readonly EdgeKind[],
  note: string,
  more: Pick<Edge<Supplier2025>, 'standIn' | 'holds' | 'held'> = {},
): Edge<Supplier2025> => ({ consumer, supplier, kinds, note, ...more });

/** Where the internal resolver is asked. */
const overridden = { standIn: { service: OVERRIDE, kind: 'T', isToCome: true } } as const;

/** Who depended on whom on 19 and 20 October 2025, as deployed. */
const asDeployed: readonly Edge<Supplier2025>[] = [
  row('dynamodb-new-connections', 'regional-record', ['H'], 'a name without addresses'),
  row('dynamodb-open-connections', 'regional-record', ['B'], 'they survive'),
  row('regional-record', 'dns-enactors', ['R'], 'repair path only'),
  row('regional-record', 'dns-operators', ['R'], 'people edit the zone by hand, 02:15 to 02:25'),
  row('dns-enactors', 'plan-store', ['H'], 'this and the next, and nothing else on purpose'),
  row('dns-enactors', 'route-53', ['H'], 'a transaction for each endpoint'),
  row('global-tables', 'dynamodb-new-connections', ['S'], 'replicas in other regions lag'),
  row('internal-services', 'dynamodb-new-connections', ['H'], 'the override from 01:15', overridden),
  row('internal-tooling', 'dynamodb-new-connections', ['T', 'S'], 'hurt until 01:15', overridden),
  row('internal-tooling', 'iam', ['T', 'S'], 'who uses a tool has to sign in'),
  row('internal-tooling', 'sts', ['T', 'S'], 'and has credentials that end'),
  row('dns-operators', 'internal-tooling', ['T', 'S'], 'they repair with it, or without'),
  row('dwfm', 'dynamodb-new-connections', ['H'], 'state checks of droplets'),
  row('droplet-leases', 'dwfm', ['H'], 'once they have expired', { holds: minutes(15), held: 'lifetime' }),
  row('ec2-launch', 'droplet-leases', ['H'], 'insufficient capacity'),
  row('running-instances', 'dwfm', ['B'], 'unaffected'),
  row('network-manager', 'dwfm', ['S'], 'changes are blocked, then arrive together'),
  row('new-instance-connectivity', 'network-manager', ['H'], 'network state arrives late'),
  row('nlb-health-checks', 'new-instance-connectivity', ['H'], 'of new instances'),
  row('nlb-capacity', 'nlb-health-checks', ['b'], 'healthy nodes are removed', {
    holds: minutes(2),
    held: 'check-buffer',
  }),
  row('nlb-capacity', 'az-failover', ['b'], 'and whole zones', { holds: minutes(2), held: 'zone-buffer' }),
  row('lambda-create-update', 'dynamodb-new-connections', ['H'], 'from 23:51'),
  row('lambda-sqs-pollers', 'dynamodb-new-connections', ['H'], 'restored by hand at 04:40'),
  row('lambda-kinesis-pollers', 'dynamodb-new-connections', ['H'], 'from 23:51'),
  row('lambda-scaling', 'ec2-launch', ['S'], 'short of capacity to 11:27'),
  row('lambda-scaling', 'nlb-capacity', ['S'], 'from 05:30'),
  row('ecs-eks-fargate-launches', 'ec2-launch', ['H'], 'to 14:20'),
  row('sts', 'dynamodb-new-connections', ['H'], '23:51 to 01:19', overridden),
  row('sts', 'nlb-capacity', ['S'], '08:31 to 09:59'),
  row('iam', 'dynamodb-new-connections', ['H'], '23:51 to 01:25', overridden),
  row('console-sign-in', 'iam', ['H'], 'who somebody is'),
  row('console-sign-in', 'sts', ['H'], 'and a token for it'),
  row('sign-in-elsewhere', 'console-sign-in', ['H'], 'some other regions came in through us-east-1'),
  row('redshift-queries', 'dynamodb-new-connections', ['H'], 'from 23:47'),
  row('redshift-credentials', 'iam', ['H'], 'not refreshed'),
  row('redshift-credentials', 'sts', ['H'], 'not refreshed'),
  row('redshift-replacement', 'ec2-launch', ['H'], 'clusters stay "modifying", to 04:05 a day later'),
  row('redshift-iam-sign-in', 'iam', ['H'], 'of all regions, through us-east-1'),
  row('connect', 'dynamodb-new-connections', ['S'], 'from 00:20'),
  row('connect', 'lambda-scaling', ['S'], 'again from 07:04'),
  row('connect', 'nlb-capacity', ['S'], 'again from 07:04'),
  row('account-metadata', 'dynamodb-new-connections', ['H'], 'wrong answers once Support has failed over'),
  row('support-console', 'account-metadata', ['b'], 'the bypass opens on errors, not on wrong answers', {
    holds: minutes(32),
    held: 'bypass',
  }),
];

/** Those that stay hurt when what hurt them is over, as the system of each of them found. */
const stayHurtAsDeployed = [
  'droplet-leases',
  'network-manager',
  'nlb-capacity',
  'lambda-sqs-pollers',
] as const satisfies readonly Service2025[];
export type StaysHurt = (typeof stayHurtAsDeployed)[number];

export interface Graph2025 {
  readonly edges: readonly Edge<Supplier2025>[];
  readonly stayHurt: readonly StaysHurt[];
}

type Change = (graph: Graph2025) => Graph2025;

const eachRow =
  (change: (edge: Edge<Supplier2025>) => Edge<Supplier2025>): Change =>
  (graph) => ({ ...graph, edges: graph.edges.map(change) });
const rowsOf = (consumer: Service2025, kind: EdgeKind, note: string): Change =>
  eachRow((edge) =>
    edge.consumer === consumer ? row(consumer, edge.supplier as Service2025, [kind], note) : edge,
  );
const comesBack =
  (...names: readonly StaysHurt[]): Change =>
  (graph) => ({ ...graph, stayHurt: graph.stayHurt.filter((name) => !names.includes(name)) });
const alsoRows =
  (...rows: readonly Edge<Supplier2025>[]): Change =>
  (graph) => ({ ...graph, edges: [...graph.edges, ...rows] });
const all =
  (...changes: readonly Change[]): Change =>
  (graph) =>
    changes.reduce((changed, change) => change(changed), graph);

/** What was done, avoided, or could be done: each as what it makes of the table. */
const changes = {
  'no-override': eachRow((edge) =>
    edge.standIn === undefined
      ? edge
      : row(edge.consumer as Service2025, edge.supplier as Service2025, edge.kinds, edge.note),
  ),
  'lock-in-dynamodb': alsoRows(
    row('dns-enactors', 'dynamodb-new-connections', ['H'], 'a lock between Enactors, kept in DynamoDB'),
  ),
  'failover-off': all(
    rowsOf('nlb-capacity', 'B', 'a failed check takes nothing out'),
    comesBack('nlb-capacity'),
  ),
  'velocity-control': all(rowsOf('nlb-capacity', 'S', 'never below the floor'), comesBack('nlb-capacity')),
  'poller-supervisor': comesBack('lambda-sqs-pollers'),
  'queue-limits': comesBack('droplet-leases', 'network-manager'),
  'bypass-in-doubt': rowsOf('support-console', 'B', 'the bypass opens when an answer makes no sense'),
  'health-driven-replacement': alsoRows(
    row('new-instance-connectivity', 'ec2-launch', ['H'], 'new capacity needs a launch'),
    row('ec2-launch', 'network-manager', ['S'], 'a launch ends with a change there'),
    row('network-manager', 'health-driven-replacement', ['S'], 'replacements are changes too'),
    row('health-driven-replacement', 'nlb-capacity', ['S'], 'started for nodes that were removed'),
    row('ec2-launch', 'health-driven-replacement', ['S'], 'and launches like any other'),
  ),
} satisfies Record<string, Change>;
export type Change2025 = keyof typeof changes;

/** The table, and who stays hurt, with these changes made. */
export const graph2025 = (made: readonly Change2025[]): Graph2025 =>
  all(...made.map((name) => changes[name]))({ edges: asDeployed, stayHurt: stayHurtAsDeployed });

/** Who was reported hurt in those days, and how. */
export const reported2025 = {
  'regional-record': 'down',
  'dynamodb-new-connections': 'down',
  'global-tables': 'degraded',
  'internal-services': 'down',
  'internal-tooling': 'degraded',
  'dns-operators': 'degraded',
  dwfm: 'down',
  'droplet-leases': 'down',
  'ec2-launch': 'down',
  'network-manager': 'degraded',
  'new-instance-connectivity': 'degraded',
  'nlb-health-checks': 'degraded',
  'nlb-capacity': 'degraded',
  'lambda-create-update': 'down',
  'lambda-sqs-pollers': 'down',
  'lambda-kinesis-pollers': 'down',
  'lambda-scaling': 'degraded',
  'ecs-eks-fargate-launches': 'down',
  sts: 'down',
  iam: 'down',
  'console-sign-in': 'down',
  'sign-in-elsewhere': 'down',
  'redshift-queries': 'down',
  'redshift-credentials': 'down',
  'redshift-replacement': 'down',
  'redshift-iam-sign-in': 'down',
  connect: 'degraded',
  'account-metadata': 'down',
  'support-console': 'down',
} as const satisfies Partial<Record<Service2025, 'down' | 'degraded'>>;
