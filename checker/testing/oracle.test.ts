import { assign } from 'xstate';
import { expect, it } from 'vitest';
import { checkDesign } from '../check/check-design.ts';
import { reachable } from '../property/property.ts';
import { instantiate } from '../system/instance.ts';
import { smallSystem } from './charts.ts';
import { Oracle } from './oracle.ts';

interface Args {
  context: { log: string };
  event: { type: string };
}

/** An eventless transition taken once after `probe`, noted in `log`. */
const once = (what: string) => ({
  guard: ({ context, event }: Args) => event.type === 'probe' && !context.log.includes(what),
  actions: assign({ log: ({ context }: Args) => context.log + what }),
});

const forget = assign({ log: '' });

/**
 * Whichever region was entered first goes first. That the order of regions belongs into the state here is a rule
 * that engine and oracle each have for themselves; the oracle searches all orders whatever the rule says, so that
 * a wrong one shows.
 */
it('searches every order of active regions, whatever is said to depend on it', async () => {
  const region = (what: string) => ({
    initial: 'x',
    states: { x: {}, y: {} },
    always: once(what),
    on: { x: { target: '.x', actions: forget }, y: { target: '.y', actions: forget } },
  });
  const chart = {
    type: 'parallel',
    context: { log: '' },
    states: { p: region('p'), q: { ...region('q'), on: {} } },
    on: { probe: { actions: forget } },
  };
  const system = smallSystem({ it: { chart, stimuli: ['x', 'y', 'probe'] } });
  const logIs = (log: string) =>
    reachable(system, {
      description: log,
      observes: ['it'],
      // Back where it began, so that only the order of the regions tells the two apart.
      where: ({ it: seen }) => {
        const { context, value } = seen as unknown as Args & { value: { p: string } };
        return context.log === log && value.p === 'x';
      },
    });
  const properties = { pq: logIs('pq'), qp: logIs('qp') };
  const suite = {
    kind: 'premortem.suite',
    name: 'x',
    system,
    properties,
    expect: {},
    waive: [],
    headlines: [],
  };
  const { report } = await checkDesign(suite as never, 'only', properties, { scope: 'default' });
  const engine = report.checks.map(({ property, verdict, steps }) => [property, { verdict, steps }]);
  const answer = new Oracle(instantiate(system, { design: 'only' })).check(properties, 1000);
  const { states, transitions, depth } = report.search!;
  expect({ states, transitions, depth, verdicts: Object.fromEntries(engine) as unknown }).toEqual(answer);
  expect(answer.verdicts).toEqual({
    pq: { verdict: 'holds', steps: 1 },
    qp: { verdict: 'holds', steps: 3 },
  });
});
