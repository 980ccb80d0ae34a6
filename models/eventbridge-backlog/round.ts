/** What is served first. */
export type Policy = 'fresh first' | 'first in, first out';

/** Where the one event is that is followed: put since the last round, or behind so many others in the backlog. */
export type Followed = 'fresh' | { readonly ahead: number };

/** The bus before a round: events put since the last one, events that wait, and how many can be delivered. */
export interface Load {
  readonly fresh: number;
  readonly waiting: number;
  readonly capacity: number;
  /** The backlog holds no more than this. */
  readonly queue: number;
}

/** What becomes of the followed event in a round. */
export type Fate = 'delivered' | 'refused' | { readonly ahead: number };

interface Round {
  readonly oldDelivered: number;
  readonly freshDelivered: number;
  /** Fresh events that join the backlog; those for which there is no room are refused. */
  readonly joined: number;
  readonly waiting: number;
}

/** One round: so many events are delivered, and the order is a matter of policy. */
export function round(policy: Policy, { fresh, waiting, capacity, queue }: Load): Round {
  const freshFirst = policy === 'fresh first';
  const spare = freshFirst ? Math.max(0, capacity - fresh) : capacity;
  const oldDelivered = Math.min(waiting, spare);
  const freshDelivered = Math.min(fresh, freshFirst ? capacity : capacity - oldDelivered);
  const room = queue - (waiting - oldDelivered);
  const joined = Math.min(fresh - freshDelivered, room);
  return { oldDelivered, freshDelivered, joined, waiting: waiting - oldDelivered + joined };
}

/** The followed event is the last of its round, as the worst case is asked for; of those that join the backlog too. */
export function fateOf(followed: Followed, load: Load, done: Round): Fate {
  if (followed === 'fresh') {
    if (done.freshDelivered === load.fresh) return 'delivered';
    return done.joined > 0 ? { ahead: done.waiting - 1 } : 'refused';
  }
  const { ahead } = followed;
  return ahead < done.oldDelivered ? 'delivered' : { ahead: ahead - done.oldDelivered };
}
