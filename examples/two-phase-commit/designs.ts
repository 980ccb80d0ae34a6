import { resourceManager } from './resource-manager.ts';
import { transactionManager } from './transaction-manager.ts';

/** The designs of both systems. */
export const designs = {
  'two-phase': { description: 'The transaction manager commits once all have prepared.' },
  'commits-at-majority': {
    description: 'The transaction manager commits once more than half have prepared.',
    options: { atMajority: true },
  },
  'impatient-manager': {
    description: 'A resource manager that has prepared may still abort when it is tired of waiting.',
    options: { impatient: true },
  },
} as const;

export const hastyTransactionManager = transactionManager.provide({
  guards: { enoughPrepared: ({ context }) => context.prepared.size > context.resourceManagers / 2 },
});

export const impatientResourceManager = resourceManager.provide({ guards: { mayStillAbort: () => true } });
