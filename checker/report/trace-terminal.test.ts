import fc from 'fast-check';
import picocolors from 'picocolors';
import stringWidth from 'fast-string-width';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { Counterexample } from '../trace/trace.ts';
import { anyCounterexample } from './testing/arbitraries.ts';
import { dnsRace } from './testing/dns-race.ts';
import { replicatedLog } from './testing/replicated-log.ts';
import { actor, call, change, counterexample, message, start, step } from './testing/trace-builder.ts';
import { renderTrace } from './trace-terminal.ts';

function rendered(trace: Counterexample, width = 80, colour = false): string {
  return renderTrace(trace, { width, colour: picocolors.createColors(colour) });
}

function stepsOf(trace: Partial<Counterexample>, width = 80): string[] {
  const lines = rendered(counterexample(trace), width).split('\n');
  const from = lines.findIndex((line) => /^ *1 ●/.test(line));
  return lines.slice(
    from,
    lines.findIndex((line, i) => i > from && /^ +│$/.test(line)),
  );
}

test('a trace, from the heading to why it is a violation', () => {
  expect(rendered(counterexample({ parameters: { lamps: 1 }, propertyRef: 'L1' }))).toBe(
    `
✗ stays-dark is violated in 1 step
  The lamp stays dark.
  lamp · as-built · scope default: lamps 1
  Nothing is changed.

  ○ at the start
  │ lamp  off
1 ● lamp · toggle
  │ lamp  off → on
  │
  ✗ Violated (L1): The lamp stays dark.
    The lamp is on.`.trimStart(),
  );
});

test('the DNS race fits a screen: all of step 2, and the end', () => {
  const lines = rendered(dnsRace).split('\n');
  expect(lines.length).toBeLessThanOrEqual(61);
  const second = lines.findIndex((line) => line.startsWith('2 ●'));
  expect(lines.slice(second, second + 7).join('\n')).toBe(
    `
2 ● enactor-1 · PICK
  │ The Enactor looks for a plan to apply. The one-time check passes: the plan
  │ is newer than the one applied before.
  │   → route53: READ_RECORDS  ← RECORDS activePlans: [1]
  │   → plan-store: GET_NEWEST_PLAN activePlans: [1]
  │     ← NEWEST_PLAN activePlanIsMissing: false, plan: 2 …
  │ enactor-1      idle → applying, plan: null → 2, endpoint: null → regional`.trimStart(),
  );
  expect(lines.at(-1)).toBe('    The record of the regional endpoint names plan 2, which has been deleted.');
});

test('messages, calls within calls, losses, choices and what is under way', () => {
  const lines = rendered(replicatedLog).split('\n');
  const at = (start: string): number => lines.findIndex((line) => line.startsWith(start));
  expect(lines.slice(at('3 ●'), at('4 ●')).join('\n')).toBe(
    `
3 ● leader ⇠ client · put key: colour, value: deep blue
  │ The leader writes the entry to its own log before it tells anyone. It sends
  │ the entry to both followers.
  │   → log: write value: deep blue
  │      → disk: store block: log/1, bytes: 9  ← stored ok: true …
  │     ← log: written index: 1
  │   sends ⇢ follower-1: append index: 1, value: deep blue
  │   sends ⇢ follower-2: append index: 1, value: deep blue
  │   disk emits flushed bytes: 9
  │ leader          next: 1 → 2, waiting.1: undefined → client
  │ log             size: 0 → 1
  │ disk            blocks.log/1: undefined → deep blue`.trimStart(),
  );
  expect(lines.slice(at('8 ●'), at('9 ●')).join('\n')).toBe(
    `
8 ● leader ⇠ client · put key: colour, value: "7"
  │   alternative taken: 2
  │   → log: write value: "7" (not handled)
  │   sends ⇢ follower-1: append index: 2, value: "7"
  │   loses ⇢ follower-2: append index: 2, value: "7" (full channel)
  │ leader          leading.accepting → stepping down`.trimStart(),
  );
  expect(lines).toContain('1 ● follower-1 ⇠ leader · hello term: 1 (no transition handles it)');
  expect(lines.slice(-3).join('\n')).toBe(
    `
    still under way
      leader ⇢ follower-1: append index: 2, value: "7"
      leader ⇢ follower-2: append index: 1, value: deep blue`.slice(1),
  );
});

