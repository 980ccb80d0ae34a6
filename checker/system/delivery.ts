import type { Actors } from './actor.ts';
import { BuildError } from './errors.ts';
import { oneOfThese } from './names.ts';

/**
 * How messages reach a receiver:
 * - `sync`: inside the sender's step, in the order live XState has in one process;
 * - `fifo`: a queue for each pair of sender and receiver;
 * - `unordered`: a bag for each pair; any pending message may be the next.
 */
export type Order = 'sync' | 'fifo' | 'unordered';

/** What happens to a send that finds its channel full. */
export type WhenFull = 'inconclusive' | 'drop' | 'block';

/** A channel with its capacity spelled out. */
export interface ChannelOptions {
  order: 'fifo' | 'unordered';
  /** How many messages a channel holds; {@link DEFAULT_CAPACITY} unless given. */
  capacity?: number;
  /** `inconclusive` unless given: no verdict rests on a message the model could not hold. */
  whenFull?: WhenFull;
}

/** A delivery by name, or a channel with its options. */
export type Delivery = Order | ChannelOptions;

/** The capacity of a channel that states none. */
export const DEFAULT_CAPACITY = 8;

/**
 * Delivery for the whole system, or by receiver (`route53`) and by pair (`planner -> route53`); a
 * pair wins over a receiver, a receiver over `default`. Without any, messages are `fifo`.
 * A message an actor sends to itself stays inside its step unless its pair is named.
 */
export type DeliveryMap<A extends Actors> =
  | Delivery
  | ({ default?: Delivery } & {
      [K in (keyof A & string) | `${keyof A & string} -> ${keyof A & string}`]?: Delivery;
    });

/** A delivery with every option filled in. */
export interface ResolvedDelivery {
  order: Order;
  capacity: number;
  whenFull: WhenFull;
}

const ORDERS: readonly Order[] = ['sync', 'fifo', 'unordered'];
const POLICIES: readonly WhenFull[] = ['inconclusive', 'drop', 'block'];

/** Names that would read as the options of a delivery. */
export const RESERVED_NAMES: readonly string[] = ['default', 'order', 'capacity', 'whenFull'];

/** Fills in what a delivery leaves out. @throws BuildError for an order or policy that there is not */
export function resolveDelivery(delivery: Delivery): ResolvedDelivery {
  const options: { order: Order; capacity?: number; whenFull?: WhenFull } =
    typeof delivery === 'string' ? { order: delivery } : delivery;
  const { order, whenFull = 'inconclusive' } = options;
  if (!ORDERS.includes(order)) throw new BuildError(`"${order}" is no delivery.${oneOfThese(order, ORDERS)}`);
  if (!POLICIES.includes(whenFull)) {
    throw new BuildError(`whenFull "${whenFull}" is no policy.${oneOfThese(whenFull, POLICIES)}`);
  }
  return {
    order,
    capacity: options.capacity ?? DEFAULT_CAPACITY,
    whenFull,
  };
}
