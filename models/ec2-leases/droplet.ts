import type { AnyActorRef } from 'xstate';
import { and, assertEvent, not, or, sendTo, setup, stateIn } from 'xstate';
import type { DynamodbNews } from '../dwfm-collapse/dynamodb.ts';

export type DropletEvent =
  | DynamodbNews
  | { type: 'check' }
  | { type: 'place' }
  | { type: 'takeOver'; from: AnyActorRef }
  | { type: 'placeForOther' };

export interface DropletInput {
  launchApi: AnyActorRef;
  /** Which droplet it is, from 0. */
  place: number;
  /** Milliseconds from one check to the next at most (p). */
  checkEvery: number;
  /** Milliseconds a lease lasts (T), and may be used after it has lapsed (G); null: not at all. */
  lifetime: number;
  grace: number | null;
}

/**
 * A host for instances, with what its DWFM host knows of it. A lease lasts so long from the last check that DynamoDB
 * answered; while DynamoDB answers, a check comes in time.
 */
export const droplet = setup({
  types: { input: {} as DropletInput, context: {} as DropletInput, events: {} as DropletEvent },
  delays: {
    checkEvery: ({ context }) => context.checkEvery,
    lifetime: ({ context }) => context.lifetime,
    grace: ({ context }) => context.grace ?? 0,
  },
  guards: {
    isRenewed: and([stateIn('#checks.answered'), not(stateIn('#lock.taken'))]),
    hasGrace: ({ context }) => context.grace !== null,
    canBeTakenOver: and([
      stateIn('#checks.answered'),
      stateIn('#instances.none'),
      or([stateIn('#lease.inGrace'), stateIn('#lease.lapsed')]),
    ]),
  },
  actions: {
    tellThatItIsLeased: sendTo(
      ({ context }) => context.launchApi,
      ({ context }) => ({ type: 'dropletIsLeased', droplet: context.place }),
    ),
    tellThatItIsNot: sendTo(
      ({ context }) => context.launchApi,
      ({ context }) => ({ type: 'dropletHasNoLease', droplet: context.place }),
    ),
    answerThatItIsTaken: sendTo(
      ({ event }) => {
        assertEvent(event, 'takeOver');
        return event.from;
      },
      ({ context }) => ({ type: 'dropletIsTaken', droplet: context.place }),
    ),
  },
}).createMachine({
  id: 'droplet',
  context: ({ input }) => input,
  type: 'parallel',
  states: {
    checks: {
      id: 'checks',
      description: 'Whether a check of its state gets through.',
      initial: 'answered',
      states: {
        answered: { on: { dynamodbIsDown: 'failing' } },
        failing: { on: { dynamodbIsBack: 'answered' } },
      },
    },
    lease: {
      id: 'lease',
      initial: 'valid',
      states: {
        valid: {
          on: {
            check: { description: 'DynamoDB answers.', guard: 'isRenewed', target: 'valid', reenter: true },
          },
          after: {
            checkEvery: {
              description: 'It is time for a check.',
              guard: 'isRenewed',
              target: 'valid',
              reenter: true,
            },
            lifetime: [
              { description: 'A check just in time.', guard: 'isRenewed', target: 'valid', reenter: true },
              {
                description: 'No check for too long, and none is waited for.',
                guard: 'hasGrace',
                target: 'inGrace',
              },
              { description: 'No check for too long.', target: 'lapsed' },
            ],
          },
        },
        inGrace: {
          description: 'The lease has lapsed, and is used all the same.',
          on: { check: { description: 'DynamoDB answers again.', guard: 'isRenewed', target: 'valid' } },
          after: {
            grace: [
              { description: 'A check just in time.', guard: 'isRenewed', target: 'valid' },
              { description: 'The grace is over.', target: 'lapsed' },
            ],
          },
        },
        lapsed: {
          entry: 'tellThatItIsNot',
          exit: 'tellThatItIsLeased',
          on: { check: { description: 'DynamoDB answers again.', guard: 'isRenewed', target: 'valid' } },
        },
      },
    },
    lock: {
      id: 'lock',
      description: 'Whether another manager holds the lease, where a lease keeps others out.',
      initial: 'notTaken',
      states: {
        notTaken: {
          on: {
            takeOver: {
              description: 'Another manager finds the lease lapsed and nothing running, and takes it.',
              guard: 'canBeTakenOver',
              target: 'taken',
              actions: 'answerThatItIsTaken',
            },
          },
        },
        taken: {},
      },
    },
    instances: {
      id: 'instances',
      initial: 'none',
      states: {
        none: {
          on: {
            place: { description: 'An instance is placed here.', target: 'one' },
            placeForOther: {
              description: 'The manager that has taken the lease places an instance.',
              target: 'one',
            },
          },
        },
        one: {
          on: {
            place: { description: 'A second one: it is given out twice.', target: 'two' },
            placeForOther: {
              description: 'A second one: it is given out twice.',
              target: 'two',
            },
          },
        },
        two: {},
      },
    },
  },
});
