import fc from 'fast-check';
import colours from 'picocolors';
import type { Property } from '../property/property.ts';
import { isTemporal, remembers } from '../property/property.ts';
import type { Suite } from '../property/suite.ts';
import { renderTrace } from '../report/trace-terminal.ts';
import { UsageError } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import { writeDown } from '../trace/replay.ts';
import type { Finding } from './finding.ts';
import { findIn } from './finding.ts';
import type { Schedule } from './schedules.ts';
import { schedules } from './schedules.ts';
import { instantiate } from './walk.ts';

/** What random schedules are to explore. */
export interface ScheduleOptions {
  readonly design: string;
  /** `default` unless given. */
  readonly scope?: string;
  /** Parameter values that replace the scope's. */
  readonly set?: Readonly<Record<string, number | string>>;
  /** All but those of kind `reachable`, unless given. One of that kind, when named, counts as found when reached. */
  readonly properties?: readonly string[];
  /** The most steps of a schedule, 60 unless given. */
  readonly maxLength?: number;
}

/** What a failing {@link scheduleProperty} throws; its message shows the run. */
export class ScheduleFailure extends Error {
  override readonly name = 'ScheduleFailure';
  readonly property: string;
  /** The steps of the run up to the one that shows it. */
  readonly steps: number;
  readonly #tell: () => string;

  constructor(finding: Finding, tell: () => string) {
    super();
    this.property = finding.property;
    this.steps = finding.run.steps.length;
    this.#tell = tell;
    // Shrinking throws away all but the last of many failures, so the run is written only when it is read.
    Object.defineProperty(this, 'message', { get: () => this.#tell(), configurable: true });
  }
}

/**
 * A fast-check property: no schedule of the design violates any of the properties. It fails with the run it
 * found, and shrinks to a short schedule that still fails; pass that to `reduce` for fewer steps yet. A pass
 * says only that these schedules found nothing.
 *
 * @throws UsageError for an unknown design, scope, parameter or property
 */
export function scheduleProperty(suite: Suite, options: ScheduleOptions): fc.IPropertyWithHooks<[Schedule]> {
  const instance = instantiate(suite.system, options);
  const properties = propertiesOf(suite, options.properties);
  return fc.property(schedules(options), (schedule) => {
    const found = findIn(instance, properties, schedule);
    if (found !== null) throw new ScheduleFailure(found, () => message(suite, instance, found));
  });
}

/** A suite's properties by name; without names, all that a schedule can violate. */
export function propertiesOf(suite: Suite, names?: readonly string[]): Record<string, Property> {
  const all = Object.entries(suite.properties);
  if (names === undefined)
    return Object.fromEntries(
      all.filter(([, property]) => property.kind !== 'reachable' && !isTemporal(property)),
    );
  const unknown = names.find((name) => !Object.hasOwn(suite.properties, name));
  if (unknown !== undefined) {
    throw new UsageError(
      `suite ${suite.name} has no property "${unknown}". It has: ${Object.keys(suite.properties).join(', ')}.`,
    );
  }
  const temporal = names.find((name) => isTemporal(suite.properties[name]!));
  if (temporal !== undefined) {
    throw new UsageError(
      remembers(suite.properties[temporal]!)
        ? `property "${temporal}" remembers what has happened, and a schedule is judged by its last state and step. Leave it to \`premortem check\`.`
        : `property "${temporal}" speaks of what happens in the end, and a schedule ends after some steps. Leave it to \`premortem check\`.`,
    );
  }
  return Object.fromEntries(all.filter(([name]) => names.includes(name)));
}

function message(suite: Suite, instance: SystemInstance, { property, run }: Finding): string {
  const { design } = instance;
  const designDescription = suite.system.designs[design]?.description ?? '';
  const subject = { suite: suite.name, designDescription, property };
  const trace = writeDown(instance, suite.properties[property]!, subject, run);
  const what = trace.shows === 'witness' ? 'is reached' : 'is violated';
  const text = renderTrace(trace, { width: 100, colour: colours.createColors(false) });
  return `${design} · ${property} ${what} in ${run.steps.length} steps of a random schedule\n\n${text}`;
}
