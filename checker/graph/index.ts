// Bridges to @xstate/graph: `import { asActorLogic, chartCoverage } from 'premortem/graph'`.
export { instantiate } from '../system/instance.ts';
export type { InstanceChoice, SystemInstance } from '../system/instance.ts';
export { asActorLogic } from './as-actor-logic.ts';
export type { SystemEvent, SystemLogic, SystemSnapshot, SystemTraversal } from './as-actor-logic.ts';
export { chartCoverage } from './chart-coverage.ts';
export type { ChartCoverage, ChartCoverageOptions, ChartEvents, EventPath } from './chart-coverage.ts';
