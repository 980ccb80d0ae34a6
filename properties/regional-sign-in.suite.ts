import { defineSuite, holds, invariant, reachable, reached, violated } from 'premortem';
import type { Observed } from 'premortem';
import { regionalSignIn } from '../models/regional-sign-in/system.ts';

type User = 'home-user' | 'local-user' | 'remote-user';
type Region = 'us-east-1' | 'other-region';
type Seen = Observed<typeof regionalSignIn, User | Region>;

const everything = ['us-east-1', 'other-region', 'home-user', 'local-user', 'remote-user'] as const;
const refused = (state: Seen, user: User): boolean => state[user].matches('refused');
/** The sign-in service of the region has not failed at any time so far. */
const neverFailed = (state: Seen, region: Region): boolean => state[region].matches('up');

/** As long as the region's own service has not failed, none of these users is refused. */
const standsAlone = (ref: string, description: string, pairs: readonly (readonly [Region, User])[]) =>
  invariant(regionalSignIn, {
    ref,
    description,
    observes: everything,
    when: (state) => pairs.some(([region]) => neverFailed(state, region)),
    holds: (state) => pairs.every(([region, user]) => !neverFailed(state, region) || !refused(state, user)),
    because: (state) => {
      const [region, user] = pairs.find((pair) => neverFailed(state, pair[0]) && refused(state, pair[1]))!;
      return `the ${user} is refused, and the sign-in service of ${region} has not failed`;
    },
  });

const home = ['us-east-1', 'home-user'] as const;
const local = ['other-region', 'local-user'] as const;
const remote = ['other-region', 'remote-user'] as const;

const properties = {
  'sign-in-needs-no-other-region': standsAlone(
    'M-E5-sign-in.1',
    "A region's sign-in does not depend on another region: while its own service works, nobody is refused.",
    [home, local, remote],
  ),
  'sign-in-of-us-east-1-needs-no-other-region': standsAlone(
    'M-E5-sign-in.1-us-east-1',
    'The same of the users of us-east-1.',
    [home],
  ),
  'sign-in-of-the-other-region-needs-no-other-region': standsAlone(
    'M-E5-sign-in.1-other-region',
    'The same of the users of the other region.',
    [local, remote],
  ),
  'local-sign-in-needs-no-other-region': standsAlone(
    'M-E5-sign-in.1-local',
    'The same of those users of the other region who sign in there.',
    [local],
  ),
  'one-user-is-in-and-the-next-is-refused': reachable(regionalSignIn, {
    ref: 'M-E5-sign-in.1-headline',
    description: 'Of two users of a region with nothing wrong one is signed in, the other refused.',
    observes: everything,
    where: (state) =>
      neverFailed(state, 'other-region') &&
      state['local-user'].matches('signedIn') &&
      refused(state, 'remote-user'),
  }),
};

export default defineSuite({
  system: regionalSignIn,
  properties,
  expect: {
    default: {
      'as-deployed': {
        'sign-in-needs-no-other-region': violated(2),
        'sign-in-of-us-east-1-needs-no-other-region': holds,
        'sign-in-of-the-other-region-needs-no-other-region': violated(2),
        'local-sign-in-needs-no-other-region': holds,
        'one-user-is-in-and-the-next-is-refused': reached(3),
      },
    },
  },
  headlines: [{ design: 'as-deployed', property: 'sign-in-needs-no-other-region' }],
});
