import { assign, sendTo, setup } from 'xstate';

export type OtherManagerEvent =
  | { type: 'takeLease'; droplet: number }
  | { type: 'dropletIsTaken'; droplet: number }
  | { type: 'useDroplet'; droplet: number };

/** What it has of each droplet. */
type Holding = 'nothing' | 'lease' | 'instance';

interface OtherManager {
  droplets: readonly Holding[];
}

/** It may try for the lease of any droplet, and place an instance on each that it holds. */
export function attempts({ droplets }: OtherManager): OtherManagerEvent[] {
  return droplets.flatMap((has, droplet): OtherManagerEvent[] => {
    if (has === 'nothing') return [{ type: 'takeLease', droplet }];
    return has === 'lease' ? [{ type: 'useDroplet', droplet }] : [];
  });
}

const changed = (droplets: readonly Holding[], which: number, has: Holding): readonly Holding[] =>
  droplets.map((each, i) => (i === which ? has : each));

/** Another DWFM host, to which a lease that has lapsed is one to take: what it holds is its alone. */
export const otherManager = setup({
  types: { input: {} as { droplets: number }, context: {} as OtherManager, events: {} as OtherManagerEvent },
  actions: {
    takeOver: sendTo(
      ({ event, system }) => system.get(`droplet-${event.droplet + 1}`),
      ({ self }) => ({ type: 'takeOver', from: self }),
    ),
    noteLease: assign({
      droplets: ({ context, event }) => changed(context.droplets, event.droplet, 'lease'),
    }),
    place: sendTo(({ event, system }) => system.get(`droplet-${event.droplet + 1}`), {
      type: 'placeForOther',
    }),
    noteInstance: assign({
      droplets: ({ context, event }) => changed(context.droplets, event.droplet, 'instance'),
    }),
  },
}).createMachine({
  id: 'other-manager',
  context: ({ input }) => ({ droplets: Array.from({ length: input.droplets }, () => 'nothing' as const) }),
  on: {
    takeLease: { description: 'It tries for a lease.', actions: 'takeOver' },
    dropletIsTaken: { description: 'The lease is its own.', actions: 'noteLease' },
    useDroplet: { description: 'It places an instance.', actions: ['place', 'noteInstance'] },
  },
});