test('what happened while the actors started is told', () => {
  const trace = counterexample({
    actors: [actor('a', 'on', {}), actor('b', 'on', {})],
    start: start({ calls: [call(1, 'a', 'b', { type: 'ask' }), call(2, 'b', 'a', { type: 'answer' })] }),
    steps: [],
  });
  expect(rendered(trace)).toContain('\n  │   a → b: ask  ← answer\n');
  expect(rendered(trace)).toMatch(/^✗ stays-dark is violated at the start\n/);
});

test('of much that happened while starting, only who asks whom for what is told', () => {
  const asks = [1, 2, 3].flatMap((n) => [
    call(1, `server-${n}`, 'registry', { type: 'who', since: n }),
    call(2, 'registry', `server-${n}`, { type: 'they', members: [n, n + 1] }),
  ]);
  const trace = counterexample({
    actors: [1, 2, 3].map((n) => actor(`server-${n}`, 'up', { n })),
    start: start({ calls: [...asks, call(1, 'server-1', 'registry', { type: 'join' })] }),
  });
  const lines = rendered(trace).split('\n');
  expect(lines).toContain('  │   server-1 … -3 → registry: who  ← they');
  expect(lines).toContain('  │   server-1 → registry: join');
  expect(lines.join()).not.toContain('since');
});

test('a step that goes like the one before it says so, and still tells what it changed', () => {
  const hears = (id: string, of: number) =>
    step({
      actor: id,
      event: { type: 'hear' },
      descriptions: ['it hears of a server'],
      calls: [call(1, id, 'registry', { type: 'ask', of })],
      changes: [change(id, 'context.n', 0, of)],
    });
  const steps = [hears('a', 1), hears('b', 1), hears('c', 1), hears('a', 2)];
  expect(stepsOf({ steps })).toEqual([
    '1 ● a · hear',
    '  │ It hears of a server.',
    '  │   → registry: ask of: 1',
    '  │ a     n: 0 → 1',
    '2 ● b · hear',
    '  │ as in step 1',
    '  │ b     n: 0 → 1',
    '3 ● c · hear',
    '  │ as in step 1',
    '  │ c     n: 0 → 1',
    '4 ● a · hear',
    '  │ It hears of a server.',
    '  │   → registry: ask of: 2',
    '  │ a     n: 0 → 2',
  ]);
});

test('where contexts are long, the end tells the new states alone, those in the same one together', () => {
  const long = (n: number): string[] => Array.from({ length: 20 }, (_, i) => `peer ${n + i}`);
  const ids = ['server-1', 'server-2', 'server-3'];
  const trace = counterexample({
    shows: 'witness',
    because: null,
    actors: [...ids, 'other'].map((id) => actor(id, 'up', { known: [] })),
    steps: [
      step({
        actor: 'server-1',
        event: { type: 'fail' },
        changes: [
          ...ids.map((id) => change(id, 'state', 'up', 'down')),
          ...[...ids, 'other'].map((id, n) => change(id, 'context.known', [], long(n))),
        ],
      }),
    ],
  });
  expect(rendered(trace).split('\n').slice(-2)).toEqual([
    '    what is different at the end',
    '      server-1 … -3         down',
  ]);
});

test('settings that would take many lines are named without their values', () => {
  const pair = (a: number, b: number, settings: object) =>
    [a, b].map((n) => actor(`server-${n}`, 'up', { ...settings, peers: n, told: 'x'.repeat(60) + n }));
  const actors = [
    ...pair(1, 2, { limit: 3, zone: 'a zone with a long name' }),
    ...pair(3, 4, { limit: 4, zone: 'another zone with a long name' }),
    ...pair(5, 6, { quorum: 2, zone: 'yet another zone with a long name' }),
  ];
  expect(rendered(counterexample({ actors }))).toContain(
    '  │ never changing, values in the file: limit, zone, quorum\n',
  );
});

