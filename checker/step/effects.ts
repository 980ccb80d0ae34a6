import type { AnyEventObject } from 'xstate';
import type { EffectArgs } from '../system/define-system.ts';
import { ModelError, messageOf } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import { checkList, encodeEvent } from './check-event.ts';
import type { Output } from './local-step.ts';
import { freezeDeep } from './purity.ts';

/**
 * The messages a custom action sends in the model: one list, or one for each outcome of its choice.
 *
 * @throws ModelError when the action is neither ignorable nor modelled, or its model throws
 */
export function runEffect(instance: SystemInstance, action: string, args: EffectArgs): Output[][] {
  const effect = Object.hasOwn(instance.effects, action) ? instance.effects[action] : undefined;
  if (effect === undefined) {
    throw new ModelError(
      `a custom action, which the checker does not run. List it in the system's \`effects\`: "ignore" if the model cannot see what it does, or the messages it sends.`,
      { action: `"${action}"` },
    );
  }
  if (effect === 'ignore') return [[]];
  let result: unknown;
  try {
    result = effect(args);
  } catch (thrown) {
    throw new ModelError(
      `its model in \`effects\` threw: ${messageOf(thrown)}`,
      { action: `"${action}"` },
      { cause: thrown },
    );
  }
  const choice = typeof result === 'object' && result !== null && 'choice' in result;
  const outcomes = choice ? (result as { choice: unknown }).choice : [result];
  return inAction(action, () => {
    checkList(outcomes, `${MODEL} must offer a list of outcomes as its choice`);
    if (outcomes.length === 0) throw new ModelError(`${MODEL} offers a choice of no outcomes.`, {});
    return outcomes.map((sends: unknown) => {
      checkList(sends, `${MODEL} must return a list of messages, \`{ to, event }\` each`);
      return sends.map((send) => output(instance, send));
    });
  });
}

const MODEL = 'its model in `effects`';

/** Adds the action's name to what goes wrong with its model. */
function inAction<T>(action: string, body: () => T): T {
  try {
    return body();
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    throw new ModelError(thrown.what, { ...thrown.place, action: `"${action}"` }, { cause: thrown });
  }
}

function output(instance: SystemInstance, send: unknown): Output {
  if (typeof send !== 'object' || send === null || !('to' in send) || !('event' in send)) {
    throw new ModelError(`${MODEL} returned a message that is not of the form \`{ to, event }\`.`, {});
  }
  const to = instance.placeOf.get(send.to as string);
  if (to === undefined) {
    const known = instance.actors.map((a) => a.id).join(', ');
    throw new ModelError(
      `${MODEL} sends to "${String(send.to)}", which is no actor. Its actors: ${known}.`,
      {},
    );
  }
  encodeEvent(send.event);
  freezeDeep(send.event);
  return { kind: 'send', to, event: send.event as AnyEventObject };
}
