import type { SystemInstance } from '../system/instance.ts';
import { topOf } from '../system/instance.ts';
import type { ChannelSet } from './channel-set.ts';
import type { Layout } from './layout.ts';
import type { TimerTable } from './timer-table.ts';

/** What of a fold holds messages on their way. */
interface OnTheWay {
  readonly vector: Int32Array;
  readonly layout: Layout;
  readonly channelSet: ChannelSet;
  readonly timers: readonly TimerTable[];
  unbounded: boolean;
  set(component: number, local: number): void;
  noteRead(component: number): void;
  noteLost(from: number, to: number, event: number, isGone: boolean): void;
}

/** Empties the channels to an actor: what waits in them is lost, told by sender in the order it would have come in. */
export function loseMail(fold: OnTheWay, place: number): void {
  const { vector, layout, channelSet } = fold;
  // Of a channel that appears later the step must not be remembered to have left it alone.
  fold.unbounded = true;
  const incoming = channelSet.list
    .map((table, channel) => ({ table, component: layout.channels + channel }))
    .filter(({ table, component }) => table.receiver === place && vector[component] !== 0)
    .sort((a, b) => a.table.sender - b.table.sender);
  for (const { table, component } of incoming) {
    for (const event of table.content(vector[component]!)) fold.noteLost(table.sender, place, event, true);
    fold.set(component, 0);
  }
}

/** A child has come to its end: what is on its way to it is on its way to nobody, whoever takes its place. */
export function forgetChild(fold: OnTheWay, place: number): void {
  const { vector, layout, channelSet, timers } = fold;
  if (channelSet.mayLeadTo(place)) loseMail(fold, place);
  timers.forEach((table, owner) => {
    const component = layout.timers + owner;
    fold.noteRead(component);
    const next = table.forget(vector[component]!, place);
    if (next !== vector[component]) fold.set(component, next);
  });
}

/** A process has crashed: no timer that it, or an actor in it, has set fires any more. */
export function clearTimers(fold: OnTheWay, { actors }: SystemInstance, place: number): void {
  const { vector, layout, timers } = fold;
  timers.forEach((_, owner) => {
    if (topOf(actors, owner) !== place) return;
    const component = layout.timers + owner;
    fold.noteRead(component);
    if (vector[component] !== 0) fold.set(component, 0);
  });
}

/** Lets a tick pass; no timer may be due. */
export function tick(fold: OnTheWay): void {
  const { vector, layout, timers } = fold;
  for (let place = 0; place < timers.length; place++) {
    const component = layout.timers + place;
    if (vector[component] !== 0) fold.set(component, timers[place]!.tick(vector[component]!));
  }
}
