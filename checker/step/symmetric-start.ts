import type { IntegerSpace } from './integer-space.ts';
import { firstDifference } from './purity.ts';
import { dataOf, stateName } from './snapshot-key.ts';
import type { Symmetry } from './symmetry.ts';

/**
 * Whether the initial states are the same ones with any two neighbours of a class exchanged. If so, all reachable states
 * are, and each orbit of them is reachable whole; else hardly any two states are alike but for the names.
 *
 * @returns where they differ, in words; null where they do not
 */
export function startTellsApart(symmetry: Symmetry, initial: readonly Int32Array[]): string | null {
  const known = new Set(initial.map((vector) => vector.join()));
  for (const vector of initial) {
    for (const { number, ids } of symmetry.group.exchanges) {
      const renamed = vector.slice();
      symmetry.rename(number, vector, renamed);
      if (known.has(renamed.join())) continue;
      return `the start tells ${ids[0]} and ${ids[1]} apart: ${where(symmetry.space, vector, renamed)}`;
    }
  }
  return null;
}

function where(
  { instance, layout, width, actors }: IntegerSpace,
  is: Int32Array,
  renamed: Int32Array,
): string {
  const component = Array.from({ length: width }, (_, c) => c).find((c) => is[c] !== renamed[c])!;
  if (component >= layout.actors) return 'what is on its way is not the same with the two exchanged';
  const { id } = instance.actors[component]!;
  const [one, other] = [is, renamed].map((vector) => actors[component]!.snapshots[vector[component]!]!);
  const difference = firstDifference(dataOf(one!), dataOf(other!), 'context');
  if (difference === null)
    return `${id} would be in ${stateName(other!)} with the two exchanged, and is in ${stateName(one!)}`;
  const list = /\[\d+\]/.test(difference.path) ? '. A list has an order: a Set has none' : '';
  return `${difference.path} of ${id} would be ${difference.b} with the two exchanged, and is ${difference.a}${list}`;
}
