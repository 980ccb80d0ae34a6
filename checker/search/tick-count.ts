import type { Memory } from './memory.ts';
import { WRONG } from './memory.ts';
import { OUTSIDE } from './step-graph.ts';

/** Nothing is awaited. */
export const IDLE = 0;

/**
 * The ticks since something has been awaited, plus one; 0 while nothing is. What is awaited twice is due when it
 * was due first.
 */
export class TickCount implements Memory {
  private readonly most: number;
  private readonly when: Uint8Array;
  private readonly goal: Uint8Array;

  /**
   * @param most the ticks that may pass
   * @param when 1 for each state from which on something is awaited
   * @param goal 1 for each state in which it has come
   */
  constructor(most: number, when: Uint8Array, goal: Uint8Array) {
    this.most = most;
    this.when = when;
    this.goal = goal;
  }

  start(state: number): number {
    return this.at(IDLE, state);
  }

  /** @param tick 1 where the step is a tick */
  after(memory: number, tick: number, state: number): number {
    if (memory === IDLE) return this.at(IDLE, state);
    // What is late is late, even where it comes with the tick itself.
    if (memory + tick > this.most + 1) return WRONG;
    return this.at(memory + tick, state);
  }

  private at(memory: number, state: number): number {
    if (state === OUTSIDE || this.goal[state] === 1) return IDLE;
    return memory === IDLE && this.when[state] === 1 ? 1 : memory;
  }
}
