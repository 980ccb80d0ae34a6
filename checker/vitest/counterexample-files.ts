import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { match } from 'ts-pattern';
import { describe } from 'vitest';
import type { Suite } from '../property/suite.ts';
import { messageOf } from '../system/errors.ts';
import { parse } from '../trace/counterexample-file.ts';
import type { Counterexample } from '../trace/trace.ts';
import type { FileReplay } from '../trace/replay-file.ts';
import { replayFile } from '../trace/replay-file.ts';
import { declareLine } from './declare-line.ts';
import type { Line } from './line.ts';

/**
 * Replays every counterexample file of a folder, in a `describe` block with a line for each folder in it, so
 * for each system. A line fails with what became of each file that no longer fits its suite, no longer shows
 * its verdict, is damaged, or belongs to none of the suites. A folder without files fails too.
 *
 * @param folder from the working directory
 * @param suites all that the files may belong to
 */
export function describeCounterexamples(folder: string, suites: readonly Suite[]): void {
  describe(folder, () => {
    const parts = new Map<string, Line[]>();
    for (const line of fileLines(folder, suites)) {
      const part = relative(folder, line.path).split(sep)[0]!;
      parts.set(part, [...(parts.get(part) ?? []), line]);
    }
    for (const [part, lines] of parts) declareLine(together(part, lines));
    if (parts.size === 0) {
      const failure = `${folder} holds no counterexample file, so nothing was replayed. Write them with \`npx premortem check --update\`.`;
      declareLine({ title: 'holds counterexample files', failure, declaredAt: null });
    }
  });
}

function together(part: string, lines: readonly Line[]): Line {
  const failures = lines.flatMap(({ failure }) => failure ?? []);
  const files = `${lines.length} ${lines.length === 1 ? 'file' : 'files'}`;
  if (failures.length === 0)
    return { title: `${part}: ${files} replayed as recorded`, failure: null, declaredAt: null };
  return {
    title: `${part}: ${failures.length} of ${files} not as recorded`,
    failure: failures.join('\n\n'),
    declaredAt: null,
  };
}

/** A line for each file of a suite; one that cannot be read is a failing line. */
export function linesOfSuite(folder: string, suite: Suite): Line[] {
  return fileLines(join(folder, suite.system.name), [suite], (file) => file.suite === suite.name);
}

function fileLines(
  folder: string,
  suites: readonly Suite[],
  wanted: (file: Counterexample) => boolean = () => true,
): FileLine[] {
  return filesBelow(folder).flatMap((path): FileLine[] => {
    try {
      const file = parse(readFileSync(path, 'utf8'), path);
      if (!wanted(file)) return [];
      const shown = file.shows === 'witness' ? `${file.property} reached` : `${file.property} violated`;
      return [{ path, ...replayLine(path, shown, replayFile(file, suites)) }];
    } catch (thrown) {
      const message = messageOf(thrown);
      // Some messages name the file themselves.
      const failure = message.startsWith(path) ? message : `${path}: ${message}`;
      return [{ path, title: `${path} can be replayed`, failure, declaredAt: null }];
    }
  });
}

interface FileLine extends Line {
  readonly path: string;
}

function replayLine(path: string, shown: string, replay: FileReplay): Line {
  const differs = (title: string, what: string): Line => ({
    title,
    failure: `${title}.\n\n${what}\n\n${ADVICE}`,
    declaredAt: null,
  });
  return match(replay)
    .with({ outcome: 'as-recorded' }, () => ({
      title: `${path} still shows ${shown}`,
      failure: null,
      declaredAt: null,
    }))
    .with({ outcome: 'stale' }, ({ step, what, recorded, now }) => {
      const where =
        step === null
          ? 'The heading differs'
          : step === 0
            ? 'The start differs'
            : `Step ${step} is the first that differs`;
      return differs(`${path} is stale`, `${where} (${what}):\n  recorded: ${recorded}\n  now:      ${now}`);
    })
    .with({ outcome: 'no-longer-shows' }, ({ steps }) =>
      differs(
        `${path} no longer shows ${shown}`,
        `Every one of its ${steps} steps is as recorded, but their end is not.`,
      ),
    )
    .exhaustive();
}

const ADVICE =
  'If the change of the model or property is meant, write the file again with `npx premortem check --update`; if not, undo it.';

function filesBelow(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}
