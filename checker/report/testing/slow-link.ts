import type { Counterexample, TraceStep } from '../../trace/trace.ts';
import { actor, call, change, counterexample, message, start, step } from './trace-builder.ts';

/** That a tick passes, and nothing else. */
export const tick: TraceStep = step({ kind: 'tick', actor: '', event: { type: 'tick' } });

const ask = { order: 1, type: 'ask' };
const patience = { type: 'xstate.after.patience.client.waiting' };
const ofPatience = `timer ${patience.type}`;
const nothing = { $undefined: true };

/** A client whose question is lost, doubled and answered by a server that crashes: a step of every kind, and of ticks nine. */
export const slowLink: Counterexample = counterexample({
  system: 'slow-link',
  suite: 'slow-link',
  time: 1000,
  property: 'answered-within',
  kind: 'within',
  statement: 'an order is answered within eight ticks',
  because: null,
  actors: [
    actor('client', 'idle', { asked: 0 }),
    actor('server', 'up', { log: [], seen: 0, session: 'a' }),
    actor('server/write', 'not there', nothing),
  ],
  start: start(),
  steps: [
    step({
      actor: 'client',
      event: { type: 'order' },
      sent: [message('client', 'server', ask)],
      changes: [
        change('client', ofPatience, nothing, 'due in 4 ticks'),
        change('client', 'state', 'idle', 'waiting'),
      ],
    }),
    step({ kind: 'lose', actor: 'server', from: 'client', event: ask, at: 0 }),
    tick,
    tick,
    tick,
    tick,
    step({
      kind: 'timeout',
      actor: 'client',
      event: patience,
      at: 0,
      sent: [message('client', 'server', ask)],
      changes: [
        change('client', ofPatience, 'due', 'due in 4 ticks'),
        change('client', 'context.asked', 0, 1),
      ],
    }),
    step({ kind: 'duplicate', actor: 'server', from: 'client', event: ask, at: 0 }),
    step({
      actor: 'server',
      from: 'client',
      event: ask,
      calls: [call(1, 'server', 'server/write', { type: 'xstate.init' })],
      changes: [
        change('server', 'context.log', [], [1]),
        change('server/write', 'state', 'not there', 'active'),
      ],
    }),
    tick,
    step({
      actor: 'server/write',
      event: { output: 1, type: 'resolve' },
      calls: [
        call(1, 'server/write', 'server', {
          actorId: '0.server.up',
          output: 1,
          type: 'xstate.done.actor.0.server.up',
        }),
      ],
      changes: [
        change('server', 'timer flush', nothing, 'due in 9 ticks'),
        change('server/write', 'state', 'active', 'not there'),
      ],
    }),
    step({
      kind: 'crash',
      actor: 'server',
      event: { type: 'crash' },
      changes: [
        change('server', 'timer flush', 'due in 9 ticks', nothing),
        change('server', 'state', 'up', 'crashed'),
        change('server', 'context.seen', 0, nothing),
        change('server', 'context.session', 'a', nothing),
      ],
    }),
    step({
      kind: 'restart',
      actor: 'server',
      event: { type: 'restart' },
      changes: [change('server', 'state', 'crashed', 'up'), change('server', 'context.seen', nothing, 0)],
    }),
    tick,
    tick,
    tick,
    tick,
  ],
  remembered: [
    'nothing is awaited',
    ...[0, 0, 1, 2, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 7, 8, 9].map((ticks) => `${ticks} of 8 ticks`),
  ],
  inFlight: [message('client', 'server', ask)],
});
