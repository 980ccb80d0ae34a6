import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { Config, Suspect } from './suspects.ts';
import { fixFor } from './suspects.ts';

export interface FleetInput {
  /** Servers before the change, servers added. */
  existing: number;
  newcomers: number;
  /** What a server has of the resource that is short, and what each peer takes of it. */
  limit: number;
  perPeer: number;
}

/**
 * The whole front-end fleet as kinesis-threads has it, by counts: what matters here is whether a restart of all
 * servers brings their maps back. Each cause is a resource of which every peer takes some.
 */
export const frontEndFleet = setup({
  types: {
    input: {} as FleetInput,
    context: {} as FleetInput & { cause: Suspect | null; added: boolean },
    events: {} as
      | { type: 'outage'; cause: Suspect }
      | { type: 'isItTheCause'; suspect: Suspect }
      | { type: 'removeAddedCapacity' }
      | { type: 'restart'; config: Config },
    tags: {} as 'down',
  },
  guards: {
    grownFleetIsTooLarge: ({ context: { existing, newcomers, perPeer, limit } }) =>
      (existing + newcomers - 1) * perPeer > limit,
    isTheCause: ({ context, event }) => {
      assertEvent(event, 'isItTheCause');
      return event.suspect === context.cause;
    },
    peersFitTheLimitInForce: ({ context, event }) => {
      assertEvent(event, 'restart');
      const { existing, newcomers, perPeer, limit, added, cause } = context;
      const peers = existing + (added ? newcomers : 0) - 1;
      // Only the fix for what is truly short raises it, by as much as the newcomers need.
      const fixed = event.config !== 'none' && event.config === fixFor[cause!];
      return peers * perPeer <= limit + (fixed ? newcomers * perPeer : 0);
    },
  },
  actions: {
    noteCause: assign({
      cause: ({ event }) => {
        assertEvent(event, 'outage');
        return event.cause;
      },
      added: true,
    }),
    callTheTeam: sendTo(({ system }) => system.get('team'), { type: 'outage' }),
    ruleItOut: sendTo(
      ({ system }) => system.get('team'),
      ({ event }) => {
        assertEvent(event, 'isItTheCause');
        return { type: 'ruledOut', suspect: event.suspect };
      },
    ),
    forgetNewcomers: assign({ added: false }),
    sayMapsAreBack: sendTo(({ system }) => system.get('team'), { type: 'mapsAreBack' }),
  },
}).createMachine({
  id: 'front-end-fleet',
  context: ({ input }) => ({ ...input, cause: null, added: false }),
  initial: 'serving',
  states: {
    serving: {
      on: {
        outage: {
          description: 'Servers are added, one resource runs short, and every map is useless.',
          guard: 'grownFleetIsTooLarge',
          target: 'mapsUseless',
          actions: ['noteCause', 'callTheTeam'],
        },
      },
    },
    mapsUseless: {
      tags: 'down',
      on: {
        isItTheCause: [
          { description: 'The evidence does not clear it.', guard: 'isTheCause' },
          { description: 'The evidence clears it.', actions: 'ruleItOut' },
        ],
        removeAddedCapacity: {
          description: 'The added servers leave; the maps stay useless.',
          actions: 'forgetNewcomers',
        },
        restart: [
          {
            description: 'Every server restarts, its peers fit, and the maps are back.',
            guard: 'peersFitTheLimitInForce',
            target: 'recovered',
            actions: 'sayMapsAreBack',
          },
          { description: 'Every server restarts, and the maps are as useless as before.' },
        ],
      },
    },
    recovered: {},
  },
});
