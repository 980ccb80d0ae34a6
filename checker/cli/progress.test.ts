import { expect, test } from 'vitest';
import { ProgressLine } from './progress.ts';

const AT = {
  suite: 'dns',
  design: 'as-deployed',
  states: 1234567,
  frontier: 89,
  depth: 14,
  bytes: 5e7,
  seconds: 2,
};

/** A progress line on a stream that keeps what is written, with a clock set by hand. */
function setUp(isTTY: boolean, columns = 200) {
  const clock = { now: 0 };
  const written: string[] = [];
  const stream = { isTTY, columns, write: (text: string) => written.push(text) };
  return { clock, written, line: new ProgressLine(stream, 4, () => clock.now) };
}

test.each([true, false])('a quick run says nothing (terminal: %s)', (isTTY) => {
  const { clock, written, line } = setUp(isTTY);
  for (clock.now = 0; clock.now < 700; clock.now += 50) line.update(AT, 0);
  line.clear();
  expect(written).toEqual([]);
});

test('off a terminal there is a line every few seconds', () => {
  const { clock, written, line } = setUp(false);
  for (clock.now = 0; clock.now <= 11_000; clock.now += 50) line.update(AT, 1);
  line.clear();
  expect(written).toEqual(
    Array(2).fill(
      'dns / as-deployed: 1,234,567 states, 617,284/s, depth 14, 89 to expand, 48 MiB, 2 s (1 of 4 designs done)\n',
    ),
  );
});

test('on a terminal one line is redrawn within its width, and wiped', () => {
  const { clock, written, line } = setUp(true, 30);
  for (clock.now = 0; clock.now <= 1000; clock.now += 50) line.update(AT, 2);
  line.clear();
  line.clear();
  const wipe = '\r\u001B[2K';
  const drawn = `${wipe}${'█'.repeat(5)}${'░'.repeat(5)} dns / as-deployed:`;
  expect(written).toEqual([drawn, drawn, drawn, wipe]);
});
