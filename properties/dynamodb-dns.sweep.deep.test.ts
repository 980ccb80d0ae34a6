import { test } from 'vitest';
import { expectFormula, range, sizes } from './testing/clean-up-sweep.ts';

const ages = range(1, 5);

test.each([2, 3])('R9 with %i endpoints and two Enactors', (endpoints) =>
  expectFormula(sizes({ enactors: [2], endpoints: [endpoints], age: ages, beyondAge: [0, 1, 2, 3] })),
);

test('R9 with three Enactors', () =>
  expectFormula(sizes({ enactors: [3], endpoints: [1, 2], age: range(1, 3), beyondAge: [1, 2] })));

test('R9 with four Enactors', () =>
  expectFormula(sizes({ enactors: [4], endpoints: [1], age: [1, 2], beyondAge: [1, 2] })));

test('R9 with a large AGE', () =>
  expectFormula(sizes({ enactors: [2], endpoints: [1], age: range(6, 10), beyondAge: [1, 2] })));
