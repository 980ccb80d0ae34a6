import type { AnyActorRef } from 'xstate';
import { and, assertEvent, not, sendTo, setup, stateIn } from 'xstate';

export type Result = 'pass' | 'fail';

/**
 * What a load balancer has in one availability zone, told by one node: what has become of its network, what its last
 * check said, and whether clients are sent to it. The node is healthy unless it is dead, whatever a check says.
 */
export const availabilityZone = setup({
  types: {
    /** `failover`: who takes the zone out of DNS and back. */
    input: {} as { failover: AnyActorRef },
    context: {} as { failover: AnyActorRef },
    events: {} as
      | { type: 'propagate' }
      | { type: 'die' }
      | { type: 'check'; result: Result }
      | { type: 'leaveDns' }
      | { type: 'returnToDns' },
  },
  guards: {
    passes: ({ event }) => {
      assertEvent(event, 'check');
      return event.result === 'pass';
    },
    hasNetwork: stateIn({ node: 'networked' }),
    isDead: stateIn({ node: 'dead' }),
    // Without its network state a node answers one check and not the next: either result is possible.
    checkFails: and([not('passes'), not('hasNetwork')]),
    checkPasses: and(['passes', not('isDead')]),
  },
  actions: {
    reportFailure: sendTo(
      ({ context }) => context.failover,
      ({ self }) => ({ type: 'checkFailed', zone: self }),
    ),
    reportPass: sendTo(
      ({ context }) => context.failover,
      ({ self }) => ({ type: 'checkPassed', zone: self }),
    ),
    sayOut: sendTo(({ context }) => context.failover, { type: 'zoneLeft' }),
    sayIn: sendTo(({ context }) => context.failover, { type: 'zoneReturned' }),
  },
}).createMachine({
  id: 'availability-zone',
  context: ({ input }) => input,
  type: 'parallel',
  states: {
    node: {
      initial: 'networkMissing',
      states: {
        networkMissing: {
          on: {
            propagate: { description: 'The network state of the node arrives.', target: 'networked' },
            die: { description: 'The node really fails.', target: 'dead' },
          },
        },
        networked: { on: { die: { description: 'The node really fails.', target: 'dead' } } },
        dead: {},
      },
    },
    lastCheck: {
      initial: 'passed',
      states: {
        passed: { on: { check: { guard: 'checkFails', target: 'failed' } } },
        failed: { on: { check: { guard: 'checkPasses', target: 'passed' } } },
      },
    },
    dns: {
      initial: 'in',
      states: {
        in: {
          on: {
            check: {
              description: 'A health check of the node fails.',
              guard: 'checkFails',
              actions: 'reportFailure',
            },
            leaveDns: { description: 'Clients are no longer sent here.', target: 'out', actions: 'sayOut' },
          },
        },
        out: {
          on: {
            check: {
              description: 'A health check of the node passes.',
              guard: 'checkPasses',
              actions: 'reportPass',
            },
            leaveDns: { description: 'It is out already.' },
            returnToDns: { description: 'Clients are sent here again.', target: 'in', actions: 'sayIn' },
          },
        },
      },
    },
  },
});
