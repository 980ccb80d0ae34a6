import { ModelError } from '../system/errors.ts';

/** Calls a fold may make before it counts as endless. */
export const MAX_CALLS = 1000;

/** The error of a fold that goes on beyond {@link MAX_CALLS}; it names the last cycle of its calls. */
export function endless(calls: readonly { readonly actor: string; readonly event: string }[]): ModelError {
  const names: string[] = [];
  for (const { actor, event } of calls.toReversed()) {
    const name = `${actor} (${event})`;
    if (names.includes(name)) break;
    names.unshift(name);
  }
  return new ModelError(
    `more than ${MAX_CALLS} sync calls in one step; the actors call each other in a cycle: ${names.join(' → ')} → …. Deliver one of these messages through a channel (\`fifo\`), or end the exchange.`,
    { actor: calls[0]!.actor, event: calls[0]!.event },
  );
}

/** The calls of a fold in order, for the message where they never end. */
export class CallLog {
  private readonly places = new Int32Array(MAX_CALLS + 1);
  private readonly events = new Int32Array(MAX_CALLS + 1);
  count = 0;

  /** @returns false where there are too many */
  add(place: number, event: number): boolean {
    if (this.count === MAX_CALLS) return false;
    this.places[this.count] = place;
    this.events[this.count++] = event;
    return true;
  }

  error(actorId: (place: number) => string, eventType: (event: number) => string): ModelError {
    return endless(
      Array.from({ length: this.count }, (_, i) => ({
        actor: actorId(this.places[i]!),
        event: eventType(this.events[i]!),
      })),
    );
  }
}
