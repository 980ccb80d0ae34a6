import { integer, oneOf } from 'premortem';

/** The sizes of the DNS automation, whatever its records hold. */
export const parameters = {
  enactors: integer({ min: 1, max: 6, description: 'DNS Enactors, one an availability zone' }),
  generations: integer({ min: 1, max: 12, description: 'plans there will ever be, the first included' }),
  age: integer({
    min: 1,
    max: 12,
    description: 'generations a plan must lie behind the one just applied to be deleted by clean-up',
  }),
  endpoints: integer({ min: 1, max: 3, description: 'endpoints, each with a record of its own' }),
  cleanup: oneOf(['batch', 'single'], 'whether a clean-up step deletes all old plans, or the oldest'),
};

/** The scopes at which the three abstractions are compared. */
export const scopes = {
  default: { enactors: 2, generations: 4, age: 2, endpoints: 1, cleanup: 'batch' },
  'three-enactors': { enactors: 3, generations: 5, age: 2, endpoints: 1, cleanup: 'batch' },
  'two-endpoints': { enactors: 2, generations: 4, age: 2, endpoints: 2, cleanup: 'batch' },
  'one-deletion-a-step': { enactors: 2, generations: 4, age: 2, endpoints: 1, cleanup: 'single' },
} as const;
