/** The remedies that are compared, as changes to the Enactors, and the repair by hand. */
export const designs = {
  'as-deployed': {
    ref: 'as-was',
    description: 'What ran on 19 October 2025: check once, then apply, then clean up.',
  },
  'recheck-on-apply': {
    ref: 'R1',
    description:
      'The check is repeated at each Apply, as the condition of its transaction; a refused endpoint is skipped.',
    options: { recheckOnApply: true },
  },
  'spare-active-plans': {
    ref: 'R2',
    description: 'Clean-up skips plans that are active; test and deletion are one atomic step.',
    options: { spareActive: 'at-once' },
  },
  'spare-active-in-two-steps': {
    ref: 'R2-split',
    description: 'Clean-up skips plans that were active when it looked, one step before it deletes.',
    options: { spareActive: 'test-then-delete' },
  },
  'refuse-deleted-plans': {
    ref: 'R3',
    description: 'Apply refuses a plan that is no longer in the plan store and skips the endpoint.',
    options: { refuseDeleted: true },
  },
  'spare-active-refuse-deleted': {
    ref: 'R2+R3',
    description: 'Clean-up skips active plans, and Apply refuses deleted ones.',
    options: { spareActive: 'at-once', refuseDeleted: true },
  },
  'lock-around-apply': {
    ref: 'R4',
    description: 'A lock is held from the first Apply of a plan to its last; check and clean-up go without.',
    options: { lock: 'apply' },
  },
  'lock-around-everything': {
    ref: 'R5',
    description: 'A lock is held from the check to the end of the clean-up.',
    options: { lock: 'everything' },
  },
  'single-enactor': {
    ref: 'R6',
    description: 'There is one Enactor, whatever the scope says.',
    fixes: { enactors: 1 },
  },
  'single-enactor-may-crash': {
    ref: 'R6-crash',
    description: 'There is one Enactor, whatever the scope says, and it may crash, for good, at any moment.',
    fixes: { enactors: 1 },
    options: { crash: true },
  },
  'no-clean-up': {
    ref: 'R7',
    description: 'Nothing is ever deleted; the plan store grows with every plan.',
    options: { noCleanUp: true },
  },
  'repair-when-empty': {
    ref: 'R8',
    description: 'Enactors may pick and apply while an active plan is missing: the stuck rule is off.',
    options: { repair: true },
  },
  'clean-up-within-apply': {
    ref: 'R10a',
    description: 'The Apply of the last endpoint and the clean-up are one step.',
    fixes: { cleanup: 'batch' },
    options: { joinCleanUp: true },
  },
  'clean-up-within-apply-refuse-deleted': {
    ref: 'R10b',
    description: 'Apply of the last endpoint and clean-up are one step, and Apply refuses deleted plans.',
    fixes: { cleanup: 'batch' },
    options: { joinCleanUp: true, refuseDeleted: true },
  },
  'operator-repairs': {
    ref: 'operator',
    description:
      'As deployed, and people who see an empty record stop the automation, delete the record, and create it anew from the rollback plan.',
    options: { operator: true },
  },
  'first-deletion-within-apply': {
    ref: 'R10a-single',
    description:
      'Apply of the last endpoint and the deletion of the oldest plan are one step; each further deletion is a step.',
    fixes: { cleanup: 'single' },
    options: { joinCleanUp: true },
  },
  'first-deletion-within-apply-refuse-deleted': {
    ref: 'R10b-single',
    description:
      'Apply of the last endpoint and the deletion of the oldest plan are one step, and Apply refuses deleted plans.',
    fixes: { cleanup: 'single' },
    options: { joinCleanUp: true, refuseDeleted: true },
  },
  'whole-round-in-one-step': {
    ref: 'R10-whole',
    description: 'Check, Apply of every endpoint and clean-up are one step.',
    fixes: { cleanup: 'batch' },
    options: { joinCleanUp: true, wholeRound: true },
  },
} as const;
