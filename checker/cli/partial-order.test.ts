import { expect, it } from 'vitest';
import { refuseUpdate } from './check-arguments.ts';

it('the ledger is of full searches', () => {
  expect(() => refuseUpdate({ reports: true, update: true, partialOrder: true })).toThrow(
    /full searches.*does not go with --partial-order/,
  );
  expect(() => refuseUpdate({ reports: true, update: true })).not.toThrow();
});
