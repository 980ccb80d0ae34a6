import { expect, test } from 'vitest';
import { isSlip } from './slip.ts';

test.each([
  ['Pending', 'pending'],
  ['pendign', 'pending'],
  ['epnding', 'pending'],
  ['violaton', 'violation'],
  ['violattion', 'violation'],
  ['Violaton', 'violation'],
  ['lokc', 'lock'],
  ['It', 'it'],
])('"%s" is a slip for "%s"', (word, meant) => {
  expect(isSlip(word, meant)).toBe(true);
});

test.each([
  ['pending', 'pending'],
  ['sending', 'pending'],
  ['ending', 'pending'],
  ['spending', 'pending'],
  ['vending', 'pending'],
  ['isolation', 'violation'],
  ['violations', 'violation'],
  ['clock', 'lock'],
  ['locks', 'lock'],
  ['node2', 'node1'],
  ['node11', 'node1'],
  ['node21', 'node12'],
  ['ba', 'ab'],
  ['A', 'a'],
])('"%s" is none for "%s"', (word, meant) => {
  expect(isSlip(word, meant)).toBe(false);
});
