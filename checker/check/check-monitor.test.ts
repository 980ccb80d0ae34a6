import { assign, createMachine, emit, raise, sendTo } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { Property } from '../property/property.ts';
import { monitor } from '../property/monitor.ts';
import type { Parts } from '../testing/charts.ts';
import { check, smallSystem } from '../testing/charts.ts';

/** A server that answers, unless it is one that may forget to. */
const server = {
  initial: 'free',
  states: { free: { on: { ask: 'busy' } }, busy: { on: { answer: 'free', forget: 'lost' } }, lost: {} },
};
const asking = { server: { chart: server, stimuli: ['ask', 'answer'] } };
const forgetting = { server: { chart: server, stimuli: ['ask', 'answer', 'forget'] } };

/** What is asked is answered. */
const answered = {
  id: 'answered',
  initial: 'idle',
  states: {
    idle: { on: { 'server.ask': 'waiting' } },
    waiting: { tags: 'pending', on: { 'server.answer': 'idle' } },
  },
};

/** Nobody answers before he is asked, twice. */
const inTurn = {
  id: 'in-turn',
  initial: 'none',
  states: {
    none: { on: { 'server.ask': 'one' } },
    one: { on: { 'server.answer': 'two', 'server.ask': 'two' } },
    two: { on: { 'server.*': { target: 'wrong', guard: ({ event }: { event: { type: string } }) => event.type === 'server.answer' } } },
    wrong: { tags: 'violation' },
  },
};

type Options = Parameters<typeof monitor>[1];

async function judge(parts: Parts, chart: object, more: object = {}, limits: object = {}, rest: object = {}) {
  const system = smallSystem(parts, rest as never);
  const machine = createMachine(chart as never);
  const property: Property = monitor(system, { description: 'it is so', machine, ...more } as unknown as Options);
  const { checks } = await check(system, { watched: property }, limits);
  return checks[0]!;
}

/** The events of a counterexample, in order. */
const eventsOf = ({ counterexample }: Awaited<ReturnType<typeof judge>>): string[] =>
  counterexample!.steps.map(({ event }) => (event as { type: string }).type);

test('x', async () => {
  for (const [p, m] of [[asking, answered], [forgetting, answered], [asking, inTurn]] as const) {
    const r = await judge(p as Parts, m);
    console.log(r.verdict, r.reason, r.counterexample && eventsOf(r), JSON.stringify(r.counterexample?.forever), r.counterexample?.remembered);
  }
  void [assign, emit, raise, sendTo, describe, expect];
});
