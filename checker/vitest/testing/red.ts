import { safeSuite } from '../../fast-check/testing/safe.ts';
import { holds } from '../../index.ts';
import { describeCounterexamples, describeSuite } from '../index.ts';

// A test file that is run by describe-suite.deep.test.ts, to see how failures come out of vitest.
const expected = safeSuite.expect['default']!;
const red = {
  ...safeSuite,
  expect: { default: { ...expected, jams: { ...expected['jams'], 'stays-shut': holds } } },
};

describeSuite(red, { designs: ['jams'], counterexamples: process.env['COUNTEREXAMPLES']! });
describeSuite({ ...red, name: 'twice' }, { designs: ['jam'], scopes: ['default', 'larger'] });
describeCounterexamples(process.env['COUNTEREXAMPLES']!, [red]);
describeCounterexamples('no/such/folder', [red]);
