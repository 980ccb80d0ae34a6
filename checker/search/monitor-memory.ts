import type { MonitorMachine, MonitorState, SeenEvents } from '../property/monitor-machine.ts';
import { isPending, isViolation } from '../property/monitor-machine.ts';
import type { StepTable } from '../step/step-table.ts';
import { ModelError } from '../system/errors.ts';
import type { Memory } from './memory.ts';
import { FAILED, WRONG } from './memory.ts';

/** Calls that are asked again at the end. */
const ASKED_AGAIN = 300;

/** The states of a monitor, numbered as they appear; it is called once for each distinct (state, step). */
export class MonitorMemory implements Memory {
  /** Whether a transition was ever taken. */
  moved = false;
  /** What the monitor, or what it sees, failed with first. */
  error: ModelError | null = null;
  private readonly machine: MonitorMachine;
  private readonly steps: StepTable;
  private readonly states: MonitorState[] = [];
  private readonly pending: boolean[] = [];
  private readonly ids = new Map<string, number>();
  /** By the number of a step's record: its events, and for each state the one after it. */
  private readonly events: SeenEvents[] = [];
  private readonly next: number[][] = [];
  private readonly first: number;

  /** @throws ModelError when the monitor cannot start */
  constructor(machine: MonitorMachine, steps: StepTable) {
    this.machine = machine;
    this.steps = steps;
    this.first = this.intern(machine.start());
  }

  start(): number {
    return this.first;
  }

  /** @param node the number of the step's record */
  after(memory: number, node: number): number {
    const row = (this.next[node] ??= []);
    return (row[memory] ??= this.fill(memory, node));
  }

  /** Whether the monitor may not stay for ever in a state. */
  isPending(memory: number): boolean {
    return this.pending[memory]!;
  }

  /** The events the monitor's statechart speaks of, and whether any step was one, wherever the monitor stood. */
  heard(): ReadonlyMap<string, boolean> {
    const types = new Set(this.events.flatMap((events) => events.map(({ type }) => type)));
    return new Map(
      this.machine.descriptors.map((descriptor) => [
        descriptor,
        [...types].some((type) => isOf(type, descriptor)),
      ]),
    );
  }

  /** Takes note of the events of a step, wherever the monitor stands. */
  hear(node: number): void {
    try {
      this.events[node] ??= this.machine.eventsOf(this.steps.step(node));
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown;
      this.error ??= thrown;
    }
  }

  /** Asks some of the calls again, spread over all. @throws ModelError when one gives something else */
  askAgain(): void {
    const calls = this.next.flatMap((row, node) =>
      row.flatMap((after, memory) => (after === FAILED ? [] : [[memory, node] as const])),
    );
    const stride = Math.max(1, Math.ceil(calls.length / ASKED_AGAIN));
    for (let i = 0; i < calls.length; i += stride) {
      const [memory, node] = calls[i]!;
      const events = this.machine.eventsOf(this.steps.step(node));
      const after = this.intern(this.machine.afterAll(this.states[memory]!, events));
      if (after !== this.next[node]![memory]) throw new ModelError(DIFFERS, {});
    }
  }

  private fill(memory: number, node: number): number {
    try {
      const events = (this.events[node] ??= this.machine.eventsOf(this.steps.step(node)));
      const state = this.machine.afterAll(this.states[memory]!, events);
      this.moved ||= state.moved;
      return this.intern(state);
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown;
      this.error ??= thrown;
      return FAILED;
    }
  }

  private intern(state: MonitorState): number {
    if (isViolation(state)) return WRONG;
    const known = this.ids.get(state.key);
    if (known !== undefined) return known;
    const id = this.states.push(state) - 1;
    this.pending.push(isPending(state));
    this.ids.set(state.key, id);
    return id;
  }
}

/** Whether an event type is one of those that a descriptor of XState stands for. */
function isOf(type: string, descriptor: string): boolean {
  if (descriptor === '*' || descriptor === type) return true;
  if (!descriptor.endsWith('.*')) return false;
  return type === descriptor.slice(0, -2) || type.startsWith(descriptor.slice(0, -1));
}

const DIFFERS =
  'the monitor: asked again for the same state and step, it came to another state: it is impure (a clock, random number, or a variable outside it).';
