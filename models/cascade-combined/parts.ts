import { withSuppliers } from '../cascade-2020/edges.ts';
import type { CombinedEdge, ServiceCombined } from './edges-combined.ts';
import { servicesCombined } from './edges-combined.ts';

/** Which services are looked at together, as in cascade-2025: with all they depend on they are there. */
export const parts = {
  // The page, Cognito and the operators are needed for it, or told of it.
  'restart-and-lambda': ['kinesis-front-end', 'lambda'],
  everything: servicesCombined,
} as const satisfies Record<string, readonly ServiceCombined[]>;

/** One of those, or any single service. */
export type Part = keyof typeof parts | ServiceCombined;

const isService = (part: Part): part is ServiceCombined =>
  (servicesCombined as readonly string[]).includes(part);

export function servicesOf(edges: readonly CombinedEdge[], part: Part): readonly ServiceCombined[] {
  const asked = isService(part) ? [part] : parts[part];
  const there = withSuppliers(edges, ['regional-record', ...asked], () => true);
  return servicesCombined.filter(
    (name) => there.has(name) && (name !== 'local-store' || edges.some(({ supplier }) => supplier === name)),
  );
}
