import type { AnyActorRef } from 'xstate';

/** The actors of a set by id: in which order they came into it must not matter. */
export function inOrder(actors: ReadonlySet<AnyActorRef>): AnyActorRef[] {
  return [...actors].sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
}
