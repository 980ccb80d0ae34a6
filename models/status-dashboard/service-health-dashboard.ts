import { setup } from 'xstate';

/** The public status page: one post for everyone. */
export const serviceHealthDashboard = setup({
  types: { events: {} as { type: 'publish' } },
}).createMachine({
  id: 'service-health-dashboard',
  initial: 'allGreen',
  states: {
    allGreen: { on: { publish: { description: 'The first post is out.', target: 'posted' } } },
    posted: {},
  },
});
