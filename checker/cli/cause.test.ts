import { expect, test } from 'vitest';
import { causeOf } from './cause.ts';

test('a compile error is told by its first message and place', () => {
  const thrown = Object.assign(new Error('Transform failed with 2 errors:\n...'), {
    errors: [
      { text: 'Expected "}"', location: { file: '/p/a.ts', line: 3, column: 4 } },
      { text: 'Unexpected "x"', location: null },
    ],
  });
  expect(causeOf(thrown)).toBe('Expected "}" (at /p/a.ts:3:5)');
});

test('any other error is told with the first place of the user in its stack', () => {
  const thrown = new Error('no such\n  thing as file:///p/b%20c.ts');
  thrown.stack = `Error: no such thing
    at setup (/p/node_modules/xstate/dist/a.js:1:2)
    at file:///p/my%20machine.ts:7:9
    at load (/p/d.ts:1:1)`;
  expect(causeOf(thrown)).toBe('no such thing as /p/b c.ts (at /p/my machine.ts:7)');
});

test('whatever else is thrown is told as it is', () => {
  expect(causeOf('just text')).toBe('just text');
  expect(causeOf(null)).toBe('null');
});
