import type { Observed, ParameterValues } from 'premortem';
import { defineSuite, holds, leadsTo, stepProperty, violated, within } from 'premortem';
import { eventbridgeBacklog } from '../models/eventbridge-backlog/system.ts';

type Parts = Observed<typeof eventbridgeBacklog, 'event-bus' | 'kinesis' | 'container-service'>;
type Bus = Pick<Parts, 'event-bus'>;
type Outage = Pick<Parts, 'kinesis'>;
type Containers = Pick<Parts, 'container-service'>;
type Parameters = ParameterValues<typeof eventbridgeBacklog>;

const waiting = (state: Bus): number => state['event-bus'].context.waiting;
const isFresh = (state: Bus): boolean => state['event-bus'].context.step?.is === 'fresh';
const isOld = (state: Bus): boolean => typeof state['event-bus'].context.step?.is === 'object';
const isUp = ({ kinesis }: Outage): boolean => kinesis.hasTag('up');
const isDegraded = ({ kinesis }: Outage): boolean => kinesis.hasTag('degraded');
const isDown = ({ kinesis }: Outage): boolean => kinesis.hasTag('down');
const pending = (state: Containers): number => state['container-service'].context.pending;

const noSpare = (state: Bus & Outage, { arrive, serve, serveDegraded }: Parameters): string => {
  const served = isDegraded(state) ? Math.min(serve, serveDegraded) : serve;
  return `${waiting(state)} events wait: in a tick ${arrive} come and ${served} are delivered, be it of these or of the backlog`;
};
const stillWaits = (state: Bus): string => {
  const is = state['event-bus'].context.step?.is;
  return typeof is === 'object'
    ? `it is still in the backlog, behind ${is.ahead} others`
    : 'it has not been delivered';
};

/** An event that picks is delivered within B ticks, unless Kinesis goes down in the meantime. */
const delivered = (
  ref: string,
  description: string,
  picks: (state: Bus) => boolean,
  level: (state: Outage) => boolean,
) =>
  within(eventbridgeBacklog, {
    ref,
    description,
    observes: ['event-bus', 'kinesis'],
    ticks: ({ parameters }) => parameters.bound,
    when: (state) => picks(state) && level(state),
    eventually: (state) => state['event-bus'].context.step === null || isDown(state),
    because: (state, { parameters }) => `after more than ${parameters.bound} ticks ${stillWaits(state)}`,
  });

const properties = {
  'the-backlog-is-worked-off': leadsTo(eventbridgeBacklog, {
    ref: 'M-C4.1',
    description: 'When Kinesis is up, the backlog is empty in the end.',
    observes: ['event-bus', 'kinesis'],
    when: isUp,
    eventually: (state) => waiting(state) === 0,
    because: (state, { parameters }) => noSpare(state, parameters),
  }),
  'the-backlog-is-worked-off-while-degraded': leadsTo(eventbridgeBacklog, {
    ref: 'M-C4.1-degraded',
    description: 'When Kinesis is back in part and remains so, the backlog is empty in the end.',
    observes: ['event-bus', 'kinesis'],
    when: isDegraded,
    eventually: (state) => waiting(state) === 0 || !isDegraded(state),
    because: (state, { parameters }) => noSpare(state, parameters),
  }),
  'a-fresh-event-is-delivered-in-time': delivered(
    'M-C4.2-fresh',
    'An event that is put while Kinesis is up is delivered in time.',
    isFresh,
    isUp,
  ),
  'a-fresh-event-is-delivered-in-time-while-degraded': delivered(
    'M-C4.2-fresh-degraded',
    'An event that is put while Kinesis is degraded is delivered in time.',
    isFresh,
    isDegraded,
  ),
  'an-old-event-is-delivered-in-time': delivered(
    'M-C4.2-old',
    'An event of the backlog is delivered in time once Kinesis is up.',
    isOld,
    isUp,
  ),
  'an-old-event-is-delivered-in-time-while-degraded': delivered(
    'M-C4.2-old-degraded',
    'An event of the backlog is delivered in time once Kinesis is back in part.',
    isOld,
    isDegraded,
  ),
  'no-event-overtakes-an-older-one': stepProperty(eventbridgeBacklog, {
    ref: 'M-C4.2-order',
    description: 'No fresh event is delivered while an older one still waits.',
    observes: ['event-bus', 'container-service'],
    on: (step) => step.kind === 'timeout',
    holds: (before, _step, after) =>
      !(isFresh(before) && pending(after) < pending(before) && waiting(after) > 0),
    because: (_before, _step, after) =>
      `the event that was put last is delivered; still waiting, though put before it: ${waiting(after)}`,
  }),
  'running-tasks-are-left-alone': stepProperty(eventbridgeBacklog, {
    ref: 'M-C4.3',
    description: 'Tasks that run are unaffected: only the last step of a workflow changes which do.',
    observes: ['container-service'],
    holds: (before, _step, after) =>
      tasksOf(before) === tasksOf(after) || (pending(before) === 1 && pending(after) === 0),
    because: (before, _step, after) =>
      `the tasks go from ${tasksOf(before)} to ${tasksOf(after)} with ${pending(before)} steps of the workflow to be done`,
  }),
  'a-workflow-gets-through': leadsTo(eventbridgeBacklog, {
    ref: 'M-C4.3-op',
    description: 'When Kinesis is up, no workflow step is pending in the end, or Kinesis goes down.',
    observes: ['container-service', 'kinesis'],
    when: (state) => isUp(state) && pending(state) > 0,
    eventually: (state) => pending(state) === 0 || isDown(state),
    because: (state) => `${pending(state)} steps of the workflow are pending for good`,
  }),
  'a-workflow-gets-through-while-degraded': leadsTo(eventbridgeBacklog, {
    ref: 'M-C4.3-op-degraded',
    description: 'When Kinesis is back in part and remains so, no workflow step is pending in the end.',
    observes: ['container-service', 'kinesis'],
    when: (state) => isDegraded(state) && pending(state) > 0,
    eventually: (state) => pending(state) === 0 || !isDegraded(state),
    because: (state) => `${pending(state)} steps of the workflow are pending for good`,
  }),
};

