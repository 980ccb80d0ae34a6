// The import-direction check: `npm run structure`, or `tsx scripts/structure.ts <root>` for another tree.
// docs/architecture.md draws the arrows; this file keeps them true.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';

export interface Finding {
  file: string;
  line: number;
  why: string;
  todo: string;
}

interface Import {
  /** As written: './x.ts', 'xstate', 'node:fs'. */
  specifier: string;
  /** For a relative import, the file it names, relative to the root. */
  target: string | undefined;
  line: number;
}

/** A folder of checker/ may import itself and what stands before it. */
const LAYERS = ['system', 'step', 'property', 'search', 'threads', 'trace', 'check', 'report'];
/** Each door may import every layer and checker/index.ts, but no other door. */
const DOORS = ['vitest', 'fast-check', 'graph', 'cli'];
/** These run in a browser too. */
const WITHOUT_NODE = ['system', 'step', 'property', 'search', 'trace', 'check'];
/** Imports that go against the order for a reason, as 'checker/from.ts -> checker/to.ts'. None so far. */
const EXCEPTIONS = new Set<string>();
/** Optional peers: imported anywhere else they would break whoever has not installed them. */
const ONLY_IN_DOOR: Record<string, string> = {
  vitest: 'vitest',
  'fast-check': 'fast-check',
  '@xstate/graph': 'graph',
};
/** Folders written as a user would write them, and the folders each may reach by relative import. */
const USER_FOLDERS: Record<string, string[]> = {
  models: ['models'],
  properties: ['properties', 'models'],
  examples: ['examples'],
};
const USER_PACKAGES = [
  'premortem',
  ...DOORS.filter((door) => door !== 'cli').map((door) => `premortem/${door}`),
  'xstate',
  '@xstate/graph',
  'vitest',
  'fast-check',
  '@fast-check/vitest',
  'ts-pattern',
];
const MAX_LINES = 400;

const isTest = (file: string) => file.endsWith('.test.ts') || file.includes('/testing/');

/** Everything in the tree at `root` that goes against the architecture, in order of file and line. */
export function findings(root: string): Finding[] {
  const found: Finding[] = [];
  const published = publishedDependencies(root);
  for (const file of sources(root)) {
    const text = readFileSync(resolve(root, file), 'utf8');
    const folder = file.split('/')[0]!;
    const lines = text.trimEnd().split('\n').length;
    if (folder === 'checker' && !isTest(file) && lines > MAX_LINES) {
      found.push({
        file,
        line: lines,
        why: `${lines} lines, more than ${MAX_LINES}`,
        todo: 'split it where it does two things',
      });
    }
    const judge = folder === 'checker' ? judgeChecker : judgeUser;
    for (const imported of importsOf(file, text)) {
      const finding = judge(file, imported, published);
      if (finding) found.push({ file, line: imported.line, ...finding });
    }
  }
  return found;
}

type Judgement = Pick<Finding, 'why' | 'todo'> | undefined;

function judgeChecker(file: string, { specifier, target }: Import, published: Set<string>): Judgement {
  // Tests look across layers: a search is tested by replaying what it found.
  if (isTest(file)) return undefined;
  const from = partOf(file);
  if (from !== 'index' && !LAYERS.includes(from) && !DOORS.includes(from)) {
    return {
      why: `checker/${from}/ is no known layer`,
      todo: 'give it a place in LAYERS of scripts/structure.ts',
    };
  }
  if (target !== undefined)
    return EXCEPTIONS.has(`${file} -> ${target}`) ? undefined : judgeDirection(from, target);

  const name = packageOf(specifier);
  if (name === 'premortem') {
    return { why: 'checker/ imports itself by name', todo: 'import the file by its relative path' };
  }
  if (name.startsWith('node:') && WITHOUT_NODE.includes(from)) {
    return {
      why: `${from} imports ${name}, but runs in browsers too`,
      todo: 'move this to report/ or cli/, or pass it in',
    };
  }
  if (name === 'xstate' && from === 'search') {
    return {
      why: 'search imports xstate, but knows only integers',
      todo: 'ask for it through the interface that step/ implements',
    };
  }
  if (!name.startsWith('node:') && !published.has(name)) {
    return {
      why: `${from} imports ${name}, which users do not get`,
      todo: 'use a dependency or peer dependency of package.json, or add it there',
    };
  }
  const door = ONLY_IN_DOOR[name];
  if (door !== undefined && from !== door) {
    return { why: `${from} imports the optional peer ${name}`, todo: `move this to checker/${door}/` };
  }
  return undefined;
}

