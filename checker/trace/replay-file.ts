import type { Property } from '../property/property.ts';
import { isLiveness } from '../property/property.ts';
import type { Suite } from '../property/suite.ts';
import type { StepChoice } from '../step/integer-space.ts';
import { ModelError, UsageError, messageOf } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import { instantiate } from '../system/instance.ts';
import { didYouMean, unknownName } from '../system/names.ts';
import { eventName } from './event-name.ts';
import type { JsonValue } from './json-value.ts';
import { jsonText, sameJson, toJson } from './json-value.ts';
import { NotForEver } from './forever.ts';
import type { GoesOn, Replayed } from './replay.ts';
import { ReplayError, actorsOf, replay, shows, timeOf, traceStep, writeDown } from './replay.ts';
import type { Counterexample, TraceStep } from './trace.ts';
import type { Trap } from './trap.ts';
import { trapAt } from './trap.ts';

/** What became of a counterexample file when its run was carried out again. */
export type FileReplay =
  /** Every step is as recorded, and the end still shows the verdict; `trap` is what is seen of it where it is one. */
  | { readonly outcome: 'as-recorded'; readonly steps: number; readonly trap: Trap | null }
  /** The model or the file has changed: `step` is the first that differs, 0 for the start, null for the heading. */
  | {
      readonly outcome: 'stale';
      readonly step: number | null;
      readonly what: string;
      readonly recorded: string;
      readonly now: string;
    }
  /** Every step is as recorded, but the end no longer shows the verdict. */
  | { readonly outcome: 'no-longer-shows'; readonly steps: number };

/**
 * Carries out the run of a counterexample file through XState and compares each step with the file.
 *
 * @param suites where the suite that the file names is looked for
 * @throws UsageError when none of the suites is the one the file names; BuildError or ModelError when the
 *   model does not build or its code fails
 */
export function replayFile(file: Counterexample, suites: readonly Suite[]): FileReplay {
  const suite = suites.find(({ name }) => name === file.suite);
  if (suite === undefined) {
    const known = suites.map(({ name }) => name);
    throw new UsageError(unknownName('it is of a suite that is not here:', file.suite, known));
  }
  const renamed = missingName(file, suite);
  if (renamed !== null) return stale(0, 'names', renamed.recorded, renamed.now);
  const property = suite.properties[file.property]!;
  const instance = build(file, suite);
  if ('outcome' in instance) return instance;
  const { run, failure } = replayAsFarAsPossible(instance, file);
  const difference = firstDifference(instance, file, run);
  if (difference !== null) return difference;
  if (failure !== null) {
    if (!(failure instanceof ReplayError)) throw failure;
    return stale(failure.step, 'step', stepText(file.steps[failure.step - 1]), failure.message);
  }
  const how = goesOnOf(file);
  const verdict = verdictOf(instance, file.property, property, run, how);
  if (verdict.outcome !== 'as-recorded') return verdict;
  let now: Counterexample;
  try {
    now = writtenAnew(suite, instance, file, run, { how, trap: verdict.trap });
  } catch (thrown) {
    if (!(thrown instanceof NotForEver)) throw thrown;
    return stale(run.steps.length, 'how it goes on for ever', compact(file.forever ?? null), thrown.message);
  }
  return firstOtherWord(file, now) ?? verdict;
}

/** How the file says its run goes on. */
function goesOnOf({ forever }: Counterexample): GoesOn {
  if (forever === undefined) return null;
  return { loopsTo: forever.kind === 'cycle' ? forever.from : null };
}

function verdictOf(
  instance: SystemInstance,
  name: string,
  property: Property,
  run: Replayed,
  how: GoesOn,
): FileReplay {
  const steps = run.steps.length;
  try {
    const isTrap = property.kind === 'always-possible';
    const trap = isTrap ? trapAt(instance, property, run.states.at(-1)!) : null;
    return (isTrap ? trap !== null : shows(instance, property, run, how))
      ? { outcome: 'as-recorded', steps, trap }
      : { outcome: 'no-longer-shows', steps };
  } catch (thrown) {
    if (thrown instanceof ModelError) throw thrown;
    throw new ModelError(`property "${name}": it threw: ${messageOf(thrown)}`, {}, { cause: thrown });
  }
}

function stale(step: number | null, what: string, recorded: string, now: string): FileReplay {
  return { outcome: 'stale', step, what, recorded, now };
}

