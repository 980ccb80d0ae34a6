import { checkSuite } from 'premortem';
import type { SearchFigures, Suite } from 'premortem';
import { PlainSpace } from '../checker/step/plain-space.ts';
import type { PlainState } from '../checker/step/plain-space.ts';
import { instantiate } from '../checker/system/instance.ts';

type Values = Record<string, number>;

/** The figures of the engine's search of one design, with all the suite's properties checked. */
export async function exploreWithEngine(suite: Suite, design: string, set: Values): Promise<SearchFigures> {
  const report = await checkSuite(suite, { designs: [design], set });
  const figures = report.designs[0]!.search;
  if (figures === null || !figures.complete) throw new Error('the search did not cover the whole space.');
  return figures;
}

/** The same space with plain objects and text keys, XState called for every step, no property checked. */
export function exploreWithXState(
  suite: Suite,
  design: string,
  set: Values,
): { states: number; seconds: number } {
  const started = performance.now();
  const space = new PlainSpace(instantiate(suite.system, { design, set }));
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
