import { actor, defineSystem, integer } from 'premortem';
import { receiver } from './receiver.ts';
import { createSender } from './sender.ts';

const takesAll = receiver.provide({ guards: { isNew: () => true } });

export const alternatingBit = defineSystem({
  name: 'alternating-bit',
  description: 'Messages over a link that loses some, each sent again until it is acknowledged.',
  parameters: {
    messages: integer({ min: 1, max: 6, description: 'messages to send' }),
    room: integer({ min: 1, max: 4, description: 'frames, or acknowledgements, that fit on the link' }),
  },
  scopes: {
    default: { messages: 3, room: 2 },
    longer: { messages: 4, room: 3 },
  },
  designs: {
    'alternating-bit': { description: 'As published: any frame and any acknowledgement may be lost.' },
    'with-a-timer': {
      description: 'The same, and a timer decides when a frame is sent again.',
      options: { timer: true },
    },
    'link-that-duplicates': {
      description: 'The link may also carry something twice, two times in all.',
      options: { duplicates: 2 },
    },
    'link-that-repeats-itself': {
      description: 'The link may carry anything twice, again and again.',
      options: { duplicates: 'unlimited' },
    },
    'without-the-bit': {
      description: 'The receiver takes every frame, and the sender every acknowledgement.',
      options: { without: 'bit' },
    },
    'link-that-reorders': {
      description: 'As published, over a link on which a frame may overtake another.',
      options: { order: 'unordered' },
    },
  },
  build: ({ parameters: { messages, room }, options }) => {
    const sender = createSender(options.timer ?? false);
    const trusting = sender.provide({ guards: { hasItsBit: () => true } });
    return {
      actors: {
        sender: actor(options.without ? trusting : sender, {
          input: { messages },
          stimuli: ['send', ...(options.timer ? [] : (['retransmit'] as const))],
        }),
        receiver: actor(options.without ? takesAll : receiver),
      },
      // A link that is full takes no more: whoever has something to send waits.
      delivery: { default: { order: options.order ?? 'fifo', capacity: room, whenFull: 'block' } },
      faults: {
        lose: { budget: 'unlimited' },
        ...(options.duplicates && { duplicate: { budget: options.duplicates } }),
      },
      ...(options.timer && { time: 'untimed' }),
    };
  },
});
