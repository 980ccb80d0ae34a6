import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { KinesisNews } from './kinesis.ts';
import type { Load, ReadLatest, Sample } from './samples.ts';
import { readingOf } from './samples.ts';

export type IngestionEvent =
  | Sample
  | KinesisNews
  | ReadLatest
  | { type: 'sampleLost' }
  | { type: 'sampleQueued' }
  /** What the local store still holds: how many ticks ago each of its samples was taken. */
  | { type: 'replayed'; ages: readonly number[] };

/** A tick of which the history has no sample: how many ticks ago it was, and whether a caller still holds one. */
export interface Missing {
  readonly age: number;
  readonly queued: boolean;
}

interface Memory {
  /** The newest sample that came through, and how many ticks ago that was. */
  latest: { load: Load; age: number };
  /** The ticks of which the history has no sample, newest first. */
  gap: readonly Missing[];
}

interface Settings {
  /** Ages from here on are told apart no more: nobody looks so far back. */
  oldest: { latest: number; gap: number };
  /** Where late samples are fetched after an outage; null where nobody keeps them. */
  replaysFrom: AnyActorRef | null;
}

const notQueued = ({ queued }: Missing): boolean => !queued;

/** The ticks that are missing, a tick later: those of the greatest age are not told apart, so the list stays short. */
function oneTickOlder(gap: readonly Missing[], oldest: number): Missing[] {
  const older = gap.map(({ age, queued }) => ({ age: Math.min(oldest, age + 1), queued }));
  const distinct = older.filter(
    (one, i) => !older.slice(0, i).some(({ age, queued }) => age === one.age && queued === one.queued),
  );
  return distinct.sort((a, b) => a.age - b.age || Number(a.queued) - Number(b.queued));
}

/**
 * How samples come into CloudWatch: every one goes through Kinesis into the history. While Kinesis is down, each
 * caller may keep its sample until later, or lose it.
 */
export const ingestion = setup({
  types: {
    input: {} as Settings,
    context: {} as Settings & Memory,
    events: {} as IngestionEvent,
  },
  guards: { replays: ({ context }) => context.replaysFrom !== null },
  actions: {
    /** Nothing that is kept or lost is as new as it was a tick ago. */
    growOlder: assign({
      latest: ({ context }) => ({
        ...context.latest,
        age: Math.min(context.oldest.latest, context.latest.age + 1),
      }),
      gap: ({ context }) => oneTickOlder(context.gap, context.oldest.gap),
    }),
    store: assign({
      latest: ({ event }) => {
        assertEvent(event, 'sample');
        return { load: event.load, age: 0 };
      },
    }),
    noteLost: assign({ gap: ({ context }) => [{ age: 0, queued: false }, ...context.gap] }),
    noteQueued: assign({ gap: ({ context }) => [{ age: 0, queued: true }, ...context.gap] }),
    /** The callers put what they have kept, and the history is filled with it. */
    takeWhatWasQueued: assign({ gap: ({ context }) => context.gap.filter(notQueued) }),
    askForReplay: sendTo(
      ({ context }) => context.replaysFrom!,
      ({ self }) => ({ type: 'replay', asker: self }),
    ),
    fillFromReplay: assign({
      gap: ({ context, event }) => {
        assertEvent(event, 'replayed');
        return context.gap.filter(({ age }) => !event.ages.includes(age));
      },
    }),
    answer: sendTo(
      ({ event }) => {
        assertEvent(event, 'readLatest');
        return event.asker;
      },
      ({ context, event }) => {
        assertEvent(event, 'readLatest');
        return readingOf(context.latest.age < event.window ? context.latest.load : null);
      },
    ),
    /** PutMetricData fails: the caller keeps the sample to put it again, or does not. Modelled as a choice. */
    failThePut: () => {},
  },
}).createMachine({
  id: 'ingestion',
  context: ({ input }) => ({ ...input, latest: { load: 'normal', age: 0 }, gap: [] }),
  initial: 'flowing',
  on: { readLatest: { actions: 'answer' } },
  states: {
    flowing: {
      on: {
        sample: {
          description: 'The sample goes through Kinesis into the history.',
          actions: ['growOlder', 'store'],
        },
        kinesisIsDown: 'cutOff',
        replayed: {
          description: 'What the local store still holds fills the history.',
          actions: 'fillFromReplay',
        },
      },
    },
    cutOff: {
      on: {
        sample: { description: 'The put of the sample fails.', actions: ['growOlder', 'failThePut'] },
        sampleLost: { description: 'Its caller could not keep it.', actions: 'noteLost' },
        sampleQueued: { description: 'Its caller keeps it for later.', actions: 'noteQueued' },
        kinesisIsBack: [
          {
            description: 'What was queued comes through, and the local store is asked for what was not.',
            guard: 'replays',
            target: 'flowing',
            actions: ['takeWhatWasQueued', 'askForReplay'],
          },
          {
            description: 'What was queued comes through.',
            target: 'flowing',
            actions: 'takeWhatWasQueued',
          },
        ],
      },
    },
  },
});
