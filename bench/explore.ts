import { checkSuite } from 'premortem';
import { PlainSpace } from '../checker/step/plain-space.ts';
import type { PlainState } from '../checker/step/plain-space.ts';
import { instantiate } from '../checker/system/instance.ts';
import { MODELS } from './models.ts';
import { integer } from './results.ts';

/**
 * How much faster the search is than one over plain objects and text keys that calls XState for every step,
 * on a small DNS model: a ratio that needs neither Spin nor a compiler.
 *
 * @throws Error when the two find different numbers of states
 */
export async function againstXState(): Promise<string> {
  const { suite, design, property, small } = MODELS[0]!;
  const report = await checkSuite(suite, { designs: [design], properties: [property], set: small });
  const search = report.designs[0]!.search!;
  const few = { ...small, enactors: 2, generations: 4 };
  const plain = exploreWithXState(new PlainSpace(instantiate(suite.system, { design, set: few })));
  const same = (await checkSuite(suite, { designs: [design], properties: [property], set: few })).designs[0]!
    .search!;
  if (plain.states !== same.states)
    throw new Error(`the explorers disagree: ${plain.states} and ${same.states} distinct states.`);
  const ours = search.states / search.seconds;
  const theirs = plain.states / plain.seconds;
  return `XState called for every step: ${integer(theirs)} distinct states a second; premortem: ${integer(ours)} (×${integer(ours / theirs)}).`;
}

/** The space with XState called for every step, no property checked. */
function exploreWithXState(space: PlainSpace): { states: number; seconds: number } {
  const started = performance.now();
  const start = space.start().after;
  const seen = new Set([space.key(start)]);
  const queue: PlainState[] = [start];
  for (const state of queue) {
    for (const offer of space.offers(state)) {
      for (const step of space.takeAll(state, offer)) {
        const key = space.key(step.after);
        if (step.ended !== 'ok' || seen.has(key)) continue;
        seen.add(key);
        queue.push(step.after);
      }
    }
  }
  return { states: seen.size, seconds: (performance.now() - started) / 1000 };
}
