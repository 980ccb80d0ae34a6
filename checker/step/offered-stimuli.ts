import type { AnyEventObject } from 'xstate';
import { ModelError } from '../system/errors.ts';
import type { InstanceActor } from '../system/instance.ts';
import { compareText } from './canonical.ts';
import { checkList, encodeEvent } from './check-event.ts';
import { fragilePartsOf, freezeDeep, isChanged, twinsOf } from './purity.ts';
import type { AnySnapshot } from './snapshot-key.ts';

/** The stimuli an actor offers in a local state, in order. @throws ModelError, or what user code throws */
export function offeredStimuli({ stimuli }: InstanceActor, snapshot: AnySnapshot): readonly AnyEventObject[] {
  const list: unknown = typeof stimuli === 'function' ? stimuli(snapshot) : stimuli;
  checkList(list, 'the function must return a list of events');
  if (typeof stimuli === 'function') checkStimuli(snapshot, list, stimuli);
  const events = list.map((s) => (typeof s === 'string' ? { type: s } : s));
  // An event offered twice is one step.
  const distinct = new Map(events.map((event) => [encodeEvent(event), event as AnyEventObject]));
  distinct.forEach(freezeDeep);
  return [...distinct.values()];
}

/** A stimuli function must give the same list again, whatever the insertion orders, and change nothing. */
function checkStimuli(snapshot: AnySnapshot, list: unknown, ask: (snapshot: never) => unknown): void {
  // The same events in another order are the same offer.
  const textOf = (offered: unknown): string =>
    (offered as unknown[])
      .map((stimulus) => encodeEvent(typeof stimulus === 'string' ? { type: stimulus } : stimulus))
      .sort(compareText)
      .join();
  const text = textOf(list);
  fragilePartsOf(snapshot);
  const differs = (of: AnySnapshot): boolean => textOf(ask(of as never)) !== text;
  if (differs(snapshot) || differs(snapshot)) {
    throw new ModelError('the list came out differently when asked for twice: the function is impure.', {});
  }
  if (twinsOf(snapshot).some(differs)) {
    throw new ModelError(
      'the list depends on the order in which keys of an object or entries of a Map or Set were inserted, which is not part of the state. Sort them before use.',
      {},
    );
  }
  if (isChanged(snapshot)) {
    throw new ModelError(
      'the function changed the context (a Map, Set, Date or typed array in it) in place.',
      {},
    );
  }
}
