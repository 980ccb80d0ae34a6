import type { SystemInstance } from '../system/instance.ts';
import type { ChannelTable } from './channel-table.ts';
import type { Layout } from './layout.ts';
import { Entry } from './step-table.ts';

/** Where steps come from: a kind of step, the place of the actor it belongs to, and its channel where it has one. */
export interface Source {
  readonly kind: number;
  /** The place of the actor; -1 for a tick. */
  readonly place: number;
  /** The index of the channel; -1 where there is none. */
  readonly channel: number;
}

/**
 * The sources of steps in the order of the declaration: for each actor its stimuli, its timers, the channels to it by
 * sender with their faults, its own faults; then the tick.
 */
export function sourcesOf(
  instance: SystemInstance,
  channels: readonly ChannelTable[],
  { timed }: Layout,
): Source[] {
  const { faults, time } = instance;
  const sources: Source[] = [];
  const add = (kind: number, place: number, channel = -1): void =>
    void sources.push({ kind, place, channel });
  instance.actors.forEach((actor, place) => {
    add(Entry.stimulus, place);
    if (timed) add(Entry.timeout, place);
    const incoming = channels
      .map((_, channel) => channel)
      .filter((channel) => channels[channel]!.receiver === place)
      .sort((a, b) => channels[a]!.sender - channels[b]!.sender);
    for (const channel of incoming) {
      const { sender } = channels[channel]!;
      add(Entry.delivery, place, channel);
      if (faults.strikes('lose', place, sender)) add(Entry.lose, place, channel);
      if (faults.strikes('duplicate', place, sender)) add(Entry.duplicate, place, channel);
    }
    if (actor.child !== null) return;
    if (faults.strikes('crash', place)) add(Entry.crash, place);
    if (faults.strikes('restart', place)) add(Entry.restart, place);
  });
  if (time !== null && time !== 'untimed') add(Entry.tick, -1);
  return sources;
}
