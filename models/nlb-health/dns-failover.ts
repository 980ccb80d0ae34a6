import type { AnyActorRef } from 'xstate';
import { assign, enqueueActions, sendTo, setup } from 'xstate';

export interface DnsFailoverInput {
  zones: number;
  /** No removal takes the number of zones in DNS below this; null: nothing stops it. */
  floor: number | null;
  /** The checker to tell of every change, where its load is looked at. */
  checker: AnyActorRef | null;
}

/**
 * Takes zones out of DNS when it is told that they are bad, and back when a check passes, all by itself, unless it
 * is switched off. Whether what it is told is true it cannot know.
 *
 * @param initially on or off at the start
 */
export const dnsFailover = (initially: 'on' | 'off') =>
  setup({
    types: {
      input: {} as DnsFailoverInput,
      context: {} as { zonesIn: number; floor: number; checker: AnyActorRef | null },
      events: {} as Event,
    },
    guards: { enoughRemain: ({ context }) => context.zonesIn > context.floor },
    actions: {
      takeOut: sendTo(({ event }) => zoneOf(event), { type: 'leaveDns' }),
      takeBack: sendTo(({ event }) => zoneOf(event), { type: 'returnToDns' }),
      countOut: assign({ zonesIn: ({ context }) => context.zonesIn - 1 }),
      countIn: assign({ zonesIn: ({ context }) => context.zonesIn + 1 }),
      tellChecker: enqueueActions(({ context, enqueue }) => {
        if (context.checker !== null) enqueue.sendTo(context.checker, { type: 'dnsChanged' });
      }),
    },
  }).createMachine({
    id: 'dns-failover',
    context: ({ input }) => ({ zonesIn: input.zones, floor: input.floor ?? 0, checker: input.checker }),
    initial: initially,
    states: {
      on: {
        on: {
          checkFailed: {
            description: 'The zone is taken out of DNS.',
            guard: 'enoughRemain',
            actions: 'takeOut',
          },
          failOver: {
            description: 'The zone is judged bad, and taken out of DNS.',
            guard: 'enoughRemain',
            actions: 'takeOut',
          },
          switchOff: { description: 'Operators switch automatic failover off.', target: 'off' },
        },
      },
      off: {
        on: {
          checkFailed: { description: 'Failover is off: the zone stays in DNS.' },
          failOver: { description: 'Failover is off: the zone stays in DNS.' },
        },
      },
    },
    on: {
      checkPassed: { description: 'The zone is back in DNS.', actions: 'takeBack' },
      zoneLeft: { actions: ['countOut', 'tellChecker'] },
      zoneReturned: { actions: ['countIn', 'tellChecker'] },
    },
  });

type Event =
  | { type: 'checkFailed' | 'checkPassed' | 'failOver'; zone: AnyActorRef }
  | { type: 'zoneLeft' | 'zoneReturned' | 'switchOff' };

function zoneOf(event: Event): AnyActorRef {
  if (!('zone' in event)) throw new Error(`${event.type} names no zone`);
  return event.zone;
}
