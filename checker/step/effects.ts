import type { EffectArgs, EffectSend } from '../system/define-system.ts';
import { ModelError, messageOf } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import { encode } from './canonical.ts';
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
  let result;
  try {
    result = effect(args);
  } catch (thrown) {
    throw new ModelError(
      `its model in \`effects\` threw: ${messageOf(thrown)}`,
      { action: `"${action}"` },
      { cause: thrown },
    );
  }
  const outcomes = 'choice' in result ? result.choice : [result];
  if (outcomes.length === 0) {
    throw new ModelError('its model in `effects` offers a choice of no outcomes.', { action: `"${action}"` });
  }
  return outcomes.map((sends) => sends.map((send) => output(instance, action, send)));
}

function output(instance: SystemInstance, action: string, send: EffectSend): Output {
  const to = instance.placeOf.get(send.to);
  if (to === undefined) {
    const known = instance.actors.map((a) => a.id).join(', ');
    throw new ModelError(
      `its model in \`effects\` sends to "${send.to}", which is no actor. Its actors: ${known}.`,
      {
        action: `"${action}"`,
      },
    );
  }
  encode(send.event, 'event');
  freezeDeep(send.event);
  return { kind: 'send', to, event: send.event };
}
