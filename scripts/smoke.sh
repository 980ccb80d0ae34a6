#!/usr/bin/env bash
# Installs the packed package in an empty project, as a user would, and runs the command there: this shows that
# `files`, `bin`, `exports`, the built JavaScript and its types fit together.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm pack --silent --pack-destination "$work" # builds first: `prepack`
mkdir -p "$work/project/properties"
cd "$work/project"
npm init --yes >/dev/null # "type": "commonjs", the harder case for a TypeScript suite
version() { node -p 'require(process.argv[1]).devDependencies[process.argv[2]]' "$root/package.json" "$1"; }
npm install --silent --no-audit --no-fund "$work"/premortem-*.tgz "xstate@$(version xstate)" \
  "vitest@$(version vitest)" "fast-check@$(version fast-check)" "@xstate/graph@$(version @xstate/graph)"

# The README's own example: its blocks begin with the paths of their files.
node --input-type=module - "$root/README.md" <<'README'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
const text = readFileSync(process.argv[2], 'utf8');
for (const [, block, path] of text.matchAll(/^```ts\n(\/\/ (\S+)\n[^]*?)^```$/gm)) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, block);
}
README
test -f properties/lock.suite.ts
cat >properties/door.suite.ts <<'SUITE'
import { actor, defineSuite, defineSystem, invariant, reachable, reached, violated } from 'premortem';
import { setup } from 'xstate';

const door = setup({ types: { events: {} as { type: 'open' } | { type: 'close' } } }).createMachine({
  id: 'door',
  initial: 'closed',
  states: { closed: { on: { open: 'opened' } }, opened: { on: { close: 'closed' } } },
});

const system = defineSystem({
  name: 'door',
  description: 'A door.',
  parameters: {},
  scopes: { default: {} },
  designs: { 'as-deployed': { description: 'It opens.' } },
  build: () => ({ actors: { door: actor(door, { stimuli: ['open', 'close'] }) } }),
});

export default defineSuite({
  system,
  properties: {
    'stays-closed': invariant(system, {
      description: 'the door is closed',
      observes: ['door'],
      holds: ({ door }) => door.matches('closed'),
    }),
    opens: reachable(system, {
      description: 'the door is open',
      observes: ['door'],
      where: ({ door }) => door.value === 'opened',
    }),
  },
  expect: { default: { 'as-deployed': { 'stays-closed': violated(1), opens: reached(1) } } },
});
SUITE

# The declarations must satisfy a strict project that does not skip checking them. The compiler is the repository's.
cat >tsconfig.json <<'TSCONFIG'
{
  "compilerOptions": {
    "module": "nodenext",
    "target": "es2022",
    "strict": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "types": []
  },
  "include": ["properties/*.suite.ts"]
}
TSCONFIG
node "$root/node_modules/typescript/bin/tsc" -p .

# What the package's pages link to is in the package: the README first of all, which npm shows.
node --input-type=module - node_modules/premortem <<'LINKS'
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
const root = process.argv[2];
const pages = readdirSync(root, { recursive: true }).filter(
  (name) => name.endsWith('.md') && !/^(dist|node_modules|counterexamples)\b/.test(name),
);
const dead = pages.flatMap((page) => {
  const prose = readFileSync(join(root, page), 'utf8').replaceAll(/^```[^]*?^```$/gm, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
  return links
    .filter((link) => !/^(\w+:|#)/.test(link))
    .filter((link) => !existsSync(join(root, dirname(page), link.replace(/#.*/, ''))))
    .map((link) => `${page}: ${link}`);
});
if (!pages.includes('README.md')) throw new Error('smoke: the package has no README.md');
if (dead.length > 0) throw new Error(`smoke: dead links in the package:\n${dead.join('\n')}`);
LINKS

# Every entry point works: the one for vitest only within it.
for door in premortem premortem/fast-check premortem/graph; do
  node --input-type=module -e "if (Object.keys(await import('$door')).length === 0) throw new Error('$door is empty');"
done
cat >properties/lock.suite.test.ts <<'TEST'
import { describeSuite } from 'premortem/vitest';
import suite from './lock.suite.ts';
describeSuite(suite);
TEST
npx --offline vitest run properties

npx --offline premortem list >list.txt
cat list.txt
grep -q 'stays-closed' list.txt || { echo "smoke: 'premortem list' does not name the property 'stays-closed'" >&2; exit 1; }
npx --offline premortem check --json >check.json
node -e "
  const { gate, checks } = JSON.parse(require('node:fs').readFileSync('check.json', 'utf8'));
  if (gate !== 'pass' || checks.length !== 4) throw new Error('smoke: the gate is ' + gate + ' of ' + checks.length);"
npx --offline premortem replay "$(node -p "require('./check.json').checks[0].counterexample")"
