import type { Observed } from 'premortem';
import {
  defineSuite,
  holds,
  invariant,
  reachable,
  reached,
  stepProperty,
  unreachable,
  violated,
  within,
} from 'premortem';
import { ec2Leases } from '../models/ec2-leases/system.ts';

type Parts = Observed<typeof ec2Leases, 'dynamodb' | 'droplet' | 'launch-api'>;
type Droplet = Parts['droplet'][number];

/** Nothing runs there, and it is nobody else's. */
const isFree = (droplet: Droplet): boolean => droplet.matches({ instances: 'none', lock: 'notTaken' });
const isUsable = (droplet: Droplet): boolean => !droplet.matches({ lease: 'lapsed' });
const isRefused = (state: Pick<Parts, 'launch-api'>): boolean => state['launch-api'].hasTag('refused');
const isDown = ({ dynamodb }: Pick<Parts, 'dynamodb'>): boolean => dynamodb.hasTag('down');
const freeOf = ({ droplet }: Pick<Parts, 'droplet'>, which: (each: Droplet) => boolean): number =>
  droplet.filter((each) => isFree(each) && which(each)).length;

const properties = {
  'a-refusal-tells-the-truth': invariant(ec2Leases, {
    ref: 'M-E1.1',
    description: 'A launch is refused for lack of capacity only where no host is free.',
    observes: ['launch-api', 'droplet'],
    when: isRefused,
    holds: (state) => freeOf(state, () => true) === 0,
    because: (state) =>
      `a launch was refused for lack of capacity, and ${freeOf(state, () => true)} of ${state.droplet.length} droplets are healthy and idle, without a lease`,
  }),
  'running-instances-keep-running': stepProperty(ec2Leases, {
    ref: 'M-E1.2',
    description: 'No step ends an instance.',
    observes: ['droplet'],
    holds: (before, _step, after) =>
      before.droplet.every(
        (each, i) => each.matches({ instances: 'none' }) || !after.droplet[i]!.matches({ instances: 'none' }),
      ),
  }),
  'free-hosts-lose-their-leases-in-time': within(ec2Leases, {
    ref: 'M-E1.3',
    description:
      'Once DynamoDB is down, no free host has a valid lease any more after the lifetime of one, or DynamoDB is back.',
    observes: ['dynamodb', 'droplet'],
    ticks: ({ parameters }) => parameters.lifetime,
    when: isDown,
    eventually: (state) => freeOf(state, (each) => each.matches({ lease: 'valid' })) === 0 || !isDown(state),
  }),
  'free-hosts-become-unusable-in-time': within(ec2Leases, {
    ref: 'M-E1.3-usable',
    description:
      'Once DynamoDB is down, no free host can be given out any more after the lifetime of a lease, or DynamoDB is back.',
    observes: ['dynamodb', 'droplet'],
    ticks: ({ parameters }) => parameters.lifetime,
    when: isDown,
    eventually: (state) => freeOf(state, isUsable) === 0 || !isDown(state),
    because: (state, { parameters }) =>
      `after more than ${parameters.lifetime} ticks without DynamoDB ${freeOf(state, isUsable)} free droplets can still be given out`,
  }),
  'every-host-is-idle-and-none-can-be-given-out': reachable(ec2Leases, {
    ref: 'M-E1.1-all',
    description: 'A launch is refused for lack of capacity while every host is idle.',
    observes: ['launch-api', 'droplet'],
    where: (state) => isRefused(state) && freeOf(state, () => true) === state.droplet.length,
  }),
  'no-droplet-is-given-out-twice': invariant(ec2Leases, {
    ref: 'M-E1.4',
    description: 'No droplet is given out twice.',
    observes: ['droplet'],
    holds: ({ droplet }) => droplet.every((each) => !each.matches({ instances: 'two' })),
    because: () =>
      'the one that had the lease uses it after it has lapsed, the other has taken it: both have placed an instance',
  }),
};

const asWas = {
  'a-refusal-tells-the-truth': violated(9),
  'running-instances-keep-running': holds,
  'free-hosts-lose-their-leases-in-time': holds,
  'free-hosts-become-unusable-in-time': holds,
  'every-host-is-idle-and-none-can-be-given-out': reached(9),
  'no-droplet-is-given-out-twice': holds,
};
const grace = {
  ...asWas,
  'a-refusal-tells-the-truth': violated(13),
  'free-hosts-become-unusable-in-time': violated(9),
  'every-host-is-idle-and-none-can-be-given-out': reached(13),
};
/** The outage is over before the grace is. */
const graceIsEnough = {
  ...asWas,
  'a-refusal-tells-the-truth': holds,
  'every-host-is-idle-and-none-can-be-given-out': unreachable,
};
const givenOutTwice = { 'no-droplet-is-given-out-twice': violated(11) };

export default defineSuite({
  system: ec2Leases,
  properties,
  expect: {
    default: {
      'as-deployed': asWas,
      'lapsed-leases-usable-for-a-while': grace,
      'as-deployed-leases-keep-others-out': asWas,
      'usable-for-a-while-leases-keep-others-out': { ...grace, ...givenOutTwice },
    },
    'short-outage': {
      'as-deployed': asWas,
      'lapsed-leases-usable-for-a-while': graceIsEnough,
      'as-deployed-leases-keep-others-out': asWas,
      'usable-for-a-while-leases-keep-others-out': { ...graceIsEnough, ...givenOutTwice },
    },
  },
  waive: [
    {
      never: 'launch-api never gets droplet*',
      designs: ['lapsed-leases-usable-for-a-while', 'usable-for-a-while-leases-keep-others-out'],
      scopes: ['short-outage'],
      reason:
        'The outage is over before a grace is: no droplet comes to be without a lease, or gets one back.',
    },
    {
      never: 'droplet never gets *',
      designs: ['as-deployed', 'lapsed-leases-usable-for-a-while'],
      reason: 'A lease keeps nobody out here: there is no other manager.',
    },
    {
      never: 'dynamodb: the guard of *endsInTime* is never false',
      designs: 'all',
      scopes: ['short-outage'],
      reason: 'The outage is one that ends in time in this scope.',
    },
    {
      never: 'dynamodb: down.for*is never taken',
      designs: 'all',
      scopes: ['default'],
      reason: 'The outage takes as long as it takes in this scope.',
    },
  ],
  headlines: [{ design: 'as-deployed', property: 'a-refusal-tells-the-truth' }],
});
