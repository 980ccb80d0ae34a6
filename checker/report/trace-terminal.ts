import type { Counterexample } from '../trace/trace.ts';
import { becauseOf, endWord, findingMark, headline, parametersText } from './finding-words.ts';
import { fairnessLines, possibleSteps } from './forever-words.ts';
import { count } from './figures.ts';
import { labelled, lines } from './layout.ts';
import { rememberedLines, rememberer } from './memory-words.ts';
import { sentence } from './step-words.ts';
import { endingLines, nameColumns, startingLines } from './trace-terminal-actors.ts';
import type { Page, TerminalOptions } from './trace-terminal-page.ts';
import { margin, refText, tint } from './trace-terminal-page.ts';
import { allStepLines, messageText, startingCalls } from './trace-terminal-step.ts';
import { visible } from './value-text.ts';

/** Messages under way at the end that are shown; the others are counted. */
const UNDER_WAY_SHOWN = 6;

/**
 * A counterexample for the terminal: what is violated, where everything stood, each step with what was
 * called, sent and changed within it, and why the last one breaks the property. Ends without a newline.
 */
export function renderTrace(trace: Counterexample, options: TerminalOptions): string {
  const page: Page = {
    ...options,
    trace,
    numbers: String(trace.steps.length).length,
    names: nameColumns({ trace, width: options.width }),
  };
  return [...heading(page), '', ...start(page), ...allStepLines(page), ...ending(page)].join('\n');
}

function heading(page: Page): string[] {
  const { colour, trace, width } = page;
  const below = { first: '  ', rest: '  ' };
  const subject = [
    colour.bold(visible(trace.system)) + refText(page, trace.systemRef),
    colour.bold(visible(trace.design)) + refText(page, trace.designRef),
    page.changed === true
      ? parametersText(trace).replace(/^[^:]*/, (scope) => `${scope} changed by --set`)
      : parametersText(trace),
  ];
  const failing = page.failing === true;
  const failed = `code fails after ${count(trace.steps.length, 'step')}`;
  const title = tint(page)(colour.bold(failing ? failed : headline(trace)));
  return [
    ...lines(title, width, { first: `${tint(page)(findingMark(page.trace))} `, rest: '  ' }),
    ...(failing ? [] : lines(sentence(trace.statement), width, below)),
    ...lines(subject.join(' · '), width, below),
    ...lines(colour.dim(sentence(trace.designDescription)), width, below),
  ];
}

function start(page: Page): string[] {
  const { colour } = page;
  const { head, bar } = margin(page, '', colour.dim('○'));
  return [`${head}${colour.dim('at the start')}`, ...startingLines(page, bar), ...startingCalls(page, bar)];
}

function ending(page: Page): string[] {
  const { colour, trace, width } = page;
  const { head, bar } = margin(page, '', tint(page)(findingMark(page.trace)));
  const blank = ' '.repeat(page.numbers + 3);
  const because = page.failing === true ? null : becauseOf(trace);
  const [word, what] =
    page.failing === true ? ['Error:', trace.because ?? ''] : [endWord(trace), trace.statement];
  const verdict = `${tint(page)(colour.bold(word))} ${sentence(what)}`;
  const standing = endingLines(page, `${blank}  `);
  return [
    bar.trimEnd(),
    ...lines(verdict, width, { first: head, rest: blank }),
    ...(because === null ? [] : lines(colour.bold(because), width, { first: blank, rest: blank })),
    // Where the property does not say what is wrong, readers must see for themselves.
    ...(trace.because === null && standing.length > 0
      ? [`${blank}${colour.dim('what is different at the end')}`, ...standing]
      : []),
    ...goingOn(page, blank),
    ...remembering(page, blank),
    ...underWay(page, blank),
  ];
}

/** Why a run that goes on for ever is fair, or what could happen where one ends. */
function goingOn(page: Page, blank: string): string[] {
  const { colour, trace, width } = page;
  const conditions = fairnessLines(trace);
  const column = Math.min(36, Math.max(0, ...conditions.map(({ name }) => name.length)) + 2);
  return [
    ...(conditions.length === 0
      ? []
      : lines(colour.dim('and it is fair: every round gives its due to'), width, {
          first: blank,
          rest: `${blank}  `,
        })),
    ...conditions.flatMap(({ name, how }) =>
      labelled(`${name}  `, colour.dim(how), width, `${blank}  `, column),
    ),
    ...possibleSteps(trace).flatMap(({ title, steps, remark }) =>
      lines(colour.dim(`${title}: ${steps.join(', ')}${remark}`), width, {
        first: blank,
        rest: `${blank}  `,
      }),
    ),
  ];
}

/** What the property has remembered on the way. */
function remembering({ colour, trace, width }: Page, blank: string): string[] {
  const told = rememberedLines(trace);
  const column = Math.max(0, ...told.map(({ after }) => after.length)) + 2;
  return [
    ...(told.length === 0 ? [] : [`${blank}${colour.dim(`${rememberer(trace)}, after`)}`]),
    ...told.flatMap(({ after, what }) => labelled(after, what, width, `${blank}  `, column)),
  ];
}

function underWay({ colour, trace, width }: Page, blank: string): string[] {
  if (trace.inFlight.length === 0) return [];
  const shown = trace.inFlight
    .slice(0, UNDER_WAY_SHOWN)
    .map((message) => `${visible(message.from)} ${messageText(message)}`);
  const more = trace.inFlight.length - shown.length;
  return [
    `${blank}${colour.dim('still under way')}`,
    ...[...shown, ...(more > 0 ? [`… and ${more} more`] : [])].flatMap((text) =>
      lines(colour.dim(text), width, { first: `${blank}  `, rest: `${blank}      ` }),
    ),
  ];
}