/** The design, scope, property or kind that the suite does not have any more. */
function missingName(file: Counterexample, suite: Suite): { recorded: string; now: string } | null {
  const places: [what: string, name: string, known: object][] = [
    ['design', file.design, suite.system.designs as object],
    ['scope', file.scope, suite.system.scopes as object],
    ['property', file.property, suite.properties],
  ];
  for (const [what, name, known] of places) {
    if (Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    return {
      recorded: `${what} "${name}"`,
      now: `the suite has ${names.join(', ')}.${didYouMean(name, names)}`,
    };
  }
  const { kind } = suite.properties[file.property]!;
  return kind === file.kind
    ? null
    : { recorded: `property "${file.property}" of kind ${file.kind}`, now: `kind ${kind}` };
}

/** The instance at the recorded parameters, or how they no longer fit. */
function build(file: Counterexample, suite: Suite): SystemInstance | FileReplay {
  const { design, scope, set } = file;
  const recorded = compact(file.parameters);
  let instance: SystemInstance;
  try {
    instance = instantiate(suite.system, { design, scope, set });
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return stale(0, 'parameters', recorded, thrown.message);
  }
  // A changed scope or a changed `fixes` of the design shows here.
  const now = compact(instance.parameters);
  if (recorded !== now) return stale(0, 'parameters', recorded, now);
  const time = instance.time === null ? 'none' : String(timeOf(instance.time));
  const before = String(file.time ?? 'none');
  return before === time ? instance : stale(0, 'time', before, time);
}

/** Replays the longest part of the run that goes through, and says why it goes no further. */
function replayAsFarAsPossible(
  instance: SystemInstance,
  file: Counterexample,
): { run: Replayed; failure: Error | null } {
  const choices = [file.start, ...file.steps].map(choiceOf);
  let failure: Error | null = null;
  for (let length = choices.length; length > 0; length--) {
    try {
      return { run: replay(instance, choices.slice(0, length), isRecorded), failure };
    } catch (thrown) {
      // Shorter and shorter parts fail at earlier steps, so the last failure is the first on the way.
      failure = thrown instanceof Error ? thrown : new Error(messageOf(thrown), { cause: thrown });
    }
  }
  throw failure ?? new Error('a run has at least a start.');
}

/** Events are compared by their JSON form, which is what the file holds. */
function isRecorded(offered: StepChoice['event'], recorded: StepChoice['event']): boolean {
  return sameJson(toJson(offered), recorded);
}

function choiceOf(step: TraceStep): StepChoice {
  return {
    kind: step.kind,
    actor: step.actor,
    from: step.from,
    event: step.event as unknown as StepChoice['event'],
    ...(step.at === undefined ? {} : { at: step.at }),
    choices: step.choices ?? [],
  };
}

/** The first thing, in the order of the run, that the file tells otherwise. */
function firstDifference(instance: SystemInstance, file: Counterexample, run: Replayed): FileReplay | null {
  const actors = (list: Counterexample['actors']) =>
    list.map(({ id, state, context }) => ({ id, state, context }));
  const [recorded, now] = firstUnequal(actors(file.actors), actors(actorsOf(instance, run.start.after)));
  if (recorded !== now) return stale(0, 'actors at the start', recorded, now);
  for (let i = 0; i <= run.steps.length; i++) {
    const step =
      i === 0
        ? traceStep(instance, null, run.start)
        : traceStep(instance, run.states[i - 1]!, run.steps[i - 1]!);
    const recordedStep = i === 0 ? file.start : file.steps[i - 1]!;
    for (const part of PARTS) {
      const [a, b] = firstUnequal(told(recordedStep, part), told(step, part));
      if (a !== b) return stale(i, part, a, b);
    }
  }
  return null;
}

function writtenAnew(
  suite: Suite,
  instance: SystemInstance,
  { property, trapped }: Counterexample,
  run: Replayed,
  { how, trap }: { readonly how: GoesOn; readonly trap: Trap | null },
): Counterexample {
  const { name, system } = suite;
  const designDescription = system.designs[instance.design]?.description ?? '';
  const subject = { suite: name, designDescription, property };
  const judged = suite.properties[property]!;
  const goesOn = isLiveness(judged) || judged.kind === 'monitor' ? how : null;
  return writeDown(instance, judged, subject, run, { goesOn, ...trappedIn(trap, trapped) });
}

/** How many states are trapped only a search could tell: not fewer than are seen. */
function trappedIn(trap: Trap | null, recorded = 0): { trapped?: number } {
  return trap === null ? {} : { trapped: Math.max(recorded, trap.states) };
}

/** What else the file tells otherwise than the run does, written down anew: words, and what stands beside. */
function firstOtherWord(file: Counterexample, now: Counterexample): FileReplay | null {
  const { actors, start, steps, ...heading } = now;
  const { actors: _actors, start: _start, steps: _steps, ...recordedHeading } = file;
  const parts: [step: number | null, recorded: object, now: object][] = [
    [null, recordedHeading, heading],
    ...actors.map((actor, i) => [0, file.actors[i]!, actor] as [number, object, object]),
    [0, file.start, start],
    ...steps.map((step, i) => [i + 1, file.steps[i]!, step] as [number, object, object]),
  ];
  for (const [step, recorded, found] of parts) {
    const old = recorded as Readonly<Record<string, JsonValue>>;
    const own = found as Readonly<Record<string, JsonValue>>;
    for (const key of new Set([...Object.keys(own), ...Object.keys(old)])) {
      const [a, b] = firstUnequal(
        old[key] === undefined ? [] : [old[key]],
        own[key] === undefined ? [] : [own[key]],
      );
      if (a !== b) return stale(step, key, a, b);
    }
  }
  return null;
}

/** What a step does; its words are compared when all of this is as recorded. */
const PARTS = ['handled', 'calls', 'sent', 'dropped', 'emitted', 'changes'] as const;

function told(step: TraceStep, part: (typeof PARTS)[number]): readonly unknown[] {
  if (part === 'handled') return [step.handled ? 'a transition handles it' : 'no transition handles it'];
  if (part !== 'calls') return step[part];
  return step.calls.map(({ from, to, event, depth, handled }) => ({ from, to, event, depth, handled }));
}

/** The texts of the first items at which two lists differ; the same text twice where they do not. */
function firstUnequal(a: readonly unknown[], b: readonly unknown[]): [recorded: string, now: string] {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const recorded = i < a.length ? compact(a[i]) : 'nothing';
    const now = i < b.length ? compact(b[i]) : 'nothing';
    if (recorded !== now) return [recorded, now];
  }
  return ['', ''];
}

/** A value on one line, the same for equal values whatever the order of their keys. */
function compact(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value as JsonValue);
}

function stepText(step: TraceStep | undefined): string {
  if (step === undefined) return 'nothing';
  const type = eventName((step.event as { type?: string }).type ?? '', step.from ?? step.actor);
  return step.kind === 'delivery'
    ? `${step.actor} receives ${type} from ${step.from}`
    : `${step.actor} takes ${type}`;
}
