import type { Counterexample, TraceMessage, TraceStep } from '../trace/trace.ts';
import { conversation } from './conversation.ts';
import { fairnessLines, possibleSteps } from './forever-words.ts';
import { becauseOf, endWord, findingMark, headline, idsText, parametersText } from './finding-words.ts';
import { code, markdown, table } from './markdown-text.ts';
import { rememberedLines, rememberer } from './memory-words.ts';
import { mermaidSequence } from './mermaid.ts';
import type { Standing } from './standing.ts';
import { standingAtEnd, standingAtStart } from './standing.ts';
import { lossWords, nameChange, sentence, sentences, whoOf } from './step-words.ts';
import type { Telling } from './telling.ts';
import { numbersOf, occurrenceOf, tellings, toldChanges } from './telling.ts';
import { eventText, pairsText, visible } from './value-text.ts';

/** Mermaid refuses texts longer than this. */
const DIAGRAM_CHARACTERS = 50_000;

/**
 * A counterexample as the Markdown file that stands beside its JSON: what is violated, the run as a story,
 * a table with everything that changed, and a sequence diagram. Depends on the counterexample alone, so
 * that equal runs give equal files. Ends with a newline.
 */
export function renderMarkdown(trace: Counterexample): string {
  return `${[heading(trace), story(trace), stepTable(trace), diagram(trace)].join('\n\n')}\n`;
}

const KINDS: Readonly<Record<Counterexample['kind'], string>> = {
  invariant: 'of every state',
  'step-property': 'of every step',
  reachable: 'to be reached',
  'deadlock-free': 'of every state in which a run ends',
  'leads-to': 'of every fair run',
  eventually: 'of every fair run',
  'always-eventually': 'of every fair run',
  'eventually-always': 'of every fair run',
  until: 'of every fair run',
  'always-possible': 'of what remains possible',
  monitor: 'of every run, watched by a monitor',
  within: 'of every run, within a time',
};

function heading(trace: Counterexample): string {
  const because = becauseOf(trace);
  const named = (name: string, ref: string | null): string =>
    `${code(visible(name))}${ref === null ? '' : ` (${markdown(visible(ref))})`}`;
  const subject = [
    `- Property ${named(trace.property, trace.propertyRef)}, ${KINDS[trace.kind]}`,
    `- System ${named(trace.system, trace.systemRef)}`,
    `- Design ${named(trace.design, trace.designRef)}: ${markdown(sentence(trace.designDescription))}`,
    `- ${markdown(sentence(parametersText(trace)).slice(0, -1))}`,
  ];
  return [
    `# ${findingMark(trace)} ${markdown(`${trace.system}, ${trace.design}: ${headline(trace)}`)}`,
    `> ${markdown(sentence(trace.statement))}`,
    ...(because === null ? [] : [`**${markdown(because)}**`]),
    subject.join('\n'),
  ].join('\n\n');
}

function story(trace: Counterexample): string {
  const because = becauseOf(trace) ?? '';
  const last =
    `**${markdown(endWord(trace))}** ${markdown(sentence(trace.statement))} ${markdown(because)}`.trim();
  const steps = tellings(trace).map((part) => partStory(trace, part));
  const together = steps
    .join('')
    .trim()
    .replaceAll(/\n{3,}/g, '\n\n');
  return ['## What happens', 'At the start:', actorTable(standingAtStart(trace)), together, last]
    .concat(goingOn(trace), remembering(trace))
    .filter((part) => part !== '')
    .join('\n\n');
}

/** An item of the list; ticks in a row stand between two lists, as Markdown counts the items of one by itself. */
function partStory(trace: Counterexample, part: Telling): string {
  const round = roundStart(trace, part.first - 1);
  return part.first === part.last
    ? `${numbersOf(part)}. ${round}${stepStory(part)}\n`
    : `\n${round}*Steps ${numbersOf(part)}:* ${occurrenceOf(part)}.\n\n`;
}

function roundStart({ forever }: Counterexample, at: number): string {
  return forever?.kind === 'cycle' && forever.from === at ? '↻ *From here on, again and again:* ' : '';
}

/** Why a run that goes on for ever is fair, or what could happen where one ends. */
function goingOn(trace: Counterexample): string[] {
  const conditions = fairnessLines(trace).map(({ name, how }) => [markdown(name), markdown(how)]);
  return [
    ...(conditions.length === 0
      ? []
      : ['It is fair: every round gives its due to each condition.', table(['condition', ''], conditions)]),
    ...possibleSteps(trace).map(({ title, steps, remark }) =>
      sentence(`${title}: ${steps.map(code).join(', ')}${remark}`),
    ),
  ];
}

/** What the property has remembered on the way. */
function remembering(trace: Counterexample): string[] {
  const rows = rememberedLines(trace).map(({ after, what }) => [after, code(what)]);
  return rows.length === 0 ? [] : [table(['after', rememberer(trace)], rows)];
}

function stepStory(part: Telling): string {
  const { step } = part;
  const described = sentences(step, 'all');
  const event = code(eventText(step.event, { sender: step.from ?? step.actor }));
  const other = occurrenceOf(part);
  const how =
    other !== null
      ? `${markdown(other)}${step.from === null ? '' : ` from ${markdown(visible(step.from))}`}`
      : step.from === null
        ? `takes ${event}`
        : `receives ${event} from ${markdown(visible(step.from))}`;
  const ending =
    described.length > 0
      ? `: ${markdown(described.join(' '))}`
      : step.handled
        ? '.'
        : ', which it does not handle.';
  return [`**${markdown(whoOf(step))}** ${how}${ending}`, ...lossStory(step), changeStory(part)]
    .filter((part) => part !== '')
    .join(' ');
}

