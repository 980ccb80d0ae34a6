import type { JsonValue } from '../../trace/json-value.ts';
import type { Counterexample } from '../../trace/trace.ts';
import { actor, call, change, counterexample, message, start, step } from './trace-builder.ts';

const ref = (id: string): JsonValue => ({ $actor: id });
const set = (...items: JsonValue[]): JsonValue => ({ $set: items });
const map = (...entries: JsonValue[][]): JsonValue => ({ $map: entries });
const put = (value: string): JsonValue => ({ key: 'colour', type: 'put', value });
const append = (index: number, value: string): JsonValue => ({
  index,
  leader: ref('leader'),
  type: 'append',
  value,
});
const append1 = append(1, 'deep blue');
const append2 = append(2, '7');
const acknowledged = map([ref('follower-1'), set()], [ref('follower-2'), set()]);

/**
 * A leader that answers its client once one follower of two has an entry, over ordered channels that lose
 * what does not fit; its log sits on a disk it calls. The leader fails over to the follower that has less.
 */
export const replicatedLog: Counterexample = counterexample({
  system: 'replicated-log',
  suite: 'replicated-log',
  design: 'one-of-two',
  designRef: 'L2',
  designDescription: 'an entry counts as stored once one follower has it',
  scope: 'narrow',
  set: {},
  parameters: { followers: 2, capacity: 1, election: 'by id' },
  property: 'acknowledged-entries-survive',
  kind: 'step-property',
  statement: 'whoever takes over holds every entry that a client was told is stored',
  because: null,
  actors: [
    actor(
      'client',
      'thinking',
      { told: set() },
      { environment: true, description: 'Wants its writes kept.' },
    ),
    actor('leader', 'leading.accepting', { acknowledged, next: 1, waiting: map() }),
    actor('follower-1', 'following', { entries: [], leader: ref('leader') }),
    actor('follower-2', 'following', { entries: [], leader: ref('leader') }),
    actor('log', 'open', { size: 0 }),
    actor('disk', 'idle + healthy', { blocks: map() }),
  ],
  start: start({ sent: [message('leader', 'follower-1', { term: 1, type: 'hello' })] }),
  steps: [
    step({
      actor: 'follower-1',
      from: 'leader',
      event: { term: 1, type: 'hello' },
      handled: false,
    }),
    step({
      actor: 'client',
      event: put('deep blue'),
      descriptions: ['the client wants a value kept'],
      sent: [message('client', 'leader', put('deep blue'))],
      changes: [change('client', 'state', 'thinking', 'waiting for the leader')],
    }),
    step({
      actor: 'leader',
      from: 'client',
      event: put('deep blue'),
      descriptions: ['the leader writes the entry to its own log before it tells anyone'],
      calls: [
        call(1, 'leader', 'log', { client: ref('leader'), type: 'write', value: 'deep blue' }),
        call(2, 'log', 'disk', { block: 'log/1', bytes: 9, type: 'store' }),
        call(3, 'disk', 'log', { block: 'log/1', ok: true, type: 'stored' }),
        call(
          4,
          'log',
          'leader',
          { index: 1, type: 'written' },
          { descriptions: ['it sends the entry to both followers'] },
        ),
      ],
      sent: [message('leader', 'follower-1', append1), message('leader', 'follower-2', append1)],
      emitted: [{ actor: 'disk', event: { bytes: 9, type: 'flushed' } }],
      changes: [
        change('leader', 'context.next', 1, 2),
        change('leader', 'context.waiting.1', { $undefined: true }, ref('client')),
        change('log', 'context.size', 0, 1),
        change('disk', 'context.blocks.log/1', { $undefined: true }, 'deep blue'),
      ],
    }),
    step({
      actor: 'follower-1',
      from: 'leader',
      event: append1,
      descriptions: ['The follower keeps the entry.'],
      sent: [message('follower-1', 'leader', { index: 1, type: 'ack' })],
      changes: [change('follower-1', 'context.entries', [], ['deep blue'])],
    }),
    step({
      actor: 'leader',
      from: 'follower-1',
      event: { index: 1, type: 'ack' },
      descriptions: ['one follower has it: the client is told that its value is stored'],
      sent: [message('leader', 'client', { key: 'colour', type: 'stored' })],
      emitted: [{ actor: 'leader', event: { index: 1, type: 'committed' } }],
      changes: [
        change('leader', 'context.acknowledged.follower-1', set(), set(1)),
        change('leader', 'context.waiting.1', ref('client'), { $undefined: true }),
      ],
    }),
    step({
      actor: 'client',
      from: 'leader',
      event: { key: 'colour', type: 'stored' },
      changes: [
        change('client', 'state', 'waiting for the leader', 'thinking'),
        change('client', 'context.told', set(), set('colour')),
      ],
    }),
    step({
      actor: 'client',
      event: put('7'),
      descriptions: ['the client wants a value kept'],
      sent: [message('client', 'leader', put('7'))],
      changes: [change('client', 'state', 'thinking', 'waiting for the leader')],
    }),
    step({
      actor: 'leader',
      from: 'client',
      event: put('7'),
      choices: [1],
      calls: [
        call(1, 'leader', 'log', { client: ref('leader'), type: 'write', value: '7' }, { handled: false }),
      ],
      sent: [message('leader', 'follower-1', append2)],
      dropped: [message('leader', 'follower-2', append2)],
      changes: [change('leader', 'state', 'leading.accepting', 'stepping down')],
    }),
    step({
      actor: 'follower-2',
      event: { term: 2, type: 'take over', why: 'the leader; it is "gone" #1' },
      changes: [
        change('follower-2', 'state', 'following', 'leading.accepting'),
        change('follower-2', 'context.leader', ref('leader'), ref('follower-2')),
      ],
    }),
  ],
  inFlight: [message('leader', 'follower-1', append2), message('leader', 'follower-2', append1)],
});
