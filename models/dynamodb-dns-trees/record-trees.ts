import { createStore } from '../dynamodb-dns/plan-store.ts';

/** The trees of records in Route 53, one for each plan that has been applied and not yet cleaned up. */
export const recordTrees = createStore({
  id: 'record-trees',
  description:
    'Keeps a tree of records for each applied plan. An alias of a tree that is gone has no addresses.',
  kept: 'the tree of the plan is written, or written again',
  lookedUp: 'Route 53 says which of these trees still exist',
  listed: 'Route 53 lists the trees of plans that lie many generations behind',
  deleted: 'these trees are gone, until their plan is applied again',
});
