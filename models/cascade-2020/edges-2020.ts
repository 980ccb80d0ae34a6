import type { Edge, EdgeKind } from './edges.ts';

export const services2020 = [
  'kinesis-front-end',
  'back-end-cells',
  'membership-service',
  'dynamodb-config',
  'metadata-store',
  'kinesis-api',
  'cognito',
  'sign-in',
  'cloudwatch',
  'local-store',
  'cloudwatch-alarms',
  'auto-scaling',
  'lambda',
  'eventbridge',
  'ecs-and-eks',
  'shd-primary-tool',
  'shd-backup-tool',
  'service-health-dashboard',
  'personal-health-dashboard',
  'kinesis-operators',
] as const;
export type Service2020 = (typeof services2020)[number];

const minutes = (count: number): number => count * 60_000;

const row = (
  consumer: Service2020,
  supplier: Service2020,
  kinds: readonly EdgeKind[],
  note: string,
  more: Pick<Edge<Service2020>, 'standIn' | 'holds' | 'amongItsParts'> = {},
): Edge<Service2020> => ({ consumer, supplier, kinds, note, ...more });

/** Who depended on whom on 25 November 2020, as deployed. */
const asDeployed: readonly Edge<Service2020>[] = [
  row('kinesis-api', 'kinesis-front-end', ['H'], 'every put and get goes through it'),
  row('kinesis-front-end', 'back-end-cells', ['H'], 'stayed up'),
  row('kinesis-front-end', 'membership-service', ['R', 'S'], 'who is in the fleet; harm comes later'),
  row('kinesis-front-end', 'dynamodb-config', ['R', 'S'], 'the link to 2025; harm comes later'),
  row('kinesis-front-end', 'kinesis-front-end', ['H', 'R'], 'maps from neighbours, a thread for each peer', {
    amongItsParts: true,
  }),
  row('kinesis-front-end', 'kinesis-operators', ['R'], 'people diagnose and restart it'),
  row('cognito', 'kinesis-api', ['b'], 'a buffer; blocked from about 07:01', { holds: minutes(106) }),
  row('sign-in', 'cognito', ['H'], 'end users, and temporary credentials'),
  row('cloudwatch', 'kinesis-api', ['H'], 'metrics and logs'),
  row('cloudwatch-alarms', 'cloudwatch', ['H'], 'INSUFFICIENT_DATA'),
  row('auto-scaling', 'cloudwatch', ['S'], 'reactive policies, delayed to 17:47'),
  row('lambda', 'cloudwatch', ['b'], 'memory of the hosts, 06:15 to 10:36', { holds: minutes(60) }),
  row('eventbridge', 'kinesis-api', ['S'], 'delay and API errors'),
  row('ecs-and-eks', 'eventbridge', ['S'], 'control flows; running tasks unaffected'),
  row('shd-primary-tool', 'cognito', ['T', 'H'], 'who posts signs in with it'),
  row(
    'service-health-dashboard',
    'shd-primary-tool',
    ['T', 'H'],
    'the page, posted to with one of two tools',
    {
      standIn: { service: 'shd-backup-tool', kind: 'S' },
    },
  ),
  row('kinesis-operators', 'cloudwatch', ['T', 'S'], 'partly blind while diagnosing'),
  row('kinesis-api', 'service-health-dashboard', ['T'], 'where the world is told of it'),
];

/** What was or was to be done, each as what it makes of the rows it concerns. */
const remedies = {
  cognito: (edge: Edge<Service2020>) =>
    edge.consumer === 'cognito'
      ? row('cognito', 'kinesis-api', ['B'], 'web servers tolerate Kinesis errors')
      : edge,
  lambda: (edge: Edge<Service2020>) =>
    edge.consumer === 'lambda'
      ? row('lambda', 'cloudwatch', ['B'], 'metrics that do not fit are dropped')
      : edge,
  'local-store': (edge: Edge<Service2020>) =>
    ['cloudwatch-alarms', 'auto-scaling', 'kinesis-operators'].includes(edge.consumer)
      ? { ...edge, supplier: 'local-store' as const, note: 'recent metrics, written without Kinesis' }
      : edge,
  'trained-backup-tool': (edge: Edge<Service2020>) =>
    edge.consumer === 'service-health-dashboard'
      ? {
          ...edge,
          note: 'whose people are practised',
          standIn: { service: 'shd-backup-tool' as const, kind: 'B' as const },
        }
      : edge,
  'metadata-store': (edge: Edge<Service2020>) =>
    edge.amongItsParts
      ? row('kinesis-front-end', 'metadata-store', ['R'], 'maps from the authoritative store')
      : edge,
};
export type Remedy2020 = keyof typeof remedies;

/** The table with these remedies in place. */
export const edges2020 = (inPlace: readonly Remedy2020[]): readonly Edge<Service2020>[] =>
  inPlace.reduce((edges, remedy) => edges.map(remedies[remedy]), asDeployed);

/** Who was reported hurt on the day, and how. */
export const reported2020 = {
  'kinesis-front-end': 'down',
  'kinesis-api': 'down',
  cognito: 'down',
  'sign-in': 'down',
  cloudwatch: 'down',
  'cloudwatch-alarms': 'down',
  'auto-scaling': 'degraded',
  lambda: 'down',
  eventbridge: 'degraded',
  'ecs-and-eks': 'degraded',
  'shd-primary-tool': 'down',
  'service-health-dashboard': 'degraded',
  'kinesis-operators': 'degraded',
} as const satisfies Partial<Record<Service2020, 'down' | 'degraded'>>;
