import { actor, defineSystem, oneOf } from 'premortem';
import type { AnyActorRef } from 'xstate';
import { enqueueActions, sendTo, setup } from 'xstate';
import { edgeBuffer } from '../../models/cascade-2020/edge-buffer.ts';
import { service } from '../../models/cascade-2020/service.ts';

/** A supplier of which anything may be expected at any moment. */
const anySupplier = setup({
  types: {
    input: {} as { consumer: AnyActorRef },
    context: {} as { consumer: AnyActorRef },
    events: {} as { type: 'turnOk' } | { type: 'turnDegraded' } | { type: 'turnDown' },
  },
  actions: {
    tell: enqueueActions(({ context, enqueue }, { status }: { status: 'ok' | 'degraded' | 'down' }) => {
      enqueue.sendTo(context.consumer, { type: 'supplierIs', supplier: 'supplier', status });
    }),
  },
}).createMachine({
  id: 'any-supplier',
  context: ({ input }) => input,
  initial: 'ok',
  on: { turnOk: '.ok', turnDegraded: '.degraded', turnDown: '.down' },
  states: {
    ok: { entry: { type: 'tell', params: { status: 'ok' } } },
    degraded: { entry: { type: 'tell', params: { status: 'degraded' } } },
    down: { entry: { type: 'tell', params: { status: 'down' } } },
  },
});

/** Faults and repairs at any moment, as often as they like. */
const anyFault = setup({
  types: {
    input: {} as { root: AnyActorRef },
    context: {} as { root: AnyActorRef },
    events: {} as { type: 'strike' } | { type: 'mend' } | { type: 'repaired' },
  },
  actions: {
    breakIt: sendTo(({ context }) => context.root, { type: 'break' }),
    repairIt: sendTo(
      ({ context }) => context.root,
      ({ self }) => ({ type: 'repair', from: self }),
    ),
  },
}).createMachine({
  id: 'any-fault',
  context: ({ input }) => input,
  on: { strike: { actions: 'breakIt' }, mend: { actions: 'repairIt' }, repaired: {} },
});

/** The chart of a service on one edge of the cascade: what a detailed system is compared with. */
export const oneEdge = defineSystem({
  name: 'one-edge',
  description: 'A service with one supplier, of which anything may be expected.',
  parameters: {
    kind: oneOf(
      ['H', 'S', 'B', 'b', 'none'],
      'of which kind the edge is; none: there is none, and the service may break of itself',
    ),
  },
  scopes: { default: { kind: 'H' } },
  designs: { 'as-deployed': { description: 'One edge.' } },
  build: ({ parameters: { kind }, ref }) => ({
    actors: {
      supplier: actor(anySupplier, {
        environment: true,
        input: { consumer: ref(kind === 'b' ? 'buffer' : 'service') },
        stimuli: kind === 'none' ? [] : ['turnOk', 'turnDegraded', 'turnDown'],
      }),
      service: actor(service, {
        input: {
          name: 'service',
          supplies: kind === 'none' ? [] : [{ supplier: 'supplier', kinds: [kind] }],
          consumers: [],
        },
        stimuli: ['reevaluate'],
      }),
      fault:
        kind === 'none'
          ? actor(anyFault, {
              environment: true,
              input: { root: ref('service') },
              stimuli: ['strike', 'mend'],
            })
          : undefined,
      buffer:
        kind === 'b'
          ? actor(edgeBuffer, { input: { supplier: 'supplier', consumer: ref('service'), holds: 1 } })
          : undefined,
    },
    delivery: 'sync',
    time: 'untimed',
  }),
});
