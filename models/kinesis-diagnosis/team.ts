import { and, assertEvent, assign, enqueueActions, not, or, sendTo, setup, stateIn } from 'xstate';
import type { Config, Suspect } from './suspects.ts';
import { fixFor } from './suspects.ts';

export interface TeamInput {
  /** The leading suspect first. */
  suspects: readonly Suspect[];
  /** Restart at once on the leading suspect, or only once a single one is left. */
  strategy: 'favourite' | 'wait';
  /** The added capacity is taken out before the first restart, or not before it. */
  removal: 'before' | 'not before';
}

/** The people who look for the cause, and decide when to restart the whole fleet and with which configuration. */
export const team = setup({
  types: {
    input: {} as TeamInput,
    context: {} as TeamInput & {
      config: Config;
      /** Rounds so far: restarts of the whole fleet. */
      restarts: number;
      /** Since the last restart neither the leading suspect nor the fleet has changed. */
      nothingNew: boolean;
    },
    events: {} as
      | { type: 'outage' }
      | { type: 'gatherEvidence'; suspect: Suspect }
      | { type: 'ruledOut'; suspect: Suspect }
      | { type: 'removeAddedCapacity' }
      | { type: 'restartFleet' }
      | { type: 'mapsAreBack' },
  },
  guards: {
    isStillSuspected: ({ context, event }) => {
      assertEvent(event, 'gatherEvidence');
      return context.suspects.length > 1 && context.suspects.includes(event.suspect);
    },
    waits: ({ context }) => context.strategy === 'wait',
    causeIsKnown: ({ context }) => context.suspects.length === 1,
    removalComesFirst: ({ context }) => context.removal === 'before',
    hasRestarted: ({ context }) => context.restarts > 0,
    capacityIsOut: stateIn({ outage: { capacity: 'out' } }),
    nothingIsNew: ({ context }) => context.nothingNew,
    mayRemove: or(['removalComesFirst', 'hasRestarted']),
    mayRestart: and([
      not('nothingIsNew'),
      or([not('waits'), 'causeIsKnown']),
      or([not('removalComesFirst'), 'capacityIsOut']),
    ]),
  },
  actions: {
    askTheFleet: sendTo(
      ({ system }) => system.get('fleet'),
      ({ event }) => {
        assertEvent(event, 'gatherEvidence');
        return { type: 'isItTheCause', suspect: event.suspect };
      },
    ),
    dropSuspect: enqueueActions(({ context, event, enqueue }) => {
      assertEvent(event, 'ruledOut');
      const leads = context.suspects[0] === event.suspect;
      enqueue.assign({
        suspects: context.suspects.filter((suspect) => suspect !== event.suspect),
        nothingNew: context.nothingNew && !leads,
      });
    }),
    tellNewcomersToLeave: sendTo(({ system }) => system.get('fleet'), { type: 'removeAddedCapacity' }),
    noteChange: assign({ nothingNew: false }),
    configureForLeadingSuspect: assign({
      config: ({ context }) => fixFor[context.suspects[0]!],
      restarts: ({ context }) => context.restarts + 1,
      nothingNew: true,
    }),
    restartAllServers: sendTo(
      ({ system }) => system.get('fleet'),
      ({ context }) => ({ type: 'restart', config: context.config }),
    ),
  },
}).createMachine({
  id: 'team',
  context: ({ input }) => ({ ...input, config: 'none', restarts: 0, nothingNew: false }),
  initial: 'onCall',
  states: {
    onCall: { on: { outage: 'outage' } },
    outage: {
      type: 'parallel',
      states: {
        capacity: {
          initial: 'added',
          states: {
            added: {
              on: {
                removeAddedCapacity: {
                  description: 'The team takes the added servers out again.',
                  guard: 'mayRemove',
                  target: 'out',
                  actions: ['tellNewcomersToLeave', 'noteChange'],
                },
              },
            },
            out: {},
          },
        },
        cause: {
          initial: 'unknown',
          states: {
            unknown: {
              on: {
                gatherEvidence: {
                  description: 'The team looks into one suspect.',
                  guard: 'isStillSuspected',
                  actions: 'askTheFleet',
                },
                ruledOut: { description: 'One suspect less.', actions: 'dropSuspect' },
              },
              always: { guard: 'causeIsKnown', target: 'known' },
            },
            known: {},
          },
        },
        repair: {
          initial: 'deciding',
          states: {
            deciding: {
              on: {
                restartFleet: {
                  description: 'The team restarts the fleet, configured for the leading suspect.',
                  guard: 'mayRestart',
                  actions: ['configureForLeadingSuspect', 'restartAllServers'],
                },
              },
            },
          },
        },
      },
      on: { mapsAreBack: 'recovered' },
    },
    recovered: {},
  },
});
