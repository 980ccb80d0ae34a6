/** All combinations of where a map comes from, how many serve at the start, and the limit on restarts. */
export const designs = {
  'as-deployed': {
    ref: 'peers seed=1 r=N',
    description: 'Maps come from neighbours, one server serves at the start, and nothing limits restarts.',
    options: { source: 'peers', seed: 1, limit: 'all' },
  },
  'one-at-a-time': {
    ref: 'peers seed=1 r=1',
    description: 'One server starts at a time.',
    options: { source: 'peers', seed: 1, limit: 1 },
  },
  'two-at-a-time': {
    ref: 'peers seed=1 r=2',
    description: 'Two servers may start at a time.',
    options: { source: 'peers', seed: 1, limit: 2 },
  },
  'as-many-as-serve': {
    ref: 'peers seed=1 adaptive',
    description: 'No more servers start at a time than serve.',
    options: { source: 'peers', seed: 1, limit: 'as many as serve' },
  },
  'cold-start': {
    ref: 'peers seed=0 r=N',
    description: 'No server serves at the start, and nothing limits restarts.',
    options: { source: 'peers', seed: 0, limit: 'all' },
  },
  'cold-start-one-at-a-time': {
    ref: 'peers seed=0 r=1',
    description: 'No server serves at the start; one starts at a time.',
    options: { source: 'peers', seed: 0, limit: 1 },
  },
  'cold-start-two-at-a-time': {
    ref: 'peers seed=0 r=2',
    description: 'No server serves at the start; two may start at a time.',
    options: { source: 'peers', seed: 0, limit: 2 },
  },
  'cold-start-as-many-as-serve': {
    ref: 'peers seed=0 adaptive',
    description: 'No server serves at the start; no more start at a time than serve.',
    options: { source: 'peers', seed: 0, limit: 'as many as serve' },
  },
  'map-from-store': {
    ref: 'store seed=1 r=N',
    description: 'Maps come from the metadata store; nothing limits restarts.',
    options: { source: 'store', seed: 1, limit: 'all' },
  },
  'map-from-store-one-at-a-time': {
    ref: 'store seed=1 r=1',
    description: 'Maps come from the metadata store; one server starts at a time.',
    options: { source: 'store', seed: 1, limit: 1 },
  },
  'map-from-store-two-at-a-time': {
    ref: 'store seed=1 r=2',
    description: 'Maps come from the metadata store; two servers may start at a time.',
    options: { source: 'store', seed: 1, limit: 2 },
  },
  'map-from-store-as-many-as-serve': {
    ref: 'store seed=1 adaptive',
    description: 'Maps come from the metadata store; no more servers start at a time than serve.',
    options: { source: 'store', seed: 1, limit: 'as many as serve' },
  },
  'map-from-store-cold-start': {
    ref: 'store seed=0 r=N',
    description:
      'Maps come from the metadata store, no server serves at the start, and nothing limits restarts.',
    options: { source: 'store', seed: 0, limit: 'all' },
  },
  'map-from-store-cold-start-one-at-a-time': {
    ref: 'store seed=0 r=1',
    description: 'Maps come from the metadata store, no server serves at the start; one starts at a time.',
    options: { source: 'store', seed: 0, limit: 1 },
  },
  'map-from-store-cold-start-two-at-a-time': {
    ref: 'store seed=0 r=2',
    description: 'Maps come from the metadata store, no server serves at the start; two may start at a time.',
    options: { source: 'store', seed: 0, limit: 2 },
  },
  'map-from-store-cold-start-as-many-as-serve': {
    ref: 'store seed=0 adaptive',
    description:
      'Maps come from the metadata store, no server serves at the start; no more start at a time than serve, or one.',
    options: { source: 'store', seed: 0, limit: 'as many as serve' },
  },
} as const;
