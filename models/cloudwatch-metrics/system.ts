import type { Effect } from 'premortem';
import { actor, defineSystem, integer } from 'premortem';
import { alarm } from './alarm.ts';
import { autoScaling } from './auto-scaling.ts';
import { clock } from './clock.ts';
import { ingestion } from './ingestion.ts';
import { kinesis } from './kinesis.ts';
import { localStore } from './local-store.ts';
import { users } from './users.ts';

/** An hour: the local store of three hours is three ticks deep. */
const TICK = 3_600_000;

/** A caller whose put fails loses its sample or keeps it; nobody knows which. */
const failThePut: Effect = ({ self }) => ({
  choice: [[{ to: self, event: { type: 'sampleLost' } }], [{ to: self, event: { type: 'sampleQueued' } }]],
});

/** CloudWatch through an outage of Kinesis: metrics, an alarm, a scaling policy, and the store that was added. */
export const cloudwatchMetrics = defineSystem({
  name: 'cloudwatch-metrics',
  ref: 'M-C2',
  description:
    'CloudWatch takes in a sample of a metric every tick through Kinesis, an alarm and a reactive scaling policy read it, and Kinesis has one outage. A tick stands for an hour; nothing is said of time within a tick, nor of how long an outage really lasts.',
  parameters: {
    keep: integer({ min: 1, max: 6, description: 'ticks the local store is deep (H)' }),
    outage: integer({ min: 1, max: 24, description: 'ticks the outage lasts at most' }),
    window: integer({ min: 1, max: 6, description: 'ticks the alarm looks back (w)' }),
    scaleWithin: integer({ min: 1, max: 24, description: 'ticks in which high load must be answered (B)' }),
  },
  scopes: {
    default: { keep: 3, outage: 4, window: 2, scaleWithin: 2 },
    'as-deep-as-the-store': { keep: 3, outage: 3, window: 2, scaleWithin: 2 },
    '2020': { keep: 3, outage: 18, window: 2, scaleWithin: 2 },
  },
  designs: {
    'as-deployed': {
      ref: 'as-was',
      description: 'Every sample goes through Kinesis, and there is no other copy.',
    },
    'local-store': {
      ref: 'local',
      description:
        'Alarms and AutoScaling read a local store of recent samples, which is written without Kinesis.',
      options: { localStore: 'written directly' },
    },
    'local-store-behind-kinesis': {
      ref: 'local-via-kinesis',
      description: 'They read a local store, but what is written to it comes through Kinesis.',
      options: { localStore: 'written through Kinesis' },
    },
    'local-store-and-backfill': {
      ref: 'backfill',
      description:
        'As local-store, and when Kinesis is back the history is filled with what the store still holds.',
      options: { localStore: 'written directly', backfill: true },
    },
    'own-kinesis-fleet': {
      ref: 'own-fleet',
      description: 'CloudWatch has a Kinesis front-end fleet of its own; it is the other that fails.',
      options: { ownFleet: true },
    },
  },
  build: ({ parameters, options, ref }) => {
    const { keep, outage, window } = parameters;
    const hasStore = options.localStore !== undefined;
    const throughKinesis = [
      ref('ingestion'),
      ...(options.localStore === 'written through Kinesis' ? [ref('local-store')] : []),
    ];
    const ownFleet = options.ownFleet ?? false;
    return {
      actors: {
        // In this order a tick goes: a sample, what comes of it, and only then the end of an outage.
        clock: actor(clock, {
          description: 'begins the round of a tick',
          input: { tick: TICK, tells: [ref('users'), ref('alarm'), ref('kinesis')] },
        }),
        users: actor(users, {
          environment: true,
          description: 'the users of a service',
          input: { takers: [...(hasStore ? [ref('local-store')] : []), ref('ingestion')] },
          stimuli: ['rush'],
        }),
        ingestion: actor(ingestion, {
          description: 'CloudWatch takes samples in, and keeps the history',
          input: {
            oldest: { latest: window, gap: keep },
            replaysFrom: options.backfill ? ref('local-store') : null,
          },
        }),
        'local-store': hasStore
          ? actor(localStore, { description: 'recent samples, for alarms and AutoScaling', input: { keep } })
          : undefined,
        alarm: actor(alarm, {
          description: 'an alarm on the load',
          input: {
            source: ref(hasStore ? 'local-store' : 'ingestion'),
            window,
            scaling: ref('auto-scaling'),
          },
        }),
        'auto-scaling': actor(autoScaling, { description: 'a group of instances with a reactive policy' }),
        kinesis: actor(kinesis, {
          environment: true,
          description: 'the front end that most customers share',
          input: { callers: ownFleet ? [] : throughKinesis, mostTicksDown: outage },
          stimuli: ['fail', 'recover'],
        }),
        'own-fleet': ownFleet
          ? actor(kinesis, {
              environment: true,
              description: 'a Kinesis front end for CloudWatch alone',
              input: { callers: throughKinesis, mostTicksDown: outage },
            })
          : undefined,
      },
      // A round is one step: all that a sample sets going is over long before the next.
      delivery: 'sync',
      time: { tick: TICK },
      effects: { failThePut },
    };
  },
});
