/** What goes out as `n` of an event: a number, or a counter's value. */
export type PayloadSpec = number | { readonly counter: number };

/** Events of generated systems. `hops` is how many more messages an event may cause in a row. */
export interface SpecEvent {
  readonly type: string;
  readonly n?: number;
  readonly hops?: number;
  readonly from?: unknown;
}

/** What user code of a generated statechart is called with. */
export interface Args {
  context: Record<string, unknown>;
  event: SpecEvent;
  self: unknown;
  system: { get: (id: string) => unknown };
}

/**
 * How many more messages an event may cause in a row: `first` for a stimulus and a start, none for other
 * events of XState's own.
 */
export function hopsOf(event: SpecEvent, first: number): number {
  return event.hops ?? (/^xstate.(done|error)/.test(event.type) ? 0 : first);
}

/** The event that an action of a spec puts out, one hop further. */
export function outgoing(
  args: Pick<Args, 'context' | 'event'>,
  type: string,
  n: PayloadSpec,
  first: number,
): SpecEvent {
  const value = typeof n === 'number' ? n : ((args.context[`c${n.counter}`] as number | undefined) ?? 0);
  return { type, n: value, hops: hopsOf(args.event, first) - 1 };
}

/** The milliseconds of a tick. */
export const TICK = 10;

/** Stands for the sender itself, whatever its id, as a receiver. */
export const SELF = '$self';
