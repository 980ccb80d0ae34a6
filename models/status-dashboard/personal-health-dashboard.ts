import { setup } from 'xstate';

/** The page of each single customer. It was unaffected, and filled the gap. */
export const personalHealthDashboard = setup({
  types: { events: {} as { type: 'notify' }, tags: {} as 'refused' },
}).createMachine({
  id: 'personal-health-dashboard',
  initial: 'nothingToTell',
  states: {
    nothingToTell: {
      on: { notify: { description: 'Customers who are hit are told, one by one.', target: 'notified' } },
    },
    notified: {},
  },
});
