// The rest of cascade-2025.abstraction.test.ts: the systems with the most states.
import { asActorLogic, instantiate } from 'premortem/graph';
import { describe, expect, test } from 'vitest';
import { ec2Leases } from '../models/ec2-leases/system.ts';
import { nlbHealth } from '../models/nlb-health/system.ts';
import type { Shared, StateOf, Status } from './testing/simulation.ts';
import { compare } from './testing/simulation.ts';

const downIf = (is: boolean): Status => (is ? 'down' : 'ok');
const degradedIf = (is: boolean): Status => (is ? 'degraded' : 'ok');

test('the leases of ec2-leases, too few to collapse, are such an edge that does not stay down', () => {
  const leases = (state: StateOf): Shared => ({
    supplier: downIf(state('dynamodb').name.startsWith('down')),
    service: downIf(['droplet-1', 'droplet-2'].every((id) => state(id).name.includes('lapsed'))),
  });
  expect(
    compare(asActorLogic(instantiate(ec2Leases, { design: 'as-deployed' })), 'H-late', leases),
  ).toMatchObject({
    changes: [
      'down/down to ok/down',
      'down/ok to down/down',
      'down/ok to ok/ok',
      'ok/down to ok/ok',
      'ok/ok to down/ok',
    ],
    notCovered: [],
    bringsBack: ['check'],
  });
});

describe('nlb-health is a b edge to the network state of instances', () => {
  const some = (state: StateOf, is: (zone: string) => boolean) =>
    degradedIf([1, 2, 3].some((zone) => is(state(`zone-${zone}`).name)));
  const capacity = (state: StateOf): Shared => ({
    supplier: some(state, (zone) => !zone.includes('networked')),
    service: some(state, (zone) => zone.includes('out')),
  });
  const logicOf = (design: 'as-deployed-with-load' | 'velocity-control') =>
    asActorLogic(instantiate(nlbHealth, { design }));
  /** A check may pass between two that fail. */
  const flapping = 'degraded/degraded to degraded/ok';

  test.each(['velocity-control'] as const)('%s, but for flapping', (design) => {
    expect(compare(logicOf(design), 'b', capacity).notCovered).toEqual([flapping]);
  });

  test('with the load of the checker it stays hurt, and a late checker hurts it without a cause', () => {
    expect(compare(logicOf('as-deployed-with-load'), 'b', capacity, 'yes').notCovered).toEqual([
      flapping,
      'ok/ok to ok/degraded',
    ]);
  });
});
