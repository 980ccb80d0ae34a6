import type { JsonValue } from '../trace/json-value.ts';
import type { Counterexample, TraceCall, TraceStep } from '../trace/trace.ts';
import { conversation } from './conversation.ts';
import { becauseOf, endWord } from './finding-words.ts';
import { broken } from './layout.ts';
import { nameChange, sentence } from './step-words.ts';
import type { Telling } from './telling.ts';
import { numbersOf, occurrenceOf, tellings, toldChanges } from './telling.ts';
import { eventText, visible } from './value-text.ts';

/** Columns at which a label is broken, and lines after which it is cut. */
const LABEL = { columns: 34, lines: 4 };
const NOTE = { columns: 56, lines: 8 };

/**
 * A counterexample as a Mermaid sequence diagram, without the code fence. Only actors that take part are
 * in it, in the order of the trace. What an actor does of its own accord is an arrow to itself; calls
 * within a step and their answers are solid; what goes through a channel is dashed, once when it is sent
 * and once when it is delivered.
 */
export function mermaidSequence(trace: Counterexample): string {
  const taking = new Set([trace.start, ...trace.steps].flatMap(takingPart));
  const actors = trace.actors.filter(({ id }) => taking.has(id));
  const names = new Map(actors.map(({ id }, i) => [id, `a${i + 1}`]));
  const nameOf = (id: string): string => names.get(id) ?? 'a1';
  const lines = actors.map(
    ({ id, environment }) =>
      `${environment ? 'actor' : 'participant'} ${nameOf(id)} as ${escaped(visible(id), NOTE)}`,
  );
  lines.push(...within({ step: trace.start, remains: null }, nameOf));
  const loop = trace.forever?.kind === 'cycle' ? trace.forever.from : null;
  for (const part of tellings(trace)) {
    if (part.first - 1 === loop) lines.push('loop again and again');
    lines.push(arrival(part, nameOf, span(actors.length)), ...within(part, nameOf));
  }
  if (loop !== null) lines.push('end');
  if (actors.length > 0) lines.push(`Note over ${span(actors.length)}: ${verdict(trace)}`);
  return ['sequenceDiagram', ...lines.map((line) => `  ${line}`)].join('\n');
}

/** The names of the first and the last of so many participants. */
function span(count: number): string {
  return count === 1 ? 'a1' : `a1,a${count}`;
}

function takingPart(step: TraceStep): string[] {
  const messages = [...step.calls, ...step.sent, ...step.dropped].flatMap(({ from, to }) => [from, to]);
  const alone = [step.actor, step.from ?? '', ...step.emitted.map(({ actor }) => actor)];
  return [...alone, ...messages, ...step.changes.map(({ actor }) => actor)].filter((id) => id !== '');
}

function arrival(part: Telling, nameOf: (id: string) => string, all: string): string {
  const { step } = part;
  const number = numbersOf(part);
  const sender = step.from ?? step.actor;
  const other = occurrenceOf(part);
  if (other !== null) {
    const label = escaped(`${number}. ${other}`, LABEL);
    if (step.kind === 'lose') return `${nameOf(sender)}--x${nameOf(step.actor)}: ${label}`;
    if (step.kind === 'timeout') return `${nameOf(step.actor)}->>${nameOf(step.actor)}: ${label}`;
    return `Note over ${step.kind === 'tick' ? all : nameOf(step.actor)}: ${label}`;
  }
  const label = `${number}. ${eventText(step.event, { sender })}${step.handled ? '' : ' (not handled)'}`;
  const arrow = step.kind === 'delivery' ? '-->>' : '->>';
  return `${nameOf(sender)}${arrow}${nameOf(step.actor)}: ${escaped(label, LABEL)}`;
}

function within(part: Pick<Telling, 'step' | 'remains'>, nameOf: (id: string) => string): string[] {
  const { step } = part;
  const arrow = (from: string, kind: string, to: string, label: string): string =>
    `${nameOf(from)}${kind}${nameOf(to)}: ${escaped(label, LABEL)}`;
  const said = (call: TraceCall, question: JsonValue): string =>
    arrow(call.from, '->>', call.to, callLabel(call, question));
  return [
    ...conversation(step).flatMap(({ call, answer, question }) => [
      said(call, question),
      ...(answer === null ? [] : [said(answer, call.event)]),
    ]),
    ...step.sent.map(({ from, to, event }) =>
      arrow(from, '--)', to, `${eventText(event, { sender: from })} (sent)`),
    ),
    ...step.dropped.map(({ from, to, event }) =>
      arrow(from, '--x', to, `${eventText(event, { sender: from })} (lost)`),
    ),
    ...step.emitted.map(
      ({ actor, event }) =>
        `Note over ${nameOf(actor)}: ${escaped(`emits ${eventText(event, { sender: actor })}`, LABEL)}`,
    ),
    ...toldChanges(part, visible).map(({ actor, changes, remark }) => {
      const texts = changes
        .map(nameChange)
        .map(({ label, after }) => (label === null ? after : `${label}: ${after}`));
      const text = [texts.join(', '), remark ?? ''].filter((words) => words !== '').join('; ');
      return `Note over ${nameOf(actor)}: ${escaped(text, LABEL)}`;
    }),
  ];
}

function callLabel(call: TraceCall, question: JsonValue): string {
  return `${eventText(call.event, { sender: call.from, seen: question })}${call.handled ? '' : ' (not handled)'}`;
}

function verdict(trace: Counterexample): string {
  const because = becauseOf(trace);
  const words = `${endWord(trace)} ${sentence(trace.statement)}`;
  const lines = [escaped(words, NOTE), ...(because === null ? [] : [escaped(because, NOTE)])];
  return lines.join('<br/>');
}

/**
 * A text as a Mermaid label: broken into lines, and every character that means something to Mermaid as an
 * entity, `#59;` say. Besides those there are words it looks for: `end`, `style` and `classDef` before a
 * colon, `wrap:` at the beginning.
 */
export function escaped(text: string, { columns, lines }: { columns: number; lines: number }): string {
  const parts = broken(text, columns);
  const kept = parts.length > lines ? [...parts.slice(0, lines - 1), `${parts[lines - 1]} …`] : parts;
  return kept.map(escapedLine).join('<br/>') || entity(' ');
}

function escapedLine(line: string): string {
  return line
    .replace(/[#;<>&%$@\\`"]/g, entity)
    .replace(/\b(?=end\b)./gi, entity)
    .replace(/(?=style|classDef)./g, entity)
    .replace(/^(:?(?:no)?wrap):/i, (_, word: string) => `${word}${entity(':')}`);
}

function entity(char: string): string {
  return `#${char.codePointAt(0)};`;
}
