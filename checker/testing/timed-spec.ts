import { cancel, raise, sendTo } from 'xstate';
import type { Args, PayloadSpec } from './spec-event.ts';
import { TICK, outgoing } from './spec-event.ts';

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
    }
  | { readonly do: 'cancel'; readonly id: string };

export function isTimedAction(action: { readonly do: string }): action is TimedAction {
  return ['raise later', 'send later', 'cancel'].includes(action.do);
}

export function buildTimedAction(hops: number, action: TimedAction): unknown {
  if (action.do === 'cancel') return cancel(action.id);
  const { event, n, ticks, id } = action;
  const options = { delay: TICK * ticks, ...(id === undefined ? {} : { id }) };
  const content = (args: Args): object => outgoing(args, event, n, hops);
  if (action.do === 'raise later') return raise(content as never, options);
  return sendTo((({ system }: Args) => system.get(action.to)) as never, content as never, options);
}
