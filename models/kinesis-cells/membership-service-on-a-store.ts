import { membershipParts } from '../kinesis-threads/membership-service.ts';

/**
 * The membership service of a cell that keeps its list in a store it shares with the services of all other cells.
 * While the store is down it answers nobody; who joins is written down even so.
 */
export const membershipServiceOnAStore = membershipParts.createMachine({
  id: 'membership-service-on-a-store',
  context: ({ input }) => ({ members: new Set(input.members) }),
  initial: 'answering',
  on: { register: { actions: 'addMember' } },
  states: {
    answering: {
      on: {
        whoIsInTheFleet: { actions: 'answer' },
        isItInTheFleet: { guard: 'isMember', actions: 'confirm' },
        storeDown: 'silent',
      },
    },
    silent: {
      on: {
        whoIsInTheFleet: { description: 'It cannot say who is in the fleet.' },
        isItInTheFleet: { description: 'It cannot say whether that is a member.' },
      },
    },
  },
});
