// Remedies that are half applied, which have to turn the gate red.
import { expect, test } from 'vitest';
import type { createEnactor } from '../models/dynamodb-dns/enactor.ts';
import type { lock } from '../models/dynamodb-dns/lock.ts';
import type { createRoute53 } from '../models/dynamodb-dns/route53.ts';
import suite from './dynamodb-dns.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';

test('a recheck whose condition nobody looks at is seen', async () => {
  const unchecked = withLogic('route53', (logic: ReturnType<typeof createRoute53>) =>
    logic.provide({ guards: { conditionFails: () => false } }),
  );
  expect(await unexpectedOf(suite, 'recheck-on-apply', unchecked)).toEqual([
    'every-endpoint-resolves: violated 8',
    'never-an-older-plan: violated 6',
    'clean-up-spares-active-plans: violated 8',
    'the-record-goes-empty: holds 8',
    'an-empty-record-is-repaired: violated 9',
    'the-newest-plan-wins: violated 9',
    'the-automation-can-repair: violated 8',
    'an-empty-record-is-repaired-by-hand: violated 9',
    'the-newest-plan-wins-by-hand: violated 9',
  ]);
});

test('a refusal that asks and does not listen is seen', async () => {
  const deaf = withLogic('enactor', (logic: ReturnType<typeof createEnactor>) =>
    logic.provide({ guards: { ownPlanIsMissing: () => false } }),
  );
  // It is as if clean-up spared active plans and nothing else: a plan is deleted, then applied.
  expect(await unexpectedOf(suite, 'spare-active-refuse-deleted', deaf)).toEqual([
    'every-endpoint-resolves: violated 8',
    'the-record-goes-empty: holds 8',
    'an-empty-record-is-repaired: violated 9',
    'the-newest-plan-wins: violated 9',
    'the-automation-can-repair: violated 8',
    'an-empty-record-is-repaired-by-hand: violated 9',
    'the-newest-plan-wins-by-hand: violated 9',
  ]);
});

test('a lock that lets everybody in is seen', async () => {
  const open = withLogic('lock', (logic: typeof lock) =>
    logic.provide({ guards: { holderAsksAgain: () => true } }),
  );
  expect(await unexpectedOf(suite, 'lock-around-everything', open)).toContain(
    'every-endpoint-resolves: violated 8',
  );
});
