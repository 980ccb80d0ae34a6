import { ModelError } from '../system/errors.ts';
import { MAX_MICROSTEPS } from './instrument.ts';

/** What an error of XState means, in words of the model. */
export function whatOf(message: string): string {
  if (message.startsWith('Infinite loop detected'))
    return `more than ${MAX_MICROSTEPS} eventless or raised transitions in one step: the statechart goes round for ever. Give one of its \`always\` transitions a guard that ends the loop.`;
  if (message.startsWith("Unable to send event to actor '#_parent'"))
    return "sendParent() has nobody to send to: an actor of a system has no parent. Address another actor with sendTo and `({ system }) => system.get('its id')`.";
  if (message.startsWith('Unable to send event to actor'))
    return `sendTo() names an actor by a string, which XState looks up among the sender's own children: ${message} Address another actor of the system with \`({ system }) => system.get('its id')\`.`;
  return `user code threw: ${message}`;
}

/** XState wraps what a guard throws into an error of its own; the cause is what the user needs. */
export function innermost(thrown: unknown): unknown {
  return thrown instanceof Error && thrown.cause !== undefined && !(thrown instanceof ModelError)
    ? innermost(thrown.cause)
    : thrown;
}
