// Leases that run out and have to be established anew: one run of the statechart of dwfm-collapse in live XState. As
// attempts come before services, and all droplets are alike, there is no other.
import { createActor } from 'xstate';
import { dwfm } from '../../models/dwfm-collapse/dwfm.ts';

export interface RenewalSettings {
  droplets: number;
  timeout: number;
  serve: number;
  validity: number;
  limit: number | null;
}

export interface Renewals {
  /** Valid leases after each tick. */
  valid: number[];
  /** Services in all, and those spent on attempts that had expired. */
  served: number;
  wasted: number;
  /** Attempts in the queue at the end. */
  queued: number;
}

/** So many ticks from when DynamoDB is back; the queue is as long as it gets. */
export function simulateRenewals(settings: RenewalSettings, ticks: number): Renewals {
  const actor = createActor(dwfm, { input: { ...settings, dropsExpired: false, bound: Infinity } });
  const seen: Renewals = { valid: [], served: 0, wasted: 0, queued: 0 };
  actor.on('leaseEstablished', () => seen.served++);
  actor.on('serviceWasted', () => {
    seen.served++;
    seen.wasted++;
  });
  actor.start();
  actor.send({ type: 'dynamodbIsDown' });
  actor.send({ type: 'dynamodbIsBack' });
  for (let tick = 0; tick < ticks; tick++) {
    while (actor.getSnapshot().matches({ recovering: 'retrying' })) actor.send({ type: 'enqueue' });
    actor.send({ type: 'serve' });
    seen.valid.push(actor.getSnapshot().context.valid);
  }
  seen.queued = actor.getSnapshot().context.attempts.length;
  return seen;
}
