import { sendTo, setup } from 'xstate';
import { TICK } from './time.ts';

/** The tool with few dependencies: it needs nobody's leave, but every post is put together by hand. */
export const backupTool = setup({
  types: {
    /** `delay`: ticks that a post by hand takes, for people as they are trained. */
    input: {} as { delay: number },
    context: {} as { delay: number },
    events: {} as { type: 'post' },
    tags: {} as 'refused',
  },
  delays: { byHand: ({ context }) => context.delay * TICK },
  actions: {
    publish: sendTo(({ system }) => system.get('service-health-dashboard'), { type: 'publish' }),
    sayPosted: sendTo(({ system }) => system.get('communications-team'), { type: 'posted' }),
  },
}).createMachine({
  id: 'backup-tool',
  context: ({ input }) => ({ delay: input.delay }),
  initial: 'unused',
  states: {
    unused: { on: { post: 'puttingPostTogether' } },
    puttingPostTogether: {
      after: {
        byHand: {
          description: 'The post is put together and goes out.',
          target: 'done',
          actions: ['publish', 'sayPosted'],
        },
      },
    },
    done: {},
  },
});
