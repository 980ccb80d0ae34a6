import { frontEndServer } from './front-end-server.ts';

/** The same server with a fixed pool of threads for all its peers: their number no longer matters. */
export const frontEndWithThreadPool = frontEndServer.provide({
  guards: { threadsForOneMoreFit: () => true, threadsForAllFit: () => true },
});
