import type { Property } from '../property/property.ts';
import { isTemporal } from '../property/property.ts';
import type { SystemInstance } from '../system/instance.ts';
import type { Replayed } from '../trace/replay.ts';
import { shows } from '../trace/replay.ts';
import type { Schedule } from './schedules.ts';
import { Walker, follow } from './walk.ts';

/** What a schedule found: the run up to the first step that shows it. */
export interface Finding {
  readonly property: string;
  readonly run: Replayed;
}

/**
 * Runs a schedule until one of the properties is violated (a `reachable` one: until it is reached), and gives
 * the run up to there; null when nothing was found, which says nothing of any other schedule. Properties of what
 * happens in the end are passed over.
 *
 * @throws ModelError from user code, properties included
 */
export function findIn(
  instance: SystemInstance,
  properties: Readonly<Record<string, Property>>,
  schedule: Schedule,
): Finding | null {
  const all = Object.entries(properties).filter(isForSchedules);
  let property: string | null = null;
  const run = follow(instance, schedule, (current) => {
    const shown = all.find(([, candidate]) => showsNow(instance, candidate, current));
    property = shown?.[0] ?? null;
    return shown !== undefined;
  });
  return property === null ? null : { property, run };
}

/** Like {@link findIn}, but runs the schedule to its end: what it finds of each property, in order. */
export function findAll(
  instance: SystemInstance,
  properties: Readonly<Record<string, Property>>,
  schedule: Schedule,
): Finding[] {
  const open = new Map(Object.entries(properties).filter(isForSchedules));
  const found: Finding[] = [];
  follow(instance, schedule, ({ start, steps, states }) => {
    for (const [property, candidate] of open) {
      if (!showsNow(instance, candidate, { start, steps, states })) continue;
      found.push({ property, run: { start, steps: [...steps], states: [...states] } });
      open.delete(property);
    }
    return open.size === 0;
  });
  return found;
}

/** A schedule ends after some steps: of what happens in the end, or stays possible, it shows nothing. */
export function isForSchedules([, property]: [string, Property]): boolean {
  return !isTemporal(property);
}

/** Whether a run shows a property at its end; what it shows earlier does not count. */
export function showsNow(instance: SystemInstance, property: Property, run: Replayed): boolean {
  const walker = Walker.of(instance);
  const last = run.steps.at(-1);
  // A step property speaks of the last step, every other of the state it led to.
  const where =
    property.kind === 'step-property' ? last && walker.move(last) : walker.node(run.states.at(-1)!);
  const known = where?.shown.get(property);
  if (known !== undefined) return known;
  const shown =
    property.kind === 'deadlock-free' && !walker.isEnd(walker.node(run.states.at(-1)!))
      ? false
      : shows(instance, property, run);
  where?.shown.set(property, shown);
  return shown;
}
