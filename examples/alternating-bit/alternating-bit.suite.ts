import { alwaysPossible, defineSuite, holds, invariant, leadsTo, violated } from 'premortem';
import type { Observed } from 'premortem';
import { alternatingBit } from './system.ts';

type Ends = Observed<typeof alternatingBit, 'sender' | 'receiver'>;

/** A message has been sent, and not yet taken. */
function isUnderWay({ sender, receiver }: Ends): boolean {
  return sender.context.current > 0 && !receiver.context.taken.has(sender.context.current);
}

function hasArrived(ends: Ends): boolean {
  return !isUnderWay(ends);
}

function whatIsMissing({ sender, receiver }: Ends): string {
  const { taken } = receiver.context;
  return `message ${sender.context.current} never arrives; the receiver has ${taken.size === 0 ? 'none' : [...taken].join(', ')}`;
}

/** Nobody has to have a message to send; one that is under way is sent again. */
const nobodyHasToSend = { none: { 'sending the next message': { actor: 'sender', event: 'send' } } } as const;

/** Of what is put on the link again and again, some gets through: what is meant by a link that loses frames, but not all. */
const linkGetsSomeThrough = {
  ...nobodyHasToSend,
  strong: {
    'frames get through': { kind: 'delivery', actor: 'receiver' },
    'acknowledgements get through': { kind: 'delivery', actor: 'sender' },
  },
} as const;

const properties = {
  'in-order-and-once': invariant(alternatingBit, {
    description: 'The receiver has taken the messages in order, each once and none missing before another.',
    observes: ['receiver'],
    holds: ({ receiver }) => receiver.context.outOfTurn === null,
    because: ({ receiver }) =>
      `the receiver took message ${receiver.context.outOfTurn} when it was not the next`,
  }),
  'acknowledged-is-taken': invariant(alternatingBit, {
    description: 'What the sender takes for acknowledged, the receiver has taken.',
    observes: ['sender', 'receiver'],
    when: ({ sender }) => sender.matches('ready') && sender.context.current > 0,
    holds: hasArrived,
    because: whatIsMissing,
  }),
  'arrives-in-the-end': leadsTo(alternatingBit, {
    description:
      'A message that is sent arrives in the end, if what is sent again and again gets through some time.',
    observes: ['sender', 'receiver'],
    when: isUnderWay,
    eventually: hasArrived,
    fairness: linkGetsSomeThrough,
    because: whatIsMissing,
  }),
  'arrives-in-the-end-on-any-link': leadsTo(alternatingBit, {
    description: 'The same if a delivery comes only where it is possible without a break.',
    observes: ['sender', 'receiver'],
    when: isUnderWay,
    eventually: hasArrived,
    fairness: nobodyHasToSend,
    because: whatIsMissing,
  }),
  'is-acknowledged-in-the-end': leadsTo(alternatingBit, {
    description:
      'A sender that waits comes to send the next message, if what is sent again and again gets through.',
    observes: ['sender'],
    when: ({ sender }) => sender.matches('waiting'),
    eventually: ({ sender }) => sender.matches('ready'),
    fairness: linkGetsSomeThrough,
  }),
  'all-can-still-arrive': alwaysPossible(alternatingBit, {
    description: 'Whatever has been lost, all messages can still arrive.',
    observes: ['receiver'],
    holds: ({ receiver }, { parameters }) => receiver.context.taken.has(parameters.messages),
  }),
};

const asItShould = {
  'in-order-and-once': holds,
  'acknowledged-is-taken': holds,
  'arrives-in-the-end': holds,
  'arrives-in-the-end-on-any-link': violated(3),
  'is-acknowledged-in-the-end': holds,
  'all-can-still-arrive': holds,
};

export default defineSuite({
  system: alternatingBit,
  properties,
  expect: {
    default: {
      'alternating-bit': asItShould,
      'with-a-timer': asItShould,
      'link-that-duplicates': asItShould,
      'link-that-repeats-itself': {
        ...asItShould,
        'arrives-in-the-end': violated(10),
        'is-acknowledged-in-the-end': violated(10),
      },
      'without-the-bit': {
        ...asItShould,
        'in-order-and-once': violated(4),
        'acknowledged-is-taken': violated(7),
        'arrives-in-the-end': violated(8),
        'all-can-still-arrive': violated(11),
      },
      'link-that-reorders': {
        ...asItShould,
        'in-order-and-once': violated(7),
        'acknowledged-is-taken': violated(10),
        'arrives-in-the-end': violated(11),
        'all-can-still-arrive': violated(8),
      },
    },
    longer: {
      'alternating-bit': asItShould,
      'with-a-timer': asItShould,
      'link-that-duplicates': asItShould,
      'link-that-repeats-itself': {
        ...asItShould,
        'arrives-in-the-end': violated(8),
        'is-acknowledged-in-the-end': violated(8),
      },
      'without-the-bit': {
        ...asItShould,
        'in-order-and-once': violated(4),
        'acknowledged-is-taken': violated(7),
        'arrives-in-the-end': violated(8),
        'all-can-still-arrive': violated(14),
      },
      'link-that-reorders': {
        ...asItShould,
        'in-order-and-once': violated(7),
        'acknowledged-is-taken': violated(10),
        'arrives-in-the-end': violated(11),
        'all-can-still-arrive': violated(11),
      },
    },
  },
});
