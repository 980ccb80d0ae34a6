import type { TraceChange, TraceDropped, TraceStep } from '../trace/trace.ts';
import { eventName } from '../trace/event-name.ts';
import { eventText, valueText, visible } from './value-text.ts';

/**
 * What the statecharts say of a step, as sentences: of the transition its actor took, and of those it took
 * when answered within the step. Empty where they say nothing.
 *
 * @param which `all`, or only how it began and how it ended
 */
export function sentences(step: TraceStep, which: 'all' | 'ends'): string[] {
  const answers = step.calls.filter((call) => call.to === step.actor && call.descriptions.length > 0);
  const kept = which === 'all' ? answers : answers.slice(-1);
  const clauses = [...step.descriptions, ...kept.flatMap((call) => call.descriptions)];
  return [...new Set(clauses)].map(sentence);
}

/** A clause as a sentence: a capital at its start unless an identifier stands there, and a full stop. */
export function sentence(clause: string): string {
  const text = visible(clause.replace(/\s+/g, ' ').trim());
  const first = /^\S*/.exec(text)?.[0] ?? '';
  const identifier = /[\d_.(/-]|.\p{Lu}/u.test(first.replace(/[.,:;!?]+$/, ''));
  const capital = identifier ? text : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  return /[.!?…]["”’)]?$/.test(capital) || capital === '' ? capital : `${capital}.`;
}

/** A change as a reader names it: `from → to` of a state, `plan: 2 → 3` of a part of the context. */
export interface NamedChange {
  /** Null for the actor's state: the names of states speak for themselves. */
  readonly label: string | null;
  readonly before: string;
  readonly after: string;
}

/** Names a change and the values on its two sides. */
export function nameChange(change: TraceChange): NamedChange {
  const state = change.path === 'state';
  const plain = state || change.path.startsWith(TIMER);
  const text = (value: TraceChange['before']): string =>
    plain ? (typeof value === 'string' ? visible(value) : 'not set') : valueText(value);
  return {
    label: state ? null : labelOf(change.path),
    before: text(change.before),
    after: text(change.after),
  };
}

/** Begins the path of a change to an actor's timers. */
const TIMER = 'timer ';

/** `context.active.1` is `active.1` to a reader. */
export function labelOf(path: string): string {
  if (path.startsWith(TIMER)) return visible(`${TIMER}${eventName(path.slice(TIMER.length))}`);
  return visible(path.replace(/^context[.]?(?=.)/, ''));
}

/** Who a step is of: its actor, or time itself. */
export function whoOf(step: Pick<TraceStep, 'kind' | 'actor'>): string {
  return step.kind === 'tick' ? 'time' : visible(step.actor);
}

/** What a step is that is neither taken of an actor's own accord nor a message that arrives; null for these. */
export function occurrence(step: Pick<TraceStep, 'kind' | 'from' | 'actor' | 'event'>): string | null {
  const event = eventText(step.event, { sender: step.from ?? step.actor });
  switch (step.kind) {
    case 'tick':
      return 'a tick passes';
    case 'timeout':
      return `timer: ${event}`;
    case 'crash':
      return 'crashes';
    case 'restart':
      return 'restarts';
    case 'lose':
      return `${event} is lost on its way`;
    case 'duplicate':
      return `${event} is doubled on its way`;
    case 'start':
    case 'stimulus':
    case 'delivery':
      return null;
  }
}

/** Why a message is lost within a step; of an actor that cannot take it, only a child may be missing, the others crash. */
export function lossWords({ to, crashed }: TraceDropped): string {
  if (crashed !== true) return 'full channel';
  return `${visible(to)} ${to.includes('/') ? 'is not there' : 'has crashed'}`;
}
