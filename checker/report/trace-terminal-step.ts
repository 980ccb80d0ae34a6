import stringWidth from 'fast-string-width';
import type { JsonValue } from '../trace/json-value.ts';
import type { TraceCall, TraceChange, TraceMessage, TraceStep } from '../trace/trace.ts';
import type { Line } from './conversation.ts';
import { conversation } from './conversation.ts';
import { idsText } from './finding-words.ts';
import { labelled, lines } from './layout.ts';
import { lossWords, nameChange, sentences, whoOf } from './step-words.ts';
import type { Telling } from './telling.ts';
import { numbersOf, occurrenceOf, tellings, toldChanges } from './telling.ts';
import type { Page } from './trace-terminal-page.ts';
import { margin, tint } from './trace-terminal-page.ts';
import { elementChange, eventText, NO_BREAK, together, valueText, visible } from './value-text.ts';

/** The steps of the trace, each with what is told of it; one that goes like the step before it says so. */
export function allStepLines(page: Page): string[] {
  const { bar } = margin(page, '', '');
  const parts = tellings(page.trace);
  const told = parts.map(({ step }) => [...wordLines(page, step, bar), ...happenings(page, step, bar)]);
  let like = 0;
  return parts.flatMap((part, i) => {
    const body = told[i]!;
    const same = i > 0 && body.length > 1 && sameLines(body, told[i - 1]!);
    if (!same) like = i;
    const shown = same ? [`${bar}${page.colour.dim(`as in step ${parts[like]!.first}`)}`] : body;
    return [...roundStart(page, part.first - 1), ...stepLines(page, part, shown)];
  });
}

/** Before the first step of a cycle: that from here on the steps are repeated. */
function roundStart(page: Page, at: number): string[] {
  const { forever } = page.trace;
  if (forever?.kind !== 'cycle' || forever.from !== at) return [];
  const { head } = margin(page, '', page.colour.cyan('↻'));
  return [`${head}${page.colour.cyan('from here on, again and again')}`];
}

function sameLines(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, i) => line === b[i]);
}

/** One step: whose it is and what it took, what is told of it, what it changed; or ticks in a row. */
function stepLines(page: Page, part: Telling, body: readonly string[]): string[] {
  const { colour, trace, width } = page;
  const { step, first, last } = part;
  const dot = last === trace.steps.length ? tint(page)('●') : '●';
  const { head, bar } = margin(page, String(first), dot);
  const sender = step.from ?? step.actor;
  const title = [
    colour.bold(whoOf(step)),
    step.from === null ? '·' : `⇠${NO_BREAK}${visible(step.from)} ·`,
    first === last ? '' : `steps${NO_BREAK}${numbersOf(part)}:`,
    eventColour(page, step)(occurrenceOf(part) ?? eventText(step.event, { sender })),
    step.handled ? '' : colour.yellow('(no transition handles it)'),
  ];
  return [
    ...lines(title.filter((part) => part !== '').join(' '), width, { first: head, rest: `${bar}  ` }),
    ...body,
    ...changeLines(page, part, bar),
  ];
}

/** Faults stand out from what the system does. */
function eventColour({ colour }: Page, { kind }: TraceStep): (text: string) => string {
  if (FAULTS.includes(kind)) return colour.red;
  return kind === 'tick' ? colour.dim : colour.cyan;
}

const FAULTS: readonly TraceStep['kind'][] = ['lose', 'duplicate', 'crash', 'restart'];

/** What the statechart says of a step. */
function wordLines({ width }: Page, step: TraceStep, bar: string): string[] {
  const words = sentences(step, 'ends').join(' ');
  return words === '' ? [] : lines(words, width, { first: bar, rest: bar });
}

/** What was called, sent, lost and emitted within a step. */
function happenings({ colour, width }: Page, step: TraceStep, bar: string): string[] {
  const item = (text: string): string[] => lines(text, width, { first: `${bar}  `, rest: `${bar}      ` });
  const by = (id: string): string => (id === step.actor ? '' : `${visible(id)} `);
  const alternatives = (step.choices ?? []).map((choice) => choice + 1).join(', ');
  return [
    ...(alternatives === '' ? [] : item(colour.dim(`alternative taken: ${alternatives}`))),
    ...conversation(step)
      .flatMap((line) => callLines(line, width, `${bar}  ${'   '.repeat(line.level)}`))
      .map((line) => `${bar}${colour.dim(line.slice(bar.length))}`),
    ...step.sent.flatMap((sent) => item(colour.dim(`${by(sent.from)}sends ${messageText(sent)}`))),
    ...step.dropped.flatMap((lost) =>
      item(colour.yellow(`${by(lost.from)}loses ${messageText(lost)} (${lossWords(lost)})`)),
    ),
    ...step.emitted.flatMap(({ actor, event }) =>
      item(colour.dim(`${by(actor)}emits ${eventText(event, { sender: actor })}`)),
    ),
  ];
}

