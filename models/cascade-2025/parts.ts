import type { Edge } from '../cascade-2020/edges.ts';
import { withSuppliers } from '../cascade-2020/edges.ts';
import type { Service2025, Supplier2025 } from './edges-2025.ts';
import { services2025 } from './edges-2025.ts';

/**
 * Which services are looked at together. With all they depend on they are there, and what depends on none of them is
 * left out: it changes nothing for them, and all services at once have far too many states.
 */
export const parts = {
  'cross-section': ['ecs-eks-fargate-launches', 'running-instances', 'internal-services', 'nlb-capacity'],
  repair: ['dns-operators'],
  launches: ['ecs-eks-fargate-launches', 'redshift-replacement', 'running-instances'],
  capacity: ['lambda-scaling', 'connect'],
  clients: [
    'dynamodb-open-connections',
    'global-tables',
    'lambda-create-update',
    'lambda-sqs-pollers',
    'lambda-kinesis-pollers',
    'redshift-queries',
    'support-console',
  ],
  'sign-in': ['internal-services', 'sign-in-elsewhere'],
  redshift: ['redshift-credentials', 'redshift-iam-sign-in'],
  everything: services2025,
} as const satisfies Record<string, readonly Service2025[]>;

/** One of those, or any single service. */
export type Part = keyof typeof parts | Service2025;

const isService = (part: Part): part is Service2025 => (services2025 as readonly string[]).includes(part);

/** Some services are only in some designs. */
const isThere = (edges: readonly Edge<Supplier2025>[], name: Service2025): boolean =>
  edges.some(({ consumer, supplier }) => consumer === name || supplier === name);

/** The services of a part: who repairs the record, and with what, only where that is asked for. */
export function servicesOf(edges: readonly Edge<Supplier2025>[], part: Part): readonly Service2025[] {
  const asked = isService(part) ? [part] : parts[part].filter((name) => isThere(edges, name));
  const counts = ({ supplier }: Edge<Supplier2025>) => supplier !== 'dns-operators';
  const there = withSuppliers<Supplier2025>(edges, ['regional-record', ...asked], counts);
  return services2025.filter((name) => there.has(name));
}
