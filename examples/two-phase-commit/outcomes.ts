import type { SnapshotFrom } from 'xstate';
import type { resourceManager } from './resource-manager.ts';

type ResourceManagers = readonly SnapshotFrom<typeof resourceManager>[];

export const allCommitted = (rms: ResourceManagers): boolean => rms.every((rm) => rm.matches('committed'));

export const allAborted = (rms: ResourceManagers): boolean => rms.every((rm) => rm.matches('aborted'));

export const allDecided = (rms: ResourceManagers): boolean =>
  rms.every((rm) => rm.matches('committed') || rm.matches('aborted'));

/** Never has one aborted while another has committed. */
export const consistent = (rms: ResourceManagers): boolean =>
  !(rms.some((rm) => rm.matches('aborted')) && rms.some((rm) => rm.matches('committed')));

/** Those who had decided before still stand by it. */
export const decidedForGood = (before: ResourceManagers, after: ResourceManagers): boolean =>
  before.every((rm, i) => !allDecided([rm]) || after[i]?.value === rm.value);
