import { actor, defineSystem, integer, replicas } from 'premortem';
import { client } from './client.ts';
import { lock } from './lock.ts';

const trustingLock = lock.provide({ guards: { fromHolder: () => true } });
const hastyClient = client.provide({ guards: { waitsForConfirmation: () => false } });

export const lockServer = defineSystem({
  name: 'lock-server',
  description:
    'Clients that may lose patience ask a server for a lock; all of them speak over ordered connections.',
  parameters: {
    clients: integer({ min: 1, max: 5, description: 'clients that want the lock' }),
    patience: integer({ min: 0, max: 3, description: 'how often each client gives up waiting' }),
  },
  scopes: {
    default: { clients: 2, patience: 1 },
    crowd: { clients: 3, patience: 1 },
  },
  designs: {
    'release-then-grant': {
      description: 'Whoever releases, the lock goes to the next in the queue.',
      options: { trusting: true },
    },
    'hasty-clients': {
      description: 'Only its holder passes the lock on, but a client that gave up may ask again at once.',
      options: { hasty: true },
    },
    'confirms-release': {
      description:
        'Only its holder passes the lock on, and a client asks again once the lock has confirmed its release.',
    },
  },
  build: ({ parameters, options }) => ({
    actors: {
      lock: actor(options.trusting ? trustingLock : lock),
      client: replicas(parameters.clients, options.hasty ? hastyClient : client, {
        input: { patience: parameters.patience },
        stimuli: ['want', 'giveUp', 'leave'],
      }),
    },
    delivery: 'fifo',
    interchangeable: ['client'],
  }),
});
