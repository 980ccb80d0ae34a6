import type { Suite } from '../property/suite.ts';
import { relativePlace } from '../report/json.ts';
import { lines } from '../report/layout.ts';
import type { Parameter } from '../system/parameters.ts';
import { visible } from '../report/value-text.ts';
import { rangeOf } from '../system/parameters.ts';
import { withoutControls } from '../trace/counterexample-file.ts';
import type { LoadedSuite } from './load-suites.ts';
import { loadSuites } from './load-suites.ts';
import type { Output } from './output.ts';
import { findProject } from './project.ts';
import { chooseSuites } from './select-runs.ts';
import { namesAlone, namesOf, readArguments } from './suite-arguments.ts';
import { version } from './version.ts';

/** `premortem list`: what there is to check; gives the exit code. */
export async function list(
  names: readonly string[],
  flags: { readonly json?: boolean },
  output: Output,
): Promise<number> {
  const project = await findProject(process.cwd());
  const asked = await readArguments(names);
  const suites = await loadSuites(
    project,
    asked.flatMap(({ files }) => files ?? []),
    namesAlone(asked),
  );
  const loaded = chooseSuites(suites, namesOf(asked, suites, project));
  if (flags.json === true) {
    const described = loaded.map((entry) => describe(entry, project.root));
    const object = { version: version(), suites: described };
    output.answer(withoutControls(JSON.stringify(object, null, 2)));
  } else {
    output.answer(loaded.map((entry) => render(describe(entry, project.root), output)).join('\n'));
  }
  return 0;
}

/** A suite as `list --json` prints it. */
function describe({ suite, file }: LoadedSuite, root: string) {
  const { system } = suite;
  const designs = Object.entries(system.designs as Record<string, { ref?: string; description: string }>);
  return {
    suite: suite.name,
    system: system.name,
    systemRef: system.ref,
    description: oneLine(system.description),
    file,
    designs: designs.map(([name, { ref, description }]) => ({
      name,
      ref: ref ?? null,
      description: oneLine(description),
    })),
    scopes: Object.entries(system.scopes as Record<string, Record<string, number | string>>).map(
      ([name, parameters]) => ({
        name,
        parameters,
      }),
    ),
    parameters: Object.entries(system.parameters as Record<string, Parameter>).map(([name, parameter]) => ({
      name,
      ...parameter,
    })),
    properties: propertiesOf(suite, root),
  };
}

function propertiesOf(suite: Suite, root: string) {
  return Object.entries(suite.properties).map(([name, { ref, kind, description, declaredAt }]) => ({
    name,
    ref,
    kind,
    description: oneLine(description),
    declaredAt: declaredAt === null ? null : relativePlace(declaredAt, root),
  }));
}

type Description = ReturnType<typeof describe>;

function render(suite: Description, { colour: c, width }: Output): string {
  const names = [...suite.designs, ...suite.scopes, ...suite.parameters, ...suite.properties].map(
    ({ name }) => name.length,
  );
  const column = Math.min(Math.max(...names), 36);
  const item = (name: string, text: string): string[] =>
    lines(text, width, {
      first: `    ${c.bold(name)}${' '.repeat(Math.max(0, column - name.length))}  `,
      rest: ' '.repeat(column + 6),
    });
  const ref = (text: string | null): string => (text === null ? '' : `${c.dim(`(${visible(text)})`)} `);
  const section = (title: string, items: string[]): string[] =>
    items.length === 0 ? [] : [`  ${title}`, ...items];
  const values = (parameters: object): string =>
    Object.entries(parameters)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ');
  return [
    `${c.bold(c.underline(suite.suite))} ${ref(suite.systemRef)}${c.dim(suite.file)}`,
    ...lines(visible(suite.description), width, { first: '  ', rest: '  ' }),
    ...section(
      'designs',
      suite.designs.flatMap((one) => item(one.name, ref(one.ref) + visible(one.description))),
    ),
    ...section(
      'scopes',
      suite.scopes.flatMap((one) => item(one.name, visible(values(one.parameters)))),
    ),
    ...section(
      'parameters',
      suite.parameters.flatMap((one) => item(one.name, visible(`${rangeOf(one)}  ${one.description}`))),
    ),
    ...section(
      'properties',
      suite.properties.flatMap((one) =>
        item(one.name, `${ref(one.ref)}${c.dim(`${one.kind}:`)} ${visible(one.description)}`),
      ),
    ),
    '',
  ].join('\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
