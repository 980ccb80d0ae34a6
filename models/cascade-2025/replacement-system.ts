import { defineSystem } from 'premortem';
import { composition } from './composition.ts';
import type { Change2025 } from './edges-2025.ts';
import { graph2025 } from './edges-2025.ts';
import { cascade2025 } from './system.ts';

/** What each design changes. */
export const replacementChangesOf = {
  'as-deployed': ['health-driven-replacement'],
  'failover-off': ['health-driven-replacement', 'failover-off'],
  'every-recovery-automatic': [
    'health-driven-replacement',
    'velocity-control',
    'poller-supervisor',
    'queue-limits',
    'bypass-in-doubt',
  ],
} as const satisfies Record<string, readonly Change2025[]>;

/** The circle of load: what a health check removes is replaced, which takes launches, which bring more to check. */
export const cascade2025Replacement = defineSystem({
  name: 'cascade-2025-replacement',
  ref: 'M-X-2025-replacement',
  description:
    'As cascade-2025, and nodes that a health check has removed are replaced, by launches whose changes the Network Manager carries. Says whether the circle can end by itself, nothing of how much load it takes.',
  parameters: cascade2025.parameters,
  scopes: { default: { part: 'launches', root: 'regional-record', second: 'none' } },
  designs: {
    'as-deployed': { ref: 'as-was', description: 'Automatic failover takes out what fails a check.' },
    'failover-off': { ref: 'off', description: 'A failed health check takes nothing out.' },
    'every-recovery-automatic': {
      ref: 'fixed',
      description: 'Limits by queue length, a cap on failover, a supervisor and a bypass in doubt.',
    },
  },
  build: ({ parameters, design, ref }) =>
    composition(graph2025(replacementChangesOf[design]), parameters, ref),
});
