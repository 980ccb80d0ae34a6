import { assign, sendTo, setup } from 'xstate';
import type { SwitchOff } from './operator.ts';
import type { PlanStoreEvent } from './plan-store.ts';

/**
 * The DNS Planner: watches the load balancers and now and then writes a new plan, one for all endpoints of
 * the region. A plan is known by its generation alone; what stands in it is left out.
 *
 * @param generations how many plans there will ever be, the first one included
 * @param canBeSwitchedOff whether there is somebody who may switch it off
 */
export function createPlanner(generations: number, canBeSwitchedOff: boolean) {
  return setup({
    types: {
      context: {} as { latest: number },
      events: {} as { type: 'PLAN' } | SwitchOff,
    },
    guards: {
      morePlansToCome: ({ context }) => context.latest < generations,
    },
    actions: {
      numberNextPlan: assign({ latest: ({ context }) => context.latest + 1 }),
      writePlan: sendTo(
        ({ system }) => system.get('plan-store'),
        ({ context }) => ({ type: 'WRITE_PLAN', plan: context.latest }) satisfies PlanStoreEvent,
      ),
    },
  }).createMachine({
    id: 'planner',
    description: 'Writes a new plan now and then; never looks at what the Enactors do with it.',
    context: { latest: 1 },
    initial: 'watching',
    ...(canBeSwitchedOff && { on: { SWITCH_OFF: SWITCHED_OFF } }),
    states: {
      ...(canBeSwitchedOff && { off: {} }),
      watching: {
        description: 'It watches the health and capacity of the load balancers.',
        on: {
          PLAN: {
            guard: 'morePlansToCome',
            actions: ['numberNextPlan', 'writePlan'],
            description: 'load balancers have changed: the Planner writes the next plan',
          },
        },
      },
    },
  });
}

const SWITCHED_OFF = { target: '.off', description: 'it is switched off, for good' } as const;
