import { actor, defineSystem, oneOf } from 'premortem';
import type { AnyActorRef } from 'xstate';
import { enqueueActions, sendTo, setup } from 'xstate';
import { edgeBuffer } from '../../models/cascade-2020/edge-buffer.ts';
import { recovery } from '../../models/cascade-2020/recovery.ts';
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

const isHeldBack = (kind: string): boolean => kind === 'b' || kind === 'H-late';

/** The chart of a service on one edge of the cascade: what a detailed system is compared with. */
export const oneEdge = defineSystem({
  name: 'one-edge',
  description: 'A service with one supplier, of which anything may be expected.',
  parameters: {
    kind: oneOf(
      ['H', 'S', 'B', 'b', 'H-late', 'none'],
      'of which kind the edge is; none: there is none, and the service may break of itself',
    ),
    stays: oneOf(['no', 'yes'], 'whether the service stays hurt until somebody acts'),
  },
  scopes: { default: { kind: 'H', stays: 'no' } },
  designs: { 'as-deployed': { description: 'One edge.' } },
  build: ({ parameters: { kind, stays }, ref }) => ({
    actors: {
      supplier: actor(anySupplier, {
        environment: true,
        input: { consumer: ref(isHeldBack(kind) ? 'buffer' : 'service') },
        stimuli: kind === 'none' ? [] : ['turnOk', 'turnDegraded', 'turnDown'],
      }),
      service: actor(service, {
        input: {
          name: 'service',
          supplies:
            kind === 'none' ? [] : [{ supplier: 'supplier', kinds: [kind === 'H-late' ? 'H' : kind] }],
          consumers: [],
          ...(stays === 'yes' ? { staysHurt: true } : {}),
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
      buffer: isHeldBack(kind)
        ? actor(edgeBuffer, { input: { supplier: 'supplier', consumer: ref('service'), holds: 1 } })
        : undefined,
      recovery:
        stays === 'yes'
          ? actor(recovery, { environment: true, input: { service: ref('service') }, stimuli: ['act'] })
          : undefined,
    },
    delivery: 'sync',
    time: 'untimed',
  }),
});
