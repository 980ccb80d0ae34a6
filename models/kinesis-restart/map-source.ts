import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { FleetInput } from './fleet.ts';
import type { Load } from './restart-limit.ts';
import { looksSlow, mayStart } from './restart-limit.ts';

export interface MapSourceInput extends Pick<FleetInput, 'bootCost' | 'source' | 'limit'> {
  everyone: readonly AnyActorRef[];
  /** Those that serve at the start. */
  serving: readonly AnyActorRef[];
}

export interface MapSourceContext extends MapSourceInput {
  /** Servers that have asked for a map and have none yet. */
  waiting: ReadonlySet<AnyActorRef>;
  /** Servers with a map. */
  inService: ReadonlySet<AnyActorRef>;
}

export type MapSourceEvent =
  | { type: 'restartOne'; server: AnyActorRef }
  | { type: 'register'; server: AnyActorRef }
  | { type: 'whoIsInTheFleet'; asker: AnyActorRef }
  /** Of its own accord: a waiting server is given what it needs for its map. */
  | { type: 'completeMap'; server: AnyActorRef }
  | { type: 'probe'; server: AnyActorRef }
  | { type: 'takeOut'; server: AnyActorRef }
  | { type: 'deregister'; server: AnyActorRef };

/**
 * What the fleet shares while its servers, each a statechart of its own, start again: where maps come from, and
 * the resources that those who start and those who serve fight for. Stands where the membership service stood, and
 * takes its time with an answer.
 */
export const mapSource = setup({
  types: {
    input: {} as MapSourceInput,
    context: {} as MapSourceContext,
    events: {} as MapSourceEvent,
  },
  guards: {
    oneMoreMayStart: ({ context }) => mayStart(context.limit, loadOf(context)),
    servedAtTheStart: ({ context, event }) => {
      assertEvent(event, 'whoIsInTheFleet');
      return context.inService.has(event.asker);
    },
    waitsAndThereIsAMap: ({ context, event }) => {
      assertEvent(event, 'completeMap');
      const thereIsAMap = context.source === 'store' || context.inService.size > 0;
      return context.waiting.has(event.server) && thereIsAMap;
    },
    servesAndLooksSlow: ({ context, event }) => {
      assertEvent(event, 'probe');
      return context.inService.has(event.server) && looksSlow(loadOf(context));
    },
  },
  actions: {
    tellItToJoin: sendTo(
      ({ event }) => {
        assertEvent(event, 'restartOne');
        return event.server;
      },
      { type: 'joinFleet' },
    ),
    noteWaiting: assign({
      waiting: ({ context, event }) => {
        assertEvent(event, 'whoIsInTheFleet');
        return new Set([...context.waiting, event.asker]);
      },
    }),
    answerAtOnce: sendTo(
      ({ event }) => {
        assertEvent(event, 'whoIsInTheFleet');
        return event.asker;
      },
      ({ context, event }) => {
        assertEvent(event, 'whoIsInTheFleet');
        return { type: 'fleetIs', members: allBut(context, event.asker) };
      },
    ),
    noteInService: assign({
      waiting: ({ context, event }) => {
        assertEvent(event, 'completeMap');
        return new Set([...context.waiting].filter((server) => server !== event.server));
      },
      inService: ({ context, event }) => {
        assertEvent(event, 'completeMap');
        return new Set([...context.inService, event.server]);
      },
    }),
    answer: sendTo(
      ({ event }) => {
        assertEvent(event, 'completeMap');
        return event.server;
      },
      ({ context, event }) => {
        assertEvent(event, 'completeMap');
        return { type: 'fleetIs', members: allBut(context, event.server) };
      },
    ),
    answerSlowly: sendTo(
      ({ system }) => system.get('health-checker'),
      ({ event }) => {
        assertEvent(event, 'probe');
        return { type: 'slowAnswer', server: event.server };
      },
    ),
    tellItToLeave: sendTo(
      ({ event }) => {
        assertEvent(event, 'takeOut');
        return event.server;
      },
      { type: 'leaveFleet' },
    ),
    noteGone: assign({
      inService: ({ context, event }) => {
        assertEvent(event, 'deregister');
        return new Set([...context.inService].filter((server) => server !== event.server));
      },
    }),
  },
}).createMachine({
  id: 'map-source',
  context: ({ input }) => ({ ...input, waiting: new Set(), inService: new Set(input.serving) }),
  on: {
    restartOne: {
      description: 'It may start. One that is not down takes no notice.',
      guard: 'oneMoreMayStart',
      actions: 'tellItToJoin',
    },
    register: {},
    whoIsInTheFleet: [
      { guard: 'servedAtTheStart', actions: 'answerAtOnce' },
      { description: 'It begins to build its map.', actions: 'noteWaiting' },
    ],
    completeMap: {
      description: 'A starting server has its map complete and serves.',
      guard: 'waitsAndThereIsAMap',
      actions: ['noteInService', 'answer'],
    },
    probe: { guard: 'servesAndLooksSlow', actions: 'answerSlowly' },
    takeOut: { actions: 'tellItToLeave' },
    deregister: { actions: 'noteGone' },
  },
});

function loadOf({ everyone, bootCost, source, waiting, inService }: MapSourceContext): Load {
  return {
    servers: everyone.length,
    bootCost,
    source,
    boot: waiting.size,
    serve: inService.size,
  };
}

function allBut({ everyone }: MapSourceContext, one: AnyActorRef): Set<AnyActorRef> {
  return new Set(everyone.filter((server) => server !== one));
}
