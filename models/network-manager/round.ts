/** How changes are taken in and carried out. */
export interface Settings {
  /** Changes carried out in a tick while no more than `knee` wait (s), and while more do. */
  readonly serve: number;
  readonly serveOverloaded: number;
  readonly knee: number;
  /** No more than this wait: launches beyond are refused in any design. */
  readonly queue: number;
  /** Launches are let in while fewer changes than this wait; null: whatever waits. */
  readonly admitBelow: number | null;
}

export interface Round {
  /** Changes carried out, the oldest first. */
  readonly done: number;
  readonly admitted: number;
  readonly refused: number;
  readonly waiting: number;
}

/** A tick: changes are carried out, then launches come in, each as a change that waits. */
export function round(waiting: number, asked: number, level: number | null, settings: Settings): Round {
  const { serve, serveOverloaded, knee, queue, admitBelow } = settings;
  const done = Math.min(waiting, waiting > knee ? serveOverloaded : serve);
  const left = waiting - done;
  const room = Math.max(0, Math.min(queue, admitBelow ?? queue) - left);
  const admitted = Math.min(asked, level ?? asked, room);
  return { done, admitted, refused: asked - admitted, waiting: left + admitted };
}
