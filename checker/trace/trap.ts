import { isWayOut } from '../property/fairness.ts';
import { observe, observedGroups } from '../property/observe.ts';
import type { Property } from '../property/property.ts';
import type { PlainState } from '../step/plain-space.ts';
import { PlainSpace } from '../step/plain-space.ts';
import type { StepName } from '../step/step-table.ts';
import type { SystemInstance } from '../system/instance.ts';
import { isEnabled, kindOf } from './forever.ts';
import { toJson } from './json-value.ts';
import type { TraceOffer } from './trace.ts';

/** States of a trap that are looked at again through XState; a larger one is believed as far as they go. */
const LIMIT = 500;

/** What is seen of a trap from one of its states. */
export interface Trap {
  /** States that are in it: at least these. */
  readonly states: number;
  /** Whether all were looked at to which the counted steps lead from there. */
  readonly whole: boolean;
}

/** The steps that a state enables and that do not count as a way out. */
export function uncountedAt(instance: SystemInstance, property: Property, at: PlainState): TraceOffer[] {
  const space = new PlainSpace(instance);
  return space
    .offers(at)
    .filter((offer) => !isWayOut(property.using, kindOf(instance, offer, at)) && isEnabled(space, at, offer))
    .map(({ kind, actor, from, event }) => ({ kind: kind as StepName, actor, from, event: toJson(event) }));
}

/**
 * Whether what should stay possible cannot be reached from a state: its states are searched again on plain
 * objects through XState, the first few hundred of them. Null where it can.
 */
export function trapAt(instance: SystemInstance, property: Property, from: PlainState): Trap | null {
  const space = new PlainSpace(instance);
  const groups = observedGroups(instance, property);
  const scope = { parameters: instance.parameters, design: instance.design };
  const seen = new Set([space.key(from)]);
  const queue = [from];
  let whole = true;
  for (const state of queue) {
    if (
      property.holds!(
        observe(groups, (place) => state.snapshots[place]),
        scope,
      )
    )
      return null;
    for (const offer of space.offers(state)) {
      if (!isWayOut(property.using, kindOf(instance, offer, state))) continue;
      for (const { ended, after } of space.takeAll(state, offer)) {
        if (ended === 'full') return null;
        const key = space.key(after);
        if (ended !== 'ok' || seen.has(key)) continue;
        if (seen.size >= LIMIT) {
          whole = false;
          continue;
        }
        seen.add(key);
        queue.push(after);
      }
    }
  }
  return { states: seen.size, whole };
}