test('actors that stand alike share a line; what several are given and keep is told once where it is long', () => {
  const settings = {
    threadLimit: 3,
    membershipService: { $actor: 'service' },
    startedAtVersion: 'two point five',
  };
  const servers = [1, 2, 3].map((n) =>
    actor(`server-${n}`, 'up', { ...settings, peers: n, role: 'front end' }),
  );
  const changes = [change('server-1', 'context.peers', 1, 4)];
  const trace = counterexample({
    actors: servers,
    steps: [step({ actor: 'server-1', event: { type: 'hear' }, changes })],
  });
  const lines = rendered(trace).split('\n');
  expect(lines.slice(6, 10)).toEqual([
    '  │ server-1  up  peers: 1',
    '  │ server-2  up  peers: 2',
    '  │ server-3  up  peers: 3',
    '  │ each of server-1 … -3: threadLimit: 3, membershipService: service,',
  ]);
  const alike = counterexample({ actors: [actor('a', 'up', 1), actor('b', 'up', 1), actor('c', 'down', 1)] });
  expect(rendered(alike)).toContain('\n  │ a, b  up    context: 1\n  │ c     down  context: 1\n');
});

test('a long context is folded, and says so', () => {
  const context = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`entry${i}`, i]));
  const lines = rendered(counterexample({ actors: [actor('lamp', 'off', context)] })).split('\n');
  expect(lines).toContain('  │            … (60 entries in all; the file holds them)');
  expect(lines.length).toBeLessThan(18);
});

test('of a large set, a step tells what it gains and loses', () => {
  const set = (from: number, to: number): { $set: number[] } => ({
    $set: Array.from({ length: to - from }, (_, i) => from + i),
  });
  const changes = [change('lamp', 'context.seen', set(1, 40), set(2, 41))];
  expect(stepsOf({ steps: [step({ actor: 'lamp', event: { type: 'look' }, changes })] })).toContain(
    '  │ lamp  seen: gains 40 and loses 1 (39 in all)',
  );
});

test('a witness is told as what was reached, with where its actors stand', () => {
  const trace = counterexample({
    kind: 'reachable',
    shows: 'witness',
    because: null,
    statement: 'the lamp is on',
  });
  const lines = rendered(trace).split('\n');
  expect(lines[0]).toBe('● stays-dark is reached in 1 step');
  expect(lines.slice(-3)).toEqual([
    '  ● Reached: The lamp is on.',
    '    what is different at the end',
    '      lamp  on',
  ]);
});

test('at the end, actors that have changed are listed, with what has changed; one without states has none', () => {
  const actors = [
    actor('still', 'on', { a: 1 }),
    actor('moved', '(root)', { a: 1, b: 2 }),
    actor('lamp', 'off', { a: 1 }),
  ];
  const changes = [change('moved', 'context.a', 1, 3), change('lamp', 'state', 'off', 'on')];
  const steps = [step({ actor: 'lamp', event: { type: 'toggle' }, changes })];
  const lines = rendered(
    counterexample({ kind: 'reachable', shows: 'witness', because: null, actors, steps }),
  ).split('\n');
  expect(lines).toContain('  │ moved       a: 1, b: 2');
  expect(lines.slice(-3)).toEqual([
    '    what is different at the end',
    '      moved      a: 3',
    '      lamp   on',
  ]);
});

test('a deadlock says that nothing can happen', () => {
  const trace = counterexample({ kind: 'deadlock-free', because: null, statement: 'no run gets stuck' });
  expect(rendered(trace)).toMatch(/^✗ stays-dark is violated: stuck after 1 step\n/);
  expect(rendered(trace)).toContain('\n    Here no actor can take a step.\n');
});

test('of many messages under way, some are shown and the others counted', () => {
  const inFlight = Array.from({ length: 9 }, (_, i) => message('lamp', 'lamp', { i, type: 'on' }));
  expect(rendered(counterexample({ inFlight })).split('\n').slice(-2)).toEqual([
    '      lamp ⇢ lamp: on i: 5',
    '      … and 3 more',
  ]);
});

test('colours add nothing but colour', () => {
  for (const trace of [dnsRace, replicatedLog]) {
    const coloured = rendered(trace, 80, true);
    expect(coloured).not.toBe(rendered(trace));
    expect(stripVTControlCharacters(coloured)).toBe(rendered(trace));
  }
});

test.each([40, 60, 80, 120])('no line is wider than a terminal of %i columns', (width) => {
  for (const trace of [dnsRace, replicatedLog]) {
    for (const line of rendered(trace, width).split('\n'))
      expect(stringWidth(line)).toBeLessThanOrEqual(width);
  }
});

test('whatever a file holds, it is told within the width and without control characters', () => {
  fc.assert(
    fc.property(anyCounterexample, (trace) => {
      const text = rendered(trace);
      // oxlint-disable-next-line no-control-regex
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(80);
    }),
    { numRuns: 40 },
  );
});