/** Which tasks run. */
function tasksOf(state: Containers): 'as started' | 'scaled out' {
  return state['container-service'].matches({ tasks: 'scaledOut' }) ? 'scaled out' : 'as started';
}

/** The bus keeps its promises as long as it is up. */
const asOrdered = {
  'the-backlog-is-worked-off': holds,
  'the-backlog-is-worked-off-while-degraded': violated(6),
  'an-old-event-is-delivered-in-time': holds,
  'an-old-event-is-delivered-in-time-while-degraded': violated(15),
  'no-event-overtakes-an-older-one': holds,
  'running-tasks-are-left-alone': holds,
  'a-workflow-gets-through': holds,
  'a-workflow-gets-through-while-degraded': holds,
  'a-fresh-event-is-delivered-in-time': violated(17),
  'a-fresh-event-is-delivered-in-time-while-degraded': violated(13),
};
const freshFirst = {
  'the-backlog-is-worked-off': holds,
  'the-backlog-is-worked-off-while-degraded': violated(6),
  'a-fresh-event-is-delivered-in-time': holds,
  'a-fresh-event-is-delivered-in-time-while-degraded': holds,
  'an-old-event-is-delivered-in-time': violated(15),
  'an-old-event-is-delivered-in-time-while-degraded': violated(11),
  'no-event-overtakes-an-older-one': violated(8),
  'running-tasks-are-left-alone': holds,
  'a-workflow-gets-through': holds,
  'a-workflow-gets-through-while-degraded': violated(8),
};

export default defineSuite({
  system: eventbridgeBacklog,
  properties,
  expect: {
    default: { 'as-deployed': freshFirst, 'first-in-first-out': asOrdered },
    // As many events come as can be delivered: what has piled up once stays.
    'no-spare-capacity': {
      'as-deployed': {
        ...freshFirst,
        'the-backlog-is-worked-off': violated(6),
        'the-backlog-is-worked-off-while-degraded': violated(8),
        'a-fresh-event-is-delivered-in-time-while-degraded': violated(9),
        'an-old-event-is-delivered-in-time': violated(11),
        'a-workflow-gets-through': violated(8),
        'a-workflow-gets-through-while-degraded': violated(10),
      },
      'first-in-first-out': {
        ...asOrdered,
        'the-backlog-is-worked-off': violated(6),
        'the-backlog-is-worked-off-while-degraded': violated(8),
        'a-fresh-event-is-delivered-in-time': violated(13),
        'a-fresh-event-is-delivered-in-time-while-degraded': violated(11),
        'an-old-event-is-delivered-in-time-while-degraded': violated(13),
      },
    },
  },
  waive: ['kinesis never gets tickPasses', 'kinesis: *tickPasses*'].map((never) => ({
    never,
    designs: 'all' as const,
    reason:
      'The chart is shared with cloudwatch-metrics, where the outage has a longest time; here it may last for ever.',
  })),
  headlines: [{ design: 'as-deployed', property: 'no-event-overtakes-an-older-one' }],
});
