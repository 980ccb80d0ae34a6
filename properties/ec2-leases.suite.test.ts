import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import { stateIn } from 'xstate';
import type { droplet } from '../models/ec2-leases/droplet.ts';
import suite from './ec2-leases.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';

describeSuite(suite);

type Droplet = typeof droplet;

test('a take-over that does not wait until a lease has lapsed is seen', async () => {
  const atAnyTime = withLogic('droplet', (logic: Droplet) =>
    logic.provide({ guards: { canBeTakenOver: stateIn('#instances.none') } }),
  );
  expect(await unexpectedOf(suite, 'as-deployed-leases-keep-others-out', atAnyTime)).toEqual([
    'no-droplet-is-given-out-twice: violated 3',
  ]);
});

test('checks that get through without DynamoDB are seen', async () => {
  const needNobody = withLogic('droplet', (logic: Droplet) =>
    logic.provide({ guards: { isRenewed: () => true } }),
  );
  expect(await unexpectedOf(suite, 'as-deployed', needNobody)).toEqual([
    'a-refusal-tells-the-truth: holds',
    'free-hosts-lose-their-leases-in-time: violated 11',
    'free-hosts-become-unusable-in-time: violated 11',
    'every-host-is-idle-and-none-can-be-given-out: violated',
  ]);
});
