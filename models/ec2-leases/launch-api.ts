import { assertEvent, assign, sendTo, setup } from 'xstate';

export type LaunchApiEvent =
  | { type: 'dropletIsLeased'; droplet: number }
  | { type: 'dropletHasNoLease'; droplet: number }
  /** `droplet`: where it comes to run; null where there is no candidate. */
  | { type: 'launch'; droplet: number | null };

interface Candidate {
  leased: boolean;
  /** Whether this manager has placed an instance there. */
  placed: boolean;
}

interface LaunchApi {
  droplets: readonly Candidate[];
}

/** The launches there can be: on any droplet with a lease and no instance, else one that is refused. */
export function launches({ droplets }: LaunchApi): LaunchApiEvent[] {
  const candidates = droplets.flatMap(({ leased, placed }, droplet) => (leased && !placed ? [droplet] : []));
  return (candidates.length > 0 ? candidates : [null]).map((droplet) => ({ type: 'launch', droplet }));
}

const changed = (
  droplets: readonly Candidate[],
  which: number,
  change: Partial<Candidate>,
): readonly Candidate[] => droplets.map((each, i) => (i === which ? { ...each, ...change } : each));

/** EC2's answer to whoever launches an instance: it needs a droplet with a lease, of which it hears from the droplets. */
export const launchApi = setup({
  types: { input: {} as { droplets: number }, context: {} as LaunchApi, events: {} as LaunchApiEvent },
  guards: {
    finds: ({ event }) => {
      assertEvent(event, 'launch');
      return event.droplet !== null;
    },
  },
  actions: {
    noteLease: assign({
      droplets: ({ context, event }) => {
        assertEvent(event, 'dropletIsLeased');
        return changed(context.droplets, event.droplet, { leased: true });
      },
    }),
    noteNoLease: assign({
      droplets: ({ context, event }) => {
        assertEvent(event, 'dropletHasNoLease');
        return changed(context.droplets, event.droplet, { leased: false });
      },
    }),
    notePlaced: assign({
      droplets: ({ context, event }) => {
        assertEvent(event, 'launch');
        return changed(context.droplets, event.droplet ?? -1, { placed: true });
      },
    }),
    place: sendTo(
      ({ event, system }) => {
        assertEvent(event, 'launch');
        return system.get(`droplet-${(event.droplet ?? -1) + 1}`);
      },
      { type: 'place' },
    ),
  },
}).createMachine({
  id: 'launch-api',
  context: ({ input }) => ({
    droplets: Array.from({ length: input.droplets }, () => ({ leased: true, placed: false })),
  }),
  on: { dropletHasNoLease: { actions: 'noteNoLease' } },
  initial: 'hasCapacity',
  states: {
    hasCapacity: {
      on: {
        dropletIsLeased: { actions: 'noteLease' },
        launch: [
          {
            description: 'An instance starts.',
            guard: 'finds',
            actions: ['place', 'notePlaced'],
          },
          { description: 'Refused: insufficient capacity.', target: 'insufficientCapacity' },
        ],
      },
    },
    insufficientCapacity: {
      description: 'The last launch was refused, and nothing has changed since.',
      tags: 'refused',
      on: { dropletIsLeased: { target: 'hasCapacity', actions: 'noteLease' } },
    },
  },
});
