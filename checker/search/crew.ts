import type { Arena, StepTables } from './kernel.ts';

/** More threads than this take no part: what each of them does is numbered in a byte. */
export const MOST_WORKERS = 64;

/**
 * Threads that take part in a search. They know nothing but integers: what they are to do they read from `control`, the
 * arrays to work on come as messages, and they wait in between.
 */
export interface Crew {
  /** How many they are, the main thread not counted. */
  readonly size: number;
  /** What is laid out in {@link Control}, shared. */
  readonly control: Int32Array;
  /** Has all of them take notice of something before what they do next. */
  post(message: Message): void;
  /** Has all of them do one of {@link Job}. */
  call(job: number): void;
  /** Waits until all have done it. @throws RangeError when one of them has no memory left */
  join(): void;
}

/** The arrays of a round: those of each thread, the main thread first, and of what that has filled in. */
export interface SharedRound {
  readonly arenas: readonly Arena[];
  readonly patches: Arena;
  /** Where in `patches` the successors of each state begin that was filled in. */
  readonly starts: Int32Array;
}

/** What the threads are told of. */
export type Message =
  /** Begin, or begin anew, with states of so many words. */
  | { readonly kind: 'begin'; readonly words: number }
  /** The search is over. */
  | { readonly kind: 'end' }
  | ({ readonly kind: 'round' } & SharedRound)
  | ({ readonly kind: 'tables' } & StepTables)
  | { readonly kind: 'segment'; readonly index: number; readonly states: Int32Array };

/** What a thread does when it is called. */
export const Job = { nothing: 0, expand: 1, lookUp: 2, takeOver: 3 } as const;

/** The layout of the control words: those of all, then {@link Control.size} of each thread from {@link Control.own} on. */
export const Control = {
  /** Goes up by one with each job: what threads wait for. */
  turn: 0,
  job: 1,
  /** How many threads have done it. */
  done: 2,
  /** How many messages were posted. */
  messages: 3,
  /** The states that there are; the first state that does not count in this round. */
  states: 4,
  until: 5,
  own: 16,
  size: 16,
  /** Of a thread: the states it is to expand, and how far it has come. */
  first: 0,
  count: 1,
  expanded: 2,
  holes: 3,
  /** Kilobytes of its table, and how many states more that takes before it grows. */
  kilobytes: 4,
  room: 6,
  /** Not 0 when it has failed: 1 for want of memory, else 2. */
  failed: 5,
} as const;

/** Where the words of a thread begin; 0 is the main thread. */
export function ownWords(thread: number): number {
  return Control.own + Control.size * thread;
}
