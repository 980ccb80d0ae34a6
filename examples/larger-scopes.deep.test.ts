import { describeSuite } from 'premortem/vitest';
import alternatingBit from './alternating-bit/alternating-bit.suite.ts';
import leaderFollowers from './leader-followers/leader-followers.suite.ts';
import lockServer from './lock-server/lock-server.suite.ts';
import retryQueue from './retry-queue/retry-queue.suite.ts';
import retryWithTimeout from './retry-with-timeout/retry-with-timeout.suite.ts';
import ring from './ring/ring.suite.ts';
import channels from './two-phase-commit/two-phase-commit-channels.suite.ts';
import network from './two-phase-commit/two-phase-commit.suite.ts';

for (const suite of [alternatingBit, leaderFollowers, lockServer, retryQueue, retryWithTimeout, ring])
  describeSuite(suite);
for (const suite of [channels, network]) describeSuite(suite, { scopes: ['five'] });