function lossStory({ dropped }: TraceStep): string[] {
  return dropped.map((lost) => {
    const why = lost.crashed === true ? markdown(lossWords(lost)) : 'the channel is full';
    return `${messageStory(lost)} is lost, because ${why}.`;
  });
}

function messageStory({ from, to, event }: TraceMessage): string {
  return `${code(eventText(event, { sender: from }))} from ${markdown(visible(from))} to ${markdown(visible(to))}`;
}

/** What a step changed, as a sentence with the values. */
function changeStory(told: Telling): string {
  const parts = toldChanges(told, markedName).map(({ actor, changes, remark }) => {
    const texts = changes.map(nameChange).map(({ label, before, after }) => {
      const sides = `${code(before)} → ${code(after)}`;
      return label === null ? sides : `${markdown(label)} ${sides}`;
    });
    return `${markdown(visible(actor))} ${texts.join(', ')}${remark === null ? '' : `; ${remark}`}`;
  });
  return parts.length === 0 ? '' : `*${parts.join('; ')}.*`;
}

function actorTable(all: readonly Standing[]): string {
  const rows = all.map(({ ids, description, environment, state, entries }) => [
    markdown(idsText(ids)) + (environment ? ' (environment)' : ''),
    markdown(description === null ? '' : sentence(description)),
    code(visible(state)),
    code(pairsText(entries)),
  ]);
  return table(['actor', '', 'state', 'context'], rows);
}

function stepTable(trace: Counterexample): string {
  const rows = tellings(trace).map(tableRow);
  const ending = trace.because === null ? standingAtEnd(trace) : [];
  const end = ending.length === 0 ? [] : ['What is different at the end:', actorTable(ending)];
  const waiting = trace.inFlight.map((message) => `- ${messageStory(message)}`).join('\n');
  return [
    '## Step by step',
    ...(within(trace.start).length === 0 ? [] : [`While starting: ${within(trace.start).join('; ')}.`]),
    table(['', 'actor', 'event', 'within the step', 'what changed'], rows),
    ...end,
    ...(waiting === '' ? [] : ['Still under way at the end:', waiting]),
  ].join('\n\n');
}

function tableRow(part: Telling): string[] {
  const { step } = part;
  return [
    numbersOf(part),
    markdown(whoOf(step)),
    code(occurrenceOf(part) ?? eventText(step.event, { sender: step.from ?? step.actor })) +
      (step.from === null ? '' : `\nfrom ${markdown(visible(step.from))}`) +
      (step.handled ? '' : '\nnot handled'),
    within(step).join('\n'),
    changeCells(part).join('\n'),
  ];
}

function within(step: TraceStep): string[] {
  const by = (id: string): string => (id === step.actor ? '' : `${markdown(visible(id))} `);
  const choices = (step.choices ?? []).map((choice) => choice + 1).join(', ');
  const calls = conversation(step).flatMap(({ kind, call, answer, level, nameSender }) => {
    const indent = '&emsp;'.repeat(level);
    const text = (event: typeof call): string =>
      code(eventText(event.event, { sender: event.from })) + (event.handled ? '' : ' (not handled)');
    const sender = nameSender ? `${markdown(visible(call.from))} ` : '';
    const line =
      kind === 'answer'
        ? `${indent}← ${sender}${text(call)}`
        : `${indent}${sender}→ ${markdown(visible(call.to))} ${text(call)}`;
    return answer === null ? [line] : [line, `${indent}← ${text(answer)}`];
  });
  return [
    ...(choices === '' ? [] : [`alternative taken: ${choices}`]),
    ...calls,
    ...step.sent.map(
      ({ from, to, event }) =>
        `${by(from)}sends ⇢ ${markdown(visible(to))} ${code(eventText(event, { sender: from }))}`,
    ),
    ...step.dropped.map((lost) => {
      const { from, to, event } = lost;
      return `${by(from)}loses ⇢ ${markdown(visible(to))} ${code(eventText(event, { sender: from }))} (${markdown(lossWords(lost))})`;
    }),
    ...step.emitted.map(
      ({ actor, event }) => `${by(actor)}emits ${code(eventText(event, { sender: actor }))}`,
    ),
  ];
}

function changeCells(part: Telling): string[] {
  return toldChanges(part, markedName).flatMap(({ actor, changes, remark }) => {
    const cells = changes.map(nameChange).map(({ label, before, after }) => {
      const name =
        label === null ? markdown(visible(actor)) : `${markdown(visible(actor))} ${markdown(label)}`;
      return `${name}: ${code(before)} → **${code(after)}**`;
    });
    return remark === null ? cells : [...cells, remark];
  });
}

function markedName(name: string): string {
  return code(visible(name));
}

function diagram(trace: Counterexample): string {
  const text = mermaidSequence(trace);
  return text.length > DIAGRAM_CHARACTERS
    ? `## Sequence diagram\n\nThe run is too long for one (${trace.steps.length} steps); the table above has them all.`
    : `## Sequence diagram\n\n\`\`\`mermaid\n${text}\n\`\`\``;
}
