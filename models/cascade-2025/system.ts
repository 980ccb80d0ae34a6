import { defineSystem, oneOf } from 'premortem';
import { composition } from './composition.ts';
import type { Change2025 } from './edges-2025.ts';
import { graph2025, services2025 } from './edges-2025.ts';
import { parts } from './parts.ts';

/** What each design changes. */
export const changesOf = {
  'as-deployed': [],
  'no-override': ['no-override'],
  'lock-in-dynamodb': ['lock-in-dynamodb'],
  'failover-off': ['failover-off'],
  'every-recovery-automatic': ['velocity-control', 'poller-supervisor', 'queue-limits', 'bypass-in-doubt'],
} as const satisfies Record<string, readonly Change2025[]>;

/** Everything that DynamoDB took along on 19 and 20 October 2025, as a graph of who depends on whom. */
export const cascade2025 = defineSystem({
  name: 'cascade-2025',
  ref: 'M-X-2025',
  description:
    'One service breaks, all others feel what their suppliers are, each at a moment of its own; the broken one may be repaired, and those that stay hurt may be brought back. Looks at one part of the graph at a time. Says who can be hurt and who comes back by himself, nothing of how long that takes.',
  parameters: {
    part: oneOf(
      [...(Object.keys(parts) as (keyof typeof parts)[]), ...services2025],
      'the services looked at, with all they depend on: a group, or any one',
    ),
    root: oneOf(services2025, 'the service that breaks'),
    second: oneOf(['none', ...services2025], 'another that may break as well, or none'),
  },
  scopes: {
    default: { part: 'cross-section', root: 'regional-record', second: 'none' },
    repair: { part: 'repair', root: 'regional-record', second: 'none' },
    launches: { part: 'launches', root: 'regional-record', second: 'none' },
    capacity: { part: 'capacity', root: 'regional-record', second: 'none' },
    clients: { part: 'clients', root: 'regional-record', second: 'none' },
    'sign-in': { part: 'sign-in', root: 'regional-record', second: 'none' },
    redshift: { part: 'redshift', root: 'regional-record', second: 'none' },
  },
  designs: {
    'as-deployed': { ref: 'as-was', description: 'As it was that day.' },
    'no-override': {
      ref: 'no-override',
      description: 'Nobody puts an answer for DynamoDB into the internal resolver.',
    },
    'lock-in-dynamodb': {
      ref: 'lock-in-dynamodb',
      description: 'The Enactors keep their lock in DynamoDB, which was avoided on purpose.',
    },
    'failover-off': { ref: 'off', description: 'A failed health check takes no node and no zone out.' },
    'every-recovery-automatic': {
      ref: 'fixed',
      description:
        'Queues are limited by their length, failover has a cap, a supervisor starts the pollers, and the bypass of Support opens in doubt.',
    },
  },
  build: ({ parameters, design, ref }) => composition(graph2025(changesOf[design]), parameters, ref),
});
