import { actor, defineSystem, integer, replicas } from 'premortem';
import { designs, hastyTransactionManager, impatientResourceManager } from './designs.ts';
import { resourceManager } from './resource-manager.ts';
import { transactionManager } from './transaction-manager.ts';

export const twoPhaseCommitChannels = defineSystem({
  name: 'two-phase-commit-channels',
  description: 'Resource managers commit or abort together; each message arrives once, in any order.',
  parameters: {
    resourceManagers: integer({ min: 1, max: 8, description: 'resource managers in the transaction' }),
  },
  scopes: {
    default: { resourceManagers: 3 },
    five: { resourceManagers: 5 },
    seven: { resourceManagers: 7 },
  },
  designs,
  build: ({ parameters: { resourceManagers }, options, ref }) => ({
    actors: {
      tm: actor(options.atMajority ? hastyTransactionManager : transactionManager, {
        input: {
          resourceManagers,
          audience: Array.from({ length: resourceManagers }, (_, i) => ref(`rm-${i + 1}`)),
        },
        stimuli: ['decideToCommit', 'decideToAbort'],
      }),
      rm: replicas(resourceManagers, options.impatient ? impatientResourceManager : resourceManager, {
        input: { reportsTo: ref('tm') },
        stimuli: ['prepare', 'chooseToAbort'],
      }),
    },
    delivery: 'unordered',
  }),
});
