import type { Counterexample } from '../trace/trace.ts';
import { visible } from './value-text.ts';

/** What a property remembers of the run, where that changes: after which step, and what; empty for others. */
export function rememberedLines({ remembered = [] }: Counterexample): { after: string; what: string }[] {
  return remembered.flatMap((what, step) =>
    step > 0 && what === remembered[step - 1]
      ? []
      : [{ after: step === 0 ? 'the start' : `step ${step}`, what: visible(what) }],
  );
}

/** Whose memory that is. */
export function rememberer({ kind }: Counterexample): string {
  return kind === 'monitor' ? 'the monitor' : 'the wait';
}
