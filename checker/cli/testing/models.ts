/** Texts of small suite files that the tests of the command put into projects of their own. */

/** A suite around one statechart, with one actor that takes `go` of its own accord and has the size as its input. */
export function suiteAround(
  name: string,
  machine: string,
  options: { properties?: string; effects?: string; expect?: string; before?: string } = {},
): string {
  const properties =
    options.properties ??
    `'always-fine': invariant(system, { description: 'All is well.', observes: ['it'], holds: () => true })`;
  const names = [...properties.matchAll(/'([\w-]+)':/g)].map((match) => match[1]!);
  const expected = options.expect ?? names.map((property) => `'${property}': holds`).join(', ');
  return `
import { actor, deadlockFree, defineSuite, defineSystem, holds, integer, invariant, notBuildable, reachable, reached, stepProperty, violated } from 'premortem';
import { assign, createMachine, enqueueActions, raise, sendTo, setup } from 'xstate';
${options.before ?? ''}
const machine = ${machine};
const system = defineSystem({
  name: '${name}',
  description: 'A system called ${name}.',
  parameters: { size: integer({ min: 1, max: 1_000_000, description: 'how far it counts' }) },
  scopes: { default: { size: 2 }, large: { size: 4 } },
  designs: { 'as-deployed': { description: 'As it is.' } },
  build: ({ parameters }) => ({
    actors: { it: actor(machine, { input: { size: parameters.size }, stimuli: ['go'] }) },
    ${options.effects ?? ''}
  }),
});
const properties = { ${properties} };
export default defineSuite({ system, properties, expect: { default: { 'as-deployed': { ${expected} } } } });
`;
}

const COUNTING = `setup({
  types: { input: {} as { size: number }, context: {} as { size: number; n: number }, events: {} as { type: 'go' } },
}).createMachine({
  id: 'counter',
  context: ({ input }) => ({ size: input.size, n: 0 }),
  on: { go: { guard: ({ context }) => hasRoom(context), actions: assign({ n: ({ context }) => context.n + 1 }) } },
})`;

/** Counts to the size; `small` is violated in two steps at the default scope. */
export const COUNTER = suiteAround('counter', COUNTING, {
  before: `const hasRoom = ({ n, size }: { n: number; size: number }) => n < size;`,
  properties: `
  'small': invariant(system, { description: 'It stays below two.', observes: ['it'], holds: ({ it }) => it.context.n < 2 }),
  'gets-to-one': reachable(system, { description: 'It gets to one.', observes: ['it'], where: ({ it }) => it.context.n === 1 }),
  'never-negative': invariant(system, { description: 'It is never negative.', observes: ['it'], holds: ({ it }) => it.context.n >= 0 }),
`,
  expect: `'small': violated(2), 'gets-to-one': reached(1), 'never-negative': holds`,
});

/** As COUNTER, for counting far; it says `counting` on the console when it starts to. */
export const ABACUS = suiteAround('abacus', COUNTING, {
  before: `
let told = false;
function hasRoom({ n, size }: { n: number; size: number }) {
  if (n > 100 && !told) console.log('counting');
  told ||= n > 100;
  return n < size;
}`,
});
