import { expect, test } from 'vitest';
import { check, design } from '../check/testing/report-builder.ts';
import { prospectLines } from './prospect-words.ts';

const of = (property: string, certain: number, possible: number, impossible: number) =>
  check({ property, prospects: { certain, possible, impossible } });

test('a line a property; designs of which the same is true are named together', () => {
  const designs = [
    design([of('rests', 23, 74, 0), of('ends', 1, 0, 0)], { design: 'a' }),
    design([of('rests', 1185, 372, 34), of('ends', 1, 0, 0)], { design: 'b' }),
    design([of('rests', 23, 74, 0), of('ends', 1, 0, 0)], { design: 'c' }),
  ];
  expect(prospectLines({ designs })).toEqual([
    'states in which rests is certain / possible / out of reach: 23/74/0 (a, c), 1,185/372/34 (b)',
    'states in which ends is certain / possible / out of reach: 1/0/0',
  ]);
});

test('a design of which it is not known is not among those named; other properties have no line', () => {
  const designs = [
    design([of('rests', 2, 3, 0)], { design: 'a' }),
    design([check({ property: 'rests' })], { design: 'b' }),
  ];
  expect(prospectLines({ designs })).toEqual([
    'states in which rests is certain / possible / out of reach: 2/3/0 (a)',
  ]);
  expect(prospectLines({ designs: designs.slice(1) })).toEqual([]);
});
