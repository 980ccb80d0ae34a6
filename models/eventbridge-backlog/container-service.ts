import type { AnyActorRef } from 'xstate';
import { assign, sendTo, setup, stateIn } from 'xstate';

export type ContainerServiceEvent =
  | { type: 'scaleOut' }
  | { type: 'removeTask' }
  | { type: 'putStepEvent' }
  | { type: 'eventDelivered' }
  | { type: 'eventRefused' };

/**
 * ECS or EKS: tasks that run, and beside them the workflow that adds one or takes one away. Each step of a workflow
 * is driven by an event that must come through the event bus; tasks that run need none.
 */
export const containerService = setup({
  types: {
    /** `steps`: steps of a workflow. */
    input: {} as { steps: number; bus: AnyActorRef },
    context: {} as {
      steps: number;
      bus: AnyActorRef;
      /** Steps of the workflow that are still to be done. */
      pending: number;
    },
    events: {} as ContainerServiceEvent,
  },
  guards: { isLastStep: ({ context }) => context.pending === 1 },
  actions: {
    planSteps: assign({ pending: ({ context }) => context.steps }),
    stepDone: assign({ pending: ({ context }) => context.pending - 1 }),
    allDone: assign({ pending: 0 }),
    putEvent: sendTo(
      ({ context }) => context.bus,
      ({ self }) => ({ type: 'putEvent', from: self }),
    ),
  },
}).createMachine({
  id: 'container-service',
  context: ({ input }) => ({ ...input, pending: 0 }),
  type: 'parallel',
  states: {
    tasks: {
      id: 'tasks',
      initial: 'asStarted',
      states: {
        asStarted: {
          on: {
            eventDelivered: {
              description: 'The last step of the workflow starts one task more.',
              guard: 'isLastStep',
              target: 'scaledOut',
            },
          },
        },
        scaledOut: {
          on: {
            eventDelivered: {
              description: 'The last step of the workflow ends the task that was added.',
              guard: 'isLastStep',
              target: 'asStarted',
            },
          },
        },
      },
    },
    workflow: {
      initial: 'idle',
      on: {
        scaleOut: { description: 'Not now: a workflow is in hand, or the task is there.' },
        removeTask: { description: 'Not now: a workflow is in hand, or there is no such task.' },
      },
      states: {
        idle: {
          on: {
            scaleOut: {
              description: 'One task more is wanted.',
              guard: stateIn('#tasks.asStarted'),
              target: 'inHand',
              actions: 'planSteps',
            },
            removeTask: {
              description: 'The task that was added is wanted no more.',
              guard: stateIn('#tasks.scaledOut'),
              target: 'inHand',
              actions: 'planSteps',
            },
          },
        },
        inHand: {
          initial: 'toPut',
          states: {
            toPut: {
              on: {
                putStepEvent: {
                  description: 'It puts the event of the next step.',
                  target: 'waiting',
                  actions: 'putEvent',
                },
              },
            },
            waiting: {
              on: {
                eventDelivered: [
                  {
                    description: 'The workflow is through.',
                    guard: 'isLastStep',
                    target: '#container-service.workflow.idle',
                    actions: 'allDone',
                  },
                  { description: 'The step is done.', target: 'toPut', actions: 'stepDone' },
                ],
                eventRefused: { description: 'The put failed: it will put it again.', target: 'toPut' },
              },
            },
          },
        },
      },
    },
  },
});
