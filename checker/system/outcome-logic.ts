import type { AnyEventObject } from 'xstate';
import type { Logic, Stimuli } from './actor.ts';
import type { Outcome } from './children.ts';
import { checkOutcomes } from './declaration.ts';
import type { InstanceActor } from './instance.ts';

/** The local state of an invoked promise, callback or observable: it waits, with its input, until it ends. */
export interface Waiting {
  readonly status: 'active' | 'done' | 'error';
  readonly output: unknown;
  readonly error: unknown;
  readonly input: unknown;
}

/** An outcome as the event by which it comes. */
export type OutcomeEvent =
  | { type: 'resolve'; output: unknown }
  | { type: 'reject'; error: unknown }
  | { type: 'send'; event: AnyEventObject };

/** Stands for the logic of promises, callbacks and observables, which run rather than step: it ends as it is told. */
export const outcomeLogic: Logic = {
  getInitialSnapshot: (_: unknown, input: unknown): Waiting => ({
    status: 'active',
    output: undefined,
    error: undefined,
    input,
  }),
  transition: (waiting: Waiting, event: AnyEventObject): Waiting => {
    if (event.type === 'resolve')
      return { ...waiting, status: 'done', output: event['output'], input: undefined };
    if (event.type === 'reject')
      return { ...waiting, status: 'error', error: event['error'], input: undefined };
    return waiting;
  },
  getPersistedSnapshot: (waiting: Waiting): Waiting => waiting,
} as unknown as Logic;

/** The outcomes as what an actor may do of its own accord. */
export function stimuliOf(outcomes: (input: unknown) => readonly Outcome[]): Stimuli<Logic> {
  return ((waiting: Waiting): OutcomeEvent[] => {
    const list = outcomes(waiting.input);
    checkOutcomes(list, 'its outcomes');
    return list.flatMap((outcome): OutcomeEvent[] => {
      if (outcome === 'never') return [];
      if ('output' in outcome) return [{ type: 'resolve', output: outcome.output }];
      if ('error' in outcome) return [{ type: 'reject', error: outcome.error }];
      return [{ type: 'send', event: outcome.sends }];
    });
  }) as Stimuli<Logic>;
}

/** Whether what comes of an actor in a state may be that it never ends: nothing then has to come of it. */
export function mayNeverEnd({ outcomes }: InstanceActor, snapshot: object): boolean {
  return outcomes !== null && outcomes((snapshot as Waiting).input).includes('never');
}
