import { sendTo } from 'xstate';
import { expect, test } from 'vitest';
import type { Fairness } from '../property/fairness.ts';
import { eventually } from '../property/temporal-properties.ts';
import type { Time } from '../system/time.ts';
import { check, smallSystem } from '../testing/charts.ts';

const later = (to: string, id?: string) =>
  sendTo(({ system }) => system.get(to), { type: 'ping' }, { delay: 0, ...(id === undefined ? {} : { id }) });

/** Says `ping` to two others; one of them asks for it again and again. */
function pings(time: Time, ids: readonly (string | undefined)[]) {
  const [first, second] = ids;
  const pinging = {
    entry: [later('echo', first), later('door', second)],
    on: { pong: { actions: later('echo', first) } },
  };
  const echoing = {
    on: { ping: { actions: sendTo(({ system }) => system.get('pinger'), { type: 'pong' }) } },
  };
  const opening = { initial: 'shut', states: { shut: { on: { ping: 'open' } }, open: {} } };
  const parts = { pinger: { chart: pinging }, echo: { chart: echoing }, door: { chart: opening } };
  return smallSystem(parts, { time });
}

async function opens(time: Time, ids: readonly (string | undefined)[], fairness: Fairness = {}) {
  const system = pings(time, ids);
  const holds = ({ door }: { door: { value: unknown } }) => door.value === 'open';
  const property = eventually(system, { description: '', observes: ['door'], holds, fairness } as never);
  return (await check(system, { opens: property })).checks[0]!;
}

const TIMES: readonly Time[] = ['untimed', { tick: 1 }];

test.each(TIMES)('a timer for another actor is fair by itself, with an id or without (%j)', async (time) => {
  expect(await opens(time, [undefined, undefined])).toMatchObject({ verdict: 'holds' });
  expect(await opens(time, ['a', 'b'])).toMatchObject({ verdict: 'holds' });
});

test('a run that is fair to timers names whom each goes to, where it is another actor', async () => {
  const none = { toDoor: ({ to }: { to: string | null }) => to === 'door' };
  const { verdict, counterexample } = await opens('untimed', [undefined, undefined], { none });
  expect(verdict).toBe('violated');
  expect(counterexample!.forever).toMatchObject({
    kind: 'cycle',
    fairness: [{ name: 'timer pinger ping to echo', strength: 'weak', taken: [1] }],
  });
});
