import { defineSuite, holds, invariant, leadsTo, reachable, reached, violated, within } from 'premortem';
import type { Observed, ParameterValues } from 'premortem';
import { statusDashboard } from '../models/status-dashboard/system.ts';

type Seen = Observed<typeof statusDashboard, 'kinesis' | 'service-health-dashboard'>;
type Parameters = ParameterValues<typeof statusDashboard>;

const kinesisAndPage = ['kinesis', 'service-health-dashboard'] as const;
const underWay = ({ kinesis }: Pick<Seen, 'kinesis'>): boolean => kinesis.matches('down');
const posted = (seen: Pick<Seen, 'service-health-dashboard'>): boolean =>
  seen['service-health-dashboard'].matches('posted');

/** T2 at a bound of its own: the first post is out within so many ticks of the incident. */
const postedWithin = (ref: string, which: string, ticks: (parameters: Parameters) => number) =>
  within(statusDashboard, {
    ref,
    description: `The first post is out within ${which} of the incident.`,
    observes: kinesisAndPage,
    ticks: ({ parameters }) => ticks(parameters),
    when: underWay,
    eventually: posted,
    because: (_state, { parameters }) =>
      `${ticks(parameters) + 1} ticks after the incident the page still says that all is well`,
  });

const needsNothingThatIsDown = (ref: string, tool: 'primary-tool' | 'backup-tool', words: string) =>
  invariant(statusDashboard, {
    ref,
    description: `${words} does not depend on the service that is reported: while that is down, it refuses nobody.`,
    observes: ['kinesis', tool],
    when: underWay,
    holds: (state) => !state[tool].hasTag('refused'),
    because: () => `${words.toLowerCase()} signs in through Cognito, which is down with Kinesis`,
  });

const properties = {
  'an-incident-is-posted': leadsTo(statusDashboard, {
    ref: 'T1',
    description: 'An incident is posted in the end.',
    observes: kinesisAndPage,
    when: underWay,
    eventually: posted,
  }),
  'posted-within-the-bound': postedWithin('T2', 'the bound', ({ bound }) => bound),
  'posted-sooner-than-either-delay': postedWithin(
    'T2-below',
    'less than either delay',
    ({ trainedDelay, untrainedDelay }) => Math.min(trainedDelay, untrainedDelay) - 1,
  ),
  'posted-between-the-delays': postedWithin(
    'T2-between',
    'less than the longer delay',
    ({ trainedDelay, untrainedDelay }) => Math.max(trainedDelay, untrainedDelay) - 1,
  ),
  'posted-within-the-longer-delay': postedWithin(
    'T2-above',
    'the longer delay',
    ({ trainedDelay, untrainedDelay }) => Math.max(trainedDelay, untrainedDelay),
  ),
  'the-primary-tool-stands-alone': needsNothingThatIsDown('T3-primary', 'primary-tool', 'The primary tool'),
  'the-backup-tool-stands-alone': needsNothingThatIsDown('T3-backup', 'backup-tool', 'The backup tool'),
  'the-personal-pages-stand-alone': leadsTo(statusDashboard, {
    ref: 'T3-personal',
    description: 'Customers who are hit are told on their own pages in the end, whatever is down.',
    observes: ['kinesis', 'personal-health-dashboard'],
    when: underWay,
    eventually: (state) => state['personal-health-dashboard'].matches('notified'),
  }),
  'refused-and-late': reachable(statusDashboard, {
    ref: 'T1-headline',
    description:
      'The primary tool is refused, and while the post is put together by hand only the personal pages tell.',
    observes: ['primary-tool', 'backup-tool', 'service-health-dashboard', 'personal-health-dashboard'],
    where: (state) =>
      state['primary-tool'].hasTag('refused') &&
      state['backup-tool'].matches('puttingPostTogether') &&
      state['personal-health-dashboard'].matches('notified') &&
      !posted(state),
  }),
};

const either = {
  'an-incident-is-posted': holds,
  'the-primary-tool-stands-alone': violated(2),
  'the-backup-tool-stands-alone': holds,
  'the-personal-pages-stand-alone': holds,
  'posted-within-the-longer-delay': holds,
  'refused-and-late': reached(4),
};

export default defineSuite({
  system: statusDashboard,
  properties,
  expect: {
    default: {
      'as-deployed': {
        ...either,
        'posted-within-the-bound': violated(5),
        'posted-sooner-than-either-delay': violated(3),
        'posted-between-the-delays': violated(5),
      },
      'regular-drills': {
        ...either,
        'posted-within-the-bound': holds,
        'posted-sooner-than-either-delay': violated(3),
        'posted-between-the-delays': holds,
      },
    },
  },
  headlines: [
    { design: 'as-deployed', property: 'refused-and-late' },
    { design: 'as-deployed', property: 'posted-within-the-bound' },
  ],
});
