import { defineSuite, holds, leadsTo, reachable, reached, unreachable, violated } from 'premortem';
import type { Observed } from 'premortem';
import { redshiftReplacement } from '../models/redshift-replacement/system.ts';

type Seen = Observed<typeof redshiftReplacement, 'cluster'>;

const available = ({ cluster }: Seen): boolean => cluster.matches('available');
const replacing = ({ cluster }: Seen): boolean => cluster.matches('modifying');
const launchesReturn = { 'EC2 launches': { actor: 'ec2-launch', event: 'comeBack' } } as const;
const credentialsReturn = {
  'credential service': { actor: 'credential-service', event: 'comeBack' },
} as const;

const properties = {
  'a-replacement-ends': leadsTo(redshiftReplacement, {
    ref: 'M-E5-redshift.1',
    description: 'A replacement that has started ends with an available cluster; launches come back.',
    observes: ['cluster'],
    when: replacing,
    eventually: available,
    fairness: { weak: launchesReturn },
  }),
  'a-replacement-ends-without-launches': leadsTo(redshiftReplacement, {
    ref: 'M-E5-redshift.1-down',
    description: 'The same where launches need not come back.',
    observes: ['cluster'],
    when: replacing,
    eventually: available,
    because: () => 'the cluster is modifying, and no host can be launched',
  }),
  'a-cluster-recovers-with-its-credentials': leadsTo(redshiftReplacement, {
    ref: 'M-E5-redshift.1-credentials',
    description:
      'A cluster that is not available is so again in the end; credentials come back, launches need not.',
    observes: ['cluster'],
    when: (state) => !available(state),
    eventually: available,
    fairness: { weak: credentialsReturn },
    because: ({ cluster }) => `the cluster is ${String(cluster.value)}, and no host can be launched`,
  }),
  'modifying-for-want-of-a-host': reachable(redshiftReplacement, {
    ref: 'M-E5-redshift.1-headline',
    description:
      'Credentials could be renewed again, and the cluster is modifying as no host can be launched.',
    observes: ['cluster', 'credential-service', 'ec2-launch'],
    where: (state) =>
      replacing(state) &&
      state['credential-service'].matches('upAgain') &&
      state['ec2-launch'].matches('down'),
  }),
};

const stuck = {
  'a-replacement-ends': holds,
  'a-replacement-ends-without-launches': violated(3),
  'a-cluster-recovers-with-its-credentials': violated(4),
  'modifying-for-want-of-a-host': reached(4),
};

/** The same, with one step more in which launches go down; the check makes no difference. */
const stuckLater = {
  'a-replacement-ends': holds,
  'a-replacement-ends-without-launches': violated(4),
  'a-cluster-recovers-with-its-credentials': violated(5),
  'modifying-for-want-of-a-host': reached(5),
};

export default defineSuite({
  system: redshiftReplacement,
  properties,
  expect: {
    default: {
      'as-deployed': stuck,
      'launch-checked-first': {
        'a-replacement-ends': holds,
        'a-replacement-ends-without-launches': holds,
        'a-cluster-recovers-with-its-credentials': holds,
        'modifying-for-want-of-a-host': unreachable,
      },
    },
    'launches-fail-later': {
      'as-deployed': stuckLater,
      'launch-checked-first': stuckLater,
    },
  },
  headlines: [
    { design: 'as-deployed', property: 'a-cluster-recovers-with-its-credentials' },
    { design: 'as-deployed', property: 'modifying-for-want-of-a-host' },
  ],
});
