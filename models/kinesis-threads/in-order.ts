import type { AnyActorRef } from 'xstate';

/** The actors of a set by id: in which order they came into it must not matter. */
export function inOrder(actors: ReadonlySet<AnyActorRef>): AnyActorRef[] {
  const number = ({ id }: AnyActorRef): number => Number(/\d+$/.exec(id)?.[0] ?? 0);
  return [...actors].sort((a, b) => number(a) - number(b) || (a.id < b.id ? -1 : 1));
}
