import { expect, test } from 'vitest';
import { BLANK } from '../property/property.ts';
import type { Lasso } from '../search/lasso.ts';
import type { TemporalOutcome } from '../search/temporal-search.ts';
import { ModelError } from '../system/errors.ts';
import { decideTemporal } from './check-temporal.ts';
import { whyNotReplayed } from './findings.ts';

const lasso: Lasso = { kind: 'end', start: 0, prefix: [], cycle: [], entry: 0 };
const whole = { failure: null, incomplete: null };
const outcome = {
  name: 'p',
  property: { ...BLANK, kind: 'monitor', description: '', observes: [], declaredAt: null },
  lasso: null,
  trap: null,
  error: null,
  vacuous: null,
  bound: null,
  prospects: null,
} as unknown as TemporalOutcome;

/** All that may be the matter, in the order in which it counts: each is decided where what stands before it is not. */
const CAUSES = [
  { of: { lasso }, end: {}, verdict: 'violated', says: 'besides, own code' },
  { of: { trap: { state: 0, states: 1 } }, end: {}, verdict: 'violated', says: 'besides, own code' },
  {
    of: { error: { thrown: new ModelError('own code', {}), state: null } },
    end: {},
    verdict: 'error',
    says: 'own code',
  },
  { of: {}, end: { failure: 'code of an actor' }, verdict: 'error', says: 'code of an actor' },
  { of: {}, end: { incomplete: 'stopped' }, verdict: 'inconclusive', says: 'stopped' },
  {
    of: { bound: { why: 'max-states', limit: 9 } },
    end: {},
    verdict: 'inconclusive',
    says: 'with the monitor',
  },
  { of: { vacuous: 'never' }, end: {}, verdict: 'vacuous', says: 'never' },
] as const;

test.each(CAUSES.map(({ verdict, says }, i) => [i, verdict, says] as const))(
  'cause %i decides before all after it: %s, %s',
  (i, verdict, says) => {
    const left = CAUSES.slice(i);
    const given = Object.assign({}, outcome, ...left.map(({ of }) => of)) as TemporalOutcome;
    const end = Object.assign({}, whole, ...left.map((cause) => cause.end)) as typeof whole;
    const decided = decideTemporal(given, end);
    expect([decided.verdict, decided.reason]).toEqual([verdict, expect.stringContaining(says)]);
  },
);

test('nothing the matter: it holds', () => {
  expect(decideTemporal(outcome, whole)).toEqual({ verdict: 'holds', reason: null });
});

test('a run that cannot be replayed is told with the failure of the model, where it has one', () => {
  const thrown = new Error('the run differs.');
  expect(whyNotReplayed(thrown, { ...whole, failure: 'code of an actor' })).toBe('code of an actor');
  expect(whyNotReplayed(thrown, whole)).toMatch(/could not be replayed .* the run differs\. This is a bug/);
});
