import { sendTo, setup } from 'xstate';

/**
 * The people who tell customers. Once they know of an incident they lose no time: what takes time is the
 * tool. They may try the primary tool first, or turn to the backup tool at once.
 */
export const communicationsTeam = setup({
  types: {
    events: {} as
      | { type: 'incident' }
      | { type: 'tryPrimary' }
      | { type: 'refused' }
      | { type: 'posted' }
      | { type: 'notifyCustomers' },
  },
  // Due at once: no time passes while the team makes up its mind.
  delays: { atOnce: 0 },
  actions: {
    postWithPrimaryTool: sendTo(({ system }) => system.get('primary-tool'), { type: 'post' }),
    postWithBackupTool: sendTo(({ system }) => system.get('backup-tool'), { type: 'post' }),
    notify: sendTo(({ system }) => system.get('personal-health-dashboard'), { type: 'notify' }),
  },
}).createMachine({
  id: 'communications-team',
  initial: 'onCall',
  states: {
    onCall: { on: { incident: { description: 'The team is called.', target: 'telling' } } },
    telling: {
      type: 'parallel',
      states: {
        everyone: {
          initial: 'choosingTool',
          states: {
            choosingTool: {
              on: {
                tryPrimary: {
                  description: 'The team posts with the primary tool.',
                  actions: 'postWithPrimaryTool',
                },
                refused: 'primaryRefused',
                posted: 'told',
              },
              after: { atOnce: { description: 'The team turns to the backup tool.', target: 'usingBackup' } },
            },
            primaryRefused: {
              after: {
                atOnce: { description: 'Refused, the team turns to the backup tool.', target: 'usingBackup' },
              },
            },
            usingBackup: {
              entry: 'postWithBackupTool',
              on: { posted: 'told' },
            },
            told: {},
          },
        },
        customersHit: {
          initial: 'toNotify',
          states: {
            toNotify: {
              on: {
                notifyCustomers: {
                  description: 'The team notifies the customers who are hit.',
                  target: 'notified',
                  actions: 'notify',
                },
              },
            },
            notified: {},
          },
        },
      },
    },
  },
});
