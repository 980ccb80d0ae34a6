import { expect, test } from 'vitest';
import { unknownName } from './names.ts';

test.each([
  [
    'as-deplyed',
    ['as-deployed', 'single-enactor'],
    'there is no design "as-deplyed". Did you mean "as-deployed"? There are: as-deployed, single-enactor.',
  ],
  ['zzz', ['as-deployed'], 'there is no design "zzz". There is: as-deployed.'],
  ['zzz', [], 'there is no design "zzz". There are none.'],
])('%s of %j', (name, known, message) => {
  expect(unknownName('there is no design', name, known)).toBe(message);
});
