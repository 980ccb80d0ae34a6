/** Who puts its streams on Kinesis: the monitoring service, the other services of AWS, and everyone else. */
export const TENANTS = ['cloudwatch', 'other AWS services', 'customers'] as const;
export type Tenant = (typeof TENANTS)[number];

/**
 * The cell of a tenant, from 0. By July 2024 one cell was reserved for the services of AWS, CloudWatch among
 * them; with a fleet of its own CloudWatch has the first, and the others share what is left.
 */
export function cellOfTenant(tenant: Tenant, cells: number, ownFleet: boolean): number {
  const wanted: Record<Tenant, number> = ownFleet
    ? { cloudwatch: 0, 'other AWS services': 1, customers: 2 }
    : { cloudwatch: 0, 'other AWS services': 0, customers: 1 };
  return Math.min(wanted[tenant], cells - 1);
}