function judgeDirection(from: string, target: string): Judgement {
  if (!target.startsWith('checker/')) {
    return {
      why: `imports ${target}, outside of what is published`,
      todo: 'move what is needed into checker/',
    };
  }
  if (isTest(target)) {
    return {
      why: `imports the test helper ${target}, which is not published`,
      todo: 'move what is needed out of testing/',
    };
  }
  const to = partOf(target);
  if (from === to) return undefined;
  if (DOORS.includes(to)) {
    return { why: `${from} imports the door ${to}`, todo: 'move what both need into a layer' };
  }
  if (to === 'index') {
    if (DOORS.includes(from)) return undefined;
    return { why: `${from} imports the package's index`, todo: 'import the file that defines it' };
  }
  if (LAYERS.includes(from) && LAYERS.indexOf(to) > LAYERS.indexOf(from)) {
    return {
      why: `${from} imports the later layer ${to} (order: ${LAYERS.join(' < ')})`,
      todo: `move what is needed to ${from} or before, or pass it in`,
    };
  }
  return undefined;
}

function judgeUser(file: string, { specifier, target }: Import): Judgement {
  const folder = file.split('/')[0]!;
  const reach = USER_FOLDERS[folder]!;
  if (target?.startsWith('checker/')) {
    return {
      why: `${folder}/ reaches into checker/`,
      todo: "import from 'premortem' or one of its doors, as users do",
    };
  }
  if (target !== undefined) {
    if (reach.includes(target.split('/')[0]!)) return undefined;
    return { why: `${folder}/ imports ${target}`, todo: `import only from ${reach.join('/, ')}/` };
  }
  // Tests may read committed files, for instance to replay each counterexample.
  if (USER_PACKAGES.includes(specifier) || (specifier.startsWith('node:') && isTest(file))) return undefined;
  return { why: `${folder}/ imports ${specifier}`, todo: `use only ${USER_PACKAGES.join(', ')}` };
}

/** 'search' for checker/search/bfs.ts, 'index' for a file directly in checker/. */
function partOf(file: string): string {
  const parts = file.split('/');
  return parts.length > 2 ? parts[1]! : 'index';
}

/** '@scope/name' or 'name' without the path inside the package; 'node:fs' stays as it is. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** What is installed along with the package, or required beside it. */
function publishedDependencies(root: string): Set<string> {
  const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
    peerDependencies?: Record<string, string>;
  };
  return new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));
}

function sources(root: string): string[] {
  return ['checker', ...Object.keys(USER_FOLDERS)]
    .filter((folder) => existsSync(resolve(root, folder)))
    .flatMap((folder) =>
      readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .map((file) => file.split(sep).join('/'))
    .filter((file) => /\.[mc]?tsx?$/.test(file) && !file.includes('/node_modules/'))
    .sort();
}

/** Static, type-only and dynamic imports and re-exports alike: a type ties layers together as much as a value. */
function importsOf(file: string, text: string): Import[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const imports: Import[] = [];
  const add = (source: { type: string; value?: unknown; start: number } | null) => {
    if (typeof source?.value !== 'string') return;
    imports.push({
      specifier: source.value,
      target: source.value.startsWith('.') ? posix.join(posix.dirname(file), source.value) : undefined,
      line: text.slice(0, source.start).split('\n').length,
    });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
  }).visit(program);
  return imports;
}

function main(): void {
  const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
  const found = findings(root);
  for (const { file, line, why, todo } of found) console.log(`${file}:${line}: ${why}, ${todo}`);
  const files = sources(root).length;
  // A check that saw nothing has shown nothing.
  if (files === 0) console.log(`${root}: no sources here, name the root of the repository`);
  else if (found.length === 0) console.log(`structure: ${files} files, every import in order`);
  if (files === 0 || found.length > 0) process.exitCode = 1;
}

const invoked = process.argv[1];
if (invoked && relative(realpathSync(invoked), fileURLToPath(import.meta.url)) === '') main();
