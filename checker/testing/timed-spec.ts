import { cancel, raise, sendTo } from 'xstate';
import type { Args, PayloadSpec } from './spec-event.ts';
import { SELF, TICK, outgoing } from './spec-event.ts';

/** Actions that delay events, or cancel them, as plain data. Delays are in ticks. */
export type TimedAction =
  | {
      readonly do: 'raise later';
      readonly event: string;
      readonly n: PayloadSpec;
      readonly ticks: number;
      readonly id?: string;
    }
  | {
      readonly do: 'send later';
      readonly to: string;
      readonly event: string;
      readonly n: PayloadSpec;
      readonly ticks: number;
      readonly id?: string;
      /** Sent however many messages came before it, and the same each time. */
      readonly again?: true;
    }
  | { readonly do: 'cancel'; readonly id: string };

export function isTimedAction(action: { readonly do: string }): action is TimedAction {
  return ['raise later', 'send later', 'cancel'].includes(action.do);
}

export function buildTimedAction(hops: number, action: TimedAction): unknown {
  if (action.do === 'cancel') return cancel(action.id);
  const { event, n, ticks, id } = action;
  const options = { delay: TICK * ticks, ...(id === undefined ? {} : { id }) };
  const again = action.do === 'send later' && action.again === true;
  const content = (args: Args): object => ({
    ...outgoing(args, event, n, hops),
    ...(again ? { hops: 0 } : {}),
  });
  if (action.do === 'raise later') return raise(content as never, options);
  return sendTo(
    (({ system, self }: Args) => (action.to === SELF ? self : system.get(action.to))) as never,
    content as never,
    options,
  );
}
