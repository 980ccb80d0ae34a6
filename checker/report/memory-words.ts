import type { Counterexample } from '../trace/trace.ts';
import { tellings } from './telling.ts';
import { visible } from './value-text.ts';

/**
 * What a property remembers of the run, where that changes: after which step, and what; empty for others. How a wait grows
 * while ticks pass that are told at once goes without saying.
 */
export function rememberedLines(trace: Counterexample): { after: string; what: string }[] {
  const { kind, remembered = [] } = trace;
  const told = tellings(trace);
  const between = (step: number): boolean =>
    kind === 'within' && told.some(({ first, last }) => first <= step && step < last);
  return remembered.flatMap((what, step) =>
    (step > 0 && what === remembered[step - 1]) || between(step)
      ? []
      : [{ after: step === 0 ? 'the start' : `step ${step}`, what: visible(what) }],
  );
}

/** Whose memory that is. */
export function rememberer({ kind }: Counterexample): string {
  return kind === 'monitor' ? 'the monitor' : 'the wait';
}