/** Lines that calls while starting may take one by one; where there are more, who asks whom for what. */
const STARTING_TOLD = 3;

/** What happened while the actors started: as a rule set-up, which should not stand between a reader and the story. */
export function startingCalls(page: Page, bar: string): string[] {
  const { start } = page.trace;
  const all = happenings(page, start, bar);
  if (all.length <= STARTING_TOLD) return all;
  const groups = new Map<string, string[]>();
  for (const { call, answer } of conversation(start)) {
    const back = answer === null ? '' : `  ←${NO_BREAK}${typeOf(answer)}`;
    const what = `→${NO_BREAK}${visible(call.to)}: ${typeOf(call)}${back}`;
    groups.set(what, [...(groups.get(what) ?? []), call.from]);
  }
  const others = happenings(page, { ...start, calls: [] }, bar);
  return [
    ...[...groups].flatMap(([what, from]) =>
      lines(page.colour.dim(`${idsText([...new Set(from)])} ${what}`), page.width, {
        first: `${bar}  `,
        rest: `${bar}    `,
      }),
    ),
    ...others,
  ];
}

/** The type of a call's event alone. */
function typeOf({ event }: TraceCall): string {
  const type = typeof event === 'object' && event !== null && 'type' in event ? event.type : event;
  return eventText(typeof type === 'string' ? { type } : event);
}

/** A message that goes through a channel, without its sender. */
export function messageText({ from, to, event }: TraceMessage): string {
  return `⇢${NO_BREAK}${visible(to)}: ${eventText(event, { sender: from })}`;
}

/** A call, and its answer beside it where there is room. */
function callLines(
  { kind, call, answer, nameSender, question }: Line,
  width: number,
  left: string,
): string[] {
  const asked = { first: left, rest: `${left}    ` };
  const answered = { first: `${left}  `, rest: `${left}    ` };
  if (kind === 'answer') {
    const speaker = nameSender ? `${visible(call.from)}: ` : '';
    return lines(`←${NO_BREAK}${speaker}${callText(call, question)}`, width, answered);
  }
  const speaker = nameSender ? `${visible(call.from)} ` : '';
  const asks = `${speaker}→${NO_BREAK}${visible(call.to)}: ${callText(call, null)}`;
  if (answer === null) return lines(asks, width, asked);
  const answers = `←${NO_BREAK}${callText(answer, call.event)}`;
  const both = `${asks}  ${answers}`;
  return stringWidth(left) + stringWidth(both) <= width
    ? lines(both, width, asked)
    : [...lines(asks, width, asked), ...lines(answers, width, answered)];
}

function callText(call: TraceCall, question: JsonValue): string {
  return `${eventText(call.event, { sender: call.from, seen: question })}${call.handled ? '' : ' (not handled)'}`;
}

function changeLines(page: Page, part: Telling, bar: string): string[] {
  const column = page.names + 2;
  const room = page.width - stringWidth(bar) - column;
  return toldChanges(part, visible).flatMap(({ actor, changes, remark }) => {
    const texts = changes.map((change) => changeText(page, change, room)).join(', ');
    const text = [texts, remark ?? ''].filter((words) => words !== '').join('; ');
    return labelled(`${visible(actor)}  `, text, page.width, bar, column);
  });
}

/** `plan: 2 → 3`; of a set too large for one line, what it gains and loses. */
function changeText({ colour }: Page, change: TraceChange, room: number): string {
  const { label, before, after } = nameChange(change);
  const name = label === null ? '' : `${label}:${NO_BREAK}`;
  const fresh = (text: string): string => colour.bold(colour.green(text));
  const elements = elementChange(change.before, change.after);
  if (elements !== null && stringWidth(`${name}${before} → ${after}`) > room) {
    const list = (verb: string, items: readonly JsonValue[]): string[] =>
      items.length === 0 ? [] : [`${verb}${NO_BREAK}${fresh(items.map(valueText).join(', '))}`];
    const parts = [...list('gains', elements.added), ...list('loses', elements.removed)];
    return `${name}${parts.join(' and ')} (${elements.size}${NO_BREAK}in${NO_BREAK}all)`;
  }
  const short = stringWidth(before) + stringWidth(after) <= 32;
  const side = (text: string): string => (short ? text.replaceAll(' ', NO_BREAK) : together(text));
  return `${name}${side(before)}${NO_BREAK}${colour.dim('→')}${short ? NO_BREAK : ' '}${fresh(side(after))}`;
}
