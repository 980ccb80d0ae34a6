import type { AnyActorRef } from 'xstate';

/** What a sample of the metric says. */
export type Load = 'normal' | 'high';

/** A sample, sent every tick to whoever takes samples. */
export interface Sample {
  type: 'sample';
  load: Load;
}

/** The question for the newest sample of the last `window` ticks, and the answers. */
export interface ReadLatest {
  type: 'readLatest';
  window: number;
  asker: AnyActorRef;
}
export type Reading = { type: 'datum'; load: Load } | { type: 'noDatum' };

/** The answer to a question for the newest sample. */
export const readingOf = (load: Load | null): Reading =>
  load === null ? { type: 'noDatum' } : { type: 'datum', load };
