import { parseArgs } from 'node:util';
import suite from '../properties/dynamodb-dns.suite.ts';
import { exploreWithEngine, exploreWithXState } from './explore.ts';

/**
 * How fast the search is, on the DNS model: the whole space of the as-deployed design at a large scope,
 * every safety property checked on the way. The same is explored at a small scope with XState called for
 * every step, so that there is a ratio that does not depend on the machine.
 */
const { values } = parseArgs({
  options: {
    design: { type: 'string', default: 'as-deployed' },
    enactors: { type: 'string', default: '4' },
    generations: { type: 'string', default: '8' },
    runs: { type: 'string', default: '3' },
  },
});

const set = { enactors: Number(values.enactors), generations: Number(values.generations) };
const number = (value: number): string => Math.round(value).toLocaleString('en-GB');

console.log(
  `dynamodb-dns, ${values.design}, ${Object.entries(set)
    .map(([k, v]) => `${k}=${v}`)
    .join(' ')}`,
);
let best: Awaited<ReturnType<typeof exploreWithEngine>> | null = null;
for (let run = 1; run <= Number(values.runs); run++) {
  const figures = await exploreWithEngine(suite, values.design, set);
  console.log(
    `run ${run}: ${number(figures.states)} distinct states, ${number(figures.transitions)} transitions, depth ${figures.depth}, ` +
      `${figures.seconds.toFixed(2)} s; ${number(figures.states / figures.seconds)} distinct states/s, ` +
      `${number(figures.transitions / figures.seconds)} transitions/s`,
  );
  if (best === null || figures.seconds < best.seconds) best = figures;
}
console.log(
  `best: ${number(best!.states / best!.seconds)} distinct states/s, ${number(best!.transitions / best!.seconds)} transitions/s, ` +
    `${best!.bytesPerState} bytes per state with parents, XState calls: ${number(best!.modelCalls)} table cells (modelCalls) + ${number(best!.purityCalls)} checks (purityCalls)`,
);

const small = { enactors: 2, generations: 4 };
const engine = await exploreWithEngine(suite, values.design, small);
const plain = exploreWithXState(suite, values.design, small);
if (plain.states !== engine.states)
  throw new Error(`the explorers disagree: ${plain.states} and ${engine.states} states.`);
console.log(
  `ratio: XState called for every step explores ${number(plain.states / plain.seconds)} states/s (enactors=2 generations=4); ` +
    `the search above is ${number(best!.states / best!.seconds / (plain.states / plain.seconds))} times as fast`,
);
