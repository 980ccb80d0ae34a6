/** The command line or an option is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The model could not be built from its source: exit code 150. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}

/** This design makes no sense at these values; says so instead of a verdict. See {@link notBuildable}. */
export class NotBuildable extends Error {
  override readonly name = 'NotBuildable';
}

/**
 * Called from a system's `build` to say that a design cannot be built at the given values. Its checks
 * are then `inconclusive` with this reason, and the other designs go on.
 */
export function notBuildable(reason: string): never {
  throw new NotBuildable(reason);
}

/** Where in a model something went wrong; each part is given where it is known. */
export interface ModelErrorPlace {
  machine?: string;
  actor?: string;
  state?: string;
  event?: string;
  action?: string;
  path?: string;
}

/**
 * User code or a statechart did what the checker cannot accept: verdict `error`. The message says
 * what happened, where, and what to do about it.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly place: ModelErrorPlace;
  /** The message without the place. */
  readonly what: string;

  constructor(what: string, place: ModelErrorPlace, options?: { cause?: unknown }) {
    super(`${describePlace(place)}${what}`, options);
    this.place = place;
    this.what = what;
  }
}

function describePlace(place: ModelErrorPlace): string {
  const parts = [
    place.actor && `actor ${place.actor}`,
    place.machine && `machine "${place.machine}"`,
    place.state && `state ${place.state}`,
    place.event && `event ${place.event}`,
    place.action && `action ${place.action}`,
    place.path && `at ${place.path}`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : `${parts.join(', ')}: `;
}

/** The message of anything thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
