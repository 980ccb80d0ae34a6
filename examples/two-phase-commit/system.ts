import { actor, defineSystem, integer, replicas } from 'premortem';
import { designs, hastyTransactionManager, impatientResourceManager } from './designs.ts';
import type { Message } from './network.ts';
import { network } from './network.ts';
import { resourceManager } from './resource-manager.ts';
import { transactionManager } from './transaction-manager.ts';

export const twoPhaseCommit = defineSystem({
  name: 'two-phase-commit',
  description:
    'Resource managers commit or abort together; messages stay in the network and may be read again.',
  parameters: {
    resourceManagers: integer({ min: 1, max: 8, description: 'resource managers in the transaction' }),
  },
  scopes: {
    default: { resourceManagers: 3 },
    five: { resourceManagers: 5 },
    seven: { resourceManagers: 7 },
  },
  designs,
  build: ({ parameters: { resourceManagers }, options, ref }) => {
    const ids = Array.from({ length: resourceManagers }, (_, i) => `rm-${i + 1}`);
    const receivers = (message: Message) => (message.type === 'prepared' ? ['tm'] : ids);
    return {
      actors: {
        tm: actor(options.atMajority ? hastyTransactionManager : transactionManager, {
          input: { resourceManagers, audience: [ref('network')] },
          stimuli: ['decideToCommit', 'decideToAbort'],
        }),
        rm: replicas(resourceManagers, options.impatient ? impatientResourceManager : resourceManager, {
          input: { reportsTo: ref('network') },
          stimuli: ['prepare', 'chooseToAbort'],
        }),
        network: actor(network, {
          stimuli: ({ context }) =>
            [...context.sent.values()].flatMap((message) =>
              receivers(message).map((id) => ({ type: 'deliver' as const, message, to: ref(id) })),
            ),
        }),
      },
      // A message is put into the network, and taken from it, in one step with what causes or reads it.
      delivery: 'sync',
    };
  },
});
