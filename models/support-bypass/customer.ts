import { sendTo, setup } from 'xstate';

/** A customer who is entitled to support, and may ask again. */
export const customer = setup({
  types: { events: {} as { type: 'request' } },
  actions: { request: sendTo(({ system }) => system.get('support-console'), { type: 'request' }) },
}).createMachine({
  id: 'customer',
  on: { request: { description: 'A customer wants to open a support case.', actions: 'request' } },
});
