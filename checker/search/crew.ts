import type { Arena } from './arena.ts';

/** More threads than this take no part. */
export const MOST_WORKERS = 64;

/** Rounds that may be under way at once: enough that a thread seldom waits, few enough to stay in the cache. */
export const UNDER_WAY = 4;

/**
 * Threads that take part in a search: they tell the states that are new from those that were met before. They know nothing but
 * integers: the arrays that rounds are laid out in come as messages, all else they read from `control`. Rounds are looked up in the order
 * in which they are given.
 */
export interface Crew {
  /** How many they are, the main thread not counted. */
  readonly size: number;
  /** What is laid out in {@link Control}, shared. */
  readonly control: Int32Array;
  /** Has all of them take notice of something before the next round that is given, or earlier. */
  post(message: Message): void;
  /**
   * Gives all of them a round with so many successors to look up, in the arena at the place of its number: its number modulo {@link UNDER_WAY}.
   *
   * @returns its number: one more than that of the round before
   */
  give(successors: number): number;
  /** Waits until all have looked a round up. @throws RangeError when one of them has no memory left */
  await(round: number): void;
}

/** What the threads are told of. */
export type Message =
  /** Begin, or begin anew, with states of so many words. */
  | { readonly kind: 'begin'; readonly words: number }
  /** The search is over. */
  | { readonly kind: 'end' }
  /** What the rounds at a place are laid out in. */
  | { readonly kind: 'arena'; readonly place: number; readonly arena: Arena };

/** The layout of the control words: first those of all. */
export const Control = {
  /** How many rounds were given, and how many all have looked up. */
  given: 0,
  done: 1,
  /** How many messages were posted. */
  messages: 2,
  /** How many threads have begun to wait for rounds. */
  ready: 3,
  /** From here on those of each place for a round, then those of each thread. */
  places: 16,
  size: 16,
} as const;

/** The words of a place: how many successors the round has, and how many threads have yet to look them up. */
export const Place = { successors: 0, left: 1 } as const;

/** The words of a thread. */
export const Own = {
  /** Kilobytes of its table, and how many states more that takes before it grows. */
  kilobytes: 0,
  room: 1,
  /** Not 0 when it has failed: 1 for want of memory, else 2. */
  failed: 2,
} as const;

/** Where the words of the place of a round begin. */
export function placeOf(round: number): number {
  return Control.places + Control.size * (round % UNDER_WAY);
}

/** Where the words of a thread begin, which are numbered from 0. */
export function wordsOf(thread: number): number {
  return Control.places + Control.size * (UNDER_WAY + thread);
}
