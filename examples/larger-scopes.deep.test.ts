import { describeSuite } from 'premortem/vitest';
import leaderFollowers from './leader-followers/leader-followers.suite.ts';
import lockServer from './lock-server/lock-server.suite.ts';
import retryQueue from './retry-queue/retry-queue.suite.ts';
import ring from './ring/ring.suite.ts';
import channels from './two-phase-commit/two-phase-commit-channels.suite.ts';
import network from './two-phase-commit/two-phase-commit.suite.ts';

for (const suite of [leaderFollowers, lockServer, retryQueue, ring]) describeSuite(suite);
for (const suite of [channels, network]) describeSuite(suite, { scopes: ['five'] });
