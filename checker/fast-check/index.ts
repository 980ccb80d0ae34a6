// Random exploration with fast-check: `import { schedules, … } from 'premortem/fast-check'`.
export type { InstanceChoice, SystemInstance } from '../system/instance.ts';
export { exploration } from './exploration.ts';
export type { Exploration, ExplorationOptions } from './exploration.ts';
export { findAll, findIn } from './finding.ts';
export type { Finding } from './finding.ts';
export { reduce } from './reduce.ts';
export { scheduleProperty, ScheduleFailure } from './schedule-property.ts';
export type { ScheduleOptions } from './schedule-property.ts';
export { schedules } from './schedules.ts';
export type { Schedule } from './schedules.ts';
export { instantiate, runSchedule } from './walk.ts';
export type { ScheduleRun } from './walk.ts';
