import { ModelError } from '../system/errors.ts';
import type { EventTable } from './event-table.ts';
import { Firings } from './instrument.ts';
import { IntList } from './int-list.ts';
import type { LocalStep, LogicStepper } from './local-step.ts';
import type { Output } from './output.ts';
import { START, isLifecycle } from './output.ts';
import type { ChoiceTable, OutputTable } from './output-table.ts';
import { askAgain, checkStart, checkStep } from './purity-check.ts';
import { addTwin, orderText } from './purity.ts';
import type { AnySnapshot } from './snapshot-key.ts';
import { dataOf } from './snapshot-key.ts';

/** A cell that no step has needed yet. */
export const EMPTY = -1;

/** The local state of a child that is not there. */
export const ABSENT_CHILD = 0;

/** How often XState was called for the tables of a system. */
export interface CallCount {
  /** Table cells filled. */
  model: number;
  /** Second calls, which check that the first can be relied on. */
  purity: number;
}

/** Insertion orders of one local state that are kept to be asked. */
const MAX_ORDERS = 8;

/** Told of each cell as it is filled, and of each local state as its stimuli are first asked for. */
export interface TableListener {
  filled(place: number, local: number, event: number): void;
  stimuliLoaded(place: number, local: number): void;
}

/** What a cell holds besides the next local state. */
export const HANDLED = 1;

/**
 * One actor as a component: its local states numbered as they appear, and a table of its local steps,
 * (local state, event) → (next local state, outputs). XState runs only for cells that are still empty.
 *
 * A row of the table is allocated when its local state first takes an event, as wide as the columns then
 * known, so that actors with many local states and few events each stay small.
 */
export class ActorTable {
  readonly stepper: LogicStepper;
  readonly snapshots: AnySnapshot[] = [];
  /** The key of each local state. */
  private readonly keys: string[] = [];
  /** Local steps by cell: next local state, outputs (a choice `c` as `~c`), flags. */
  next = new IntList(256);
  outputs = new IntList(256);
  flags = new IntList(256);
  /** The row of each local state in the three lists, and its width. */
  rowStart = new IntList(64);
  rowWidth = new IntList(64);
  /** Where the stimuli of each local state lie in `stimulusEvents`; EMPTY when not asked yet. */
  stimulusStart = new IntList(64);
  stimulusEnd = new IntList(64);
  readonly stimulusEvents = new IntList(64);
  /** The decision tree of each entry of `stimulusEvents`; EMPTY when it has none yet. */
  readonly stimulusRoots = new IntList(64);
  /** The column of each event, EMPTY where this actor never met it. */
  columns = new IntList(64);
  /** What happened inside calls that no counted step has shown yet, by `local,event`. */
  readonly fresh = new Map<string, Firings>();
  /** What user code threw over the stimuli of a local state. */
  readonly stimuliErrors = new Map<number, ModelError>();
  /** What cells failed with, by `local,event`: an endless loop is long, and asked for at every state it is met in. */
  private readonly failures = new Map<string, ModelError>();
  /** Snapshots of a local state whose data came in other insertion orders than the one that is kept. */
  private readonly orders = new Map<number, Map<string, AnySnapshot>>();
  private readonly ids = new Map<string, number>();
  private columnCount = 0;
  private readonly tables: {
    events: EventTable;
    outputs: OutputTable;
    choices: ChoiceTable;
    calls: CallCount;
  };

  /** For a reduction that rests on what cells say. */
  listener: TableListener | null = null;
  /** Whether its parent starts it. */
  readonly isChild: boolean;
  /** What is sent to it while it has crashed: lost, or not read before it is back. */
  readonly losesMail: boolean;
  readonly keepsMail: boolean;

  constructor(stepper: LogicStepper, tables: ActorTable['tables']) {
    this.stepper = stepper;
    this.tables = tables;
    const { child, mail } = stepper.actor;
    this.isChild = child !== null;
    this.losesMail = mail === 'lost';
    this.keepsMail = mail === 'kept';
  }

  /** The number of local states met so far. */
  get size(): number {
    return this.snapshots.length;
  }

  /** The key of a local state, the same in every table of the actor. */
  keyOf(local: number): string {
    return this.keys[local]!;
  }

  /** The local state of a key; {@link EMPTY} where it was not met. */
  localOf(key: string): number {
    return this.ids.get(key) ?? EMPTY;
  }

  isActive(local: number): boolean {
    return this.snapshots[local]!.status === 'active';
  }

  /** Whether it has crashed. */
  isDown(local: number): boolean {
    return !this.isChild && this.snapshots[local]!.status === 'stopped';
  }

  /** Starts the actor: its first local state and the outputs of starting, coded as in `outputs`. */
  start(): { local: number; outputs: number; firings: Firings } {
    if (this.isChild) {
      const absent = this.stepper.absent();
      return { local: this.intern(absent), outputs: this.outcomes(absent), firings: absent.firings };
    }
    const step = this.stepper.initial();
    this.tables.calls.model++;
    checkStart(this.stepper, this.tables.calls, step, this.stepper.actor.input);
    return { local: this.intern(step), outputs: this.outcomes(step), firings: step.firings };
  }

  /** The cell of a local state and event, filled if it was empty. */
  cell(local: number, event: number): number {
    const column = event < this.columns.length ? this.columns.data[event]! : EMPTY;
    if (column !== EMPTY && column < this.rowWidth.data[local]!) {
      const cell = this.rowStart.data[local]! + column;
      if (this.next.data[cell] !== EMPTY) return cell;
    }
    return this.fill(local, event);
  }

  /**
   * Looks up the stimuli of a local state; they lie at `stimulusStart`..`stimulusEnd` of it. When user
   * code throws over them, a single EMPTY lies there and `stimuliErrors` says why.
   */
  loadStimuli(local: number): void {
    const start = (this.stimulusStart.data[local] = this.stimulusEvents.length);
    try {
      for (const stimulus of this.stepper.stimuli(this.snapshots[local]!)) {
        this.stimulusEvents.push(this.tables.events.intern(stimulus));
        this.stimulusRoots.push(EMPTY);
      }
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown;
      this.stimuliErrors.set(local, thrown);
      this.stimulusEvents.length = start;
      this.stimulusEvents.push(EMPTY);
      this.stimulusRoots.extend(this.stimulusEvents.length - this.stimulusRoots.length, EMPTY);
    }
    this.stimulusEnd.data[local] = this.stimulusEvents.length;
    this.listener?.stimuliLoaded(this.stepper.at, local);
  }

  /** The number of a local state that came about in no step of this actor's own. */
  adopt(snapshot: AnySnapshot): number {
    const key = this.stepper.key(snapshot, null);
    return this.ids.get(key) ?? this.add({ snapshot, key });
  }

  /**
   * Asks some of the filled cells again, and the stimuli of some states, at the end of a search: every
   * `stride`-th, counting on from `offset`. What changes slowly, a counter say, agrees twice in a row at first.
   *
   * @returns the count to go on from
   * @throws ModelError when one gives something else than it did
   */
  askAgain(stride: number, offset: number): number {
    const { events, calls } = this.tables;
    const eventOf = new Map<number, number>();
    for (let event = 0; event < this.columns.length; event++) eventOf.set(this.columns.data[event]!, event);
    let at = offset;
    for (let local = 0; local < this.size; local++) {
      const before = this.snapshots[local]!;
      if (local % stride === 0) this.askStimuliAgain(local, before);
      this.askOrders(local, (other) => this.askStimuliAgain(local, other));
      for (let column = 0; column < this.rowWidth.data[local]!; column++) {
        const cell = this.rowStart.data[local]! + column;
        if (this.next.data[cell] === EMPTY || before.status !== 'active') continue;
        const sampled = at++ % stride === 0;
        if (!sampled && !this.orders.has(local)) continue;
        const id = eventOf.get(column)!;
        if (isLifecycle(events.event(id).type)) continue;
        const snapshot = this.snapshots[this.next.data[cell]!]!;
        const key = this.keys[this.next.data[cell]!]!;
        const step = { snapshot, key, outcomes: this.outcomesOf(cell), firings: new Firings() };
        const filled = {
          step,
          before,
          key: this.keys[local]!,
          event: events.event(id),
          text: events.text(id),
        };
        if (sampled) askAgain(this.stepper, calls, filled);
        this.askOrders(local, (other) => askAgain(this.stepper, calls, { ...filled, before: other }));
      }
    }
    return at;
  }

  private askStimuliAgain(local: number, snapshot: AnySnapshot): void {
    const start = this.stimulusStart.data[local]!;
    if (start === EMPTY || this.stimuliErrors.has(local)) return;
    const ids = Array.from(this.stimulusEvents.data.subarray(start, this.stimulusEnd.data[local]));
    const again = this.stepper.stimuli(snapshot).map((event) => this.tables.events.intern(event));
    // The same events in another order are the same offer.
    if (again.length === ids.length && again.every((id) => ids.includes(id))) return;
    throw new ModelError(
      'the stimuli of a state came out differently when asked for again: the function is impure.',
      {
        ...this.stepper.place(this.snapshots[local]!, null),
        event: undefined,
      },
    );
  }

  /** What a filled cell puts out, as it was first given. */
  private outcomesOf(cell: number): (readonly Output[])[] {
    const { outputs, choices } = this.tables;
    const code = this.outputs.data[cell]!;
    const lists = code >= 0 ? [code] : choices.lists(~code);
    return lists.map((list) => outputs.list(list));
  }

  private fill(local: number, event: number): number {
    const key = `${local},${event}`;
    const failure = this.failures.get(key);
    if (failure !== undefined) throw failure;
    try {
      return this.fillNew(local, event);
    } catch (thrown) {
      if (thrown instanceof ModelError) this.failures.set(key, thrown);
      throw thrown;
    }
  }

  private fillNew(local: number, event: number): number {
    const cell = this.place(local, event);
    const before = this.snapshots[local]!;
    const object = this.tables.events.event(event);
    const step = this.stepper.step(before, object);
    this.tables.calls.model++;
    if (object.type === START) {
      checkStart(this.stepper, this.tables.calls, step, object['input']);
    } else if (before.status === 'active' && !isLifecycle(object.type)) {
      const key = this.keys[local]!;
      const text = this.tables.events.text(event);
      checkStep(this.stepper, this.tables.calls, { step, before, key, event: object, text });
    }
    this.outputs.data[cell] = this.outcomes(step);
    this.flags.data[cell] = step.firings.handled ? HANDLED : 0;
    this.next.data[cell] = this.intern(step);
    this.fresh.set(`${local},${event}`, step.firings);
    if (this.listener === null) return cell;
    this.listener.filled(this.stepper.at, local, event);
    // Its row may have moved.
    return this.place(local, event);
  }

  private outcomes(step: LocalStep): number {
    const { outputs, choices } = this.tables;
    const lists = step.outcomes.map((list) => outputs.intern(list));
    return lists.length === 1 ? lists[0]! : ~choices.add(lists);
  }

  private intern(step: LocalStep): number {
    const known = this.ids.get(step.key);
    if (known !== undefined) {
      this.noteOrder(known, step.snapshot);
      return known;
    }
    return this.add(step);
  }

  private add(step: Pick<LocalStep, 'snapshot' | 'key'>): number {
    const id = this.snapshots.push(step.snapshot) - 1;
    this.ids.set(step.key, id);
    this.keys.push(step.key);
    this.rowStart.push(0);
    this.rowWidth.push(0);
    this.stimulusStart.push(EMPTY);
    this.stimulusEnd.push(EMPTY);
    return id;
  }

  /** Whether a local state came in an insertion order of its data that may make a difference. */
  get hasOrders(): boolean {
    return this.orders.size > 0;
  }

  /** Keeps a snapshot whose data is inserted in an order in which its local state has not come before. */
  private noteOrder(local: number, snapshot: AnySnapshot): void {
    const first = this.snapshots[local]!;
    if (first === snapshot) return;
    const order = orderText(dataOf(snapshot));
    if (order === '' || order === orderText(dataOf(first))) return;
    let orders = this.orders.get(local);
    if (orders === undefined) this.orders.set(local, (orders = new Map()));
    if (orders.size >= MAX_ORDERS || orders.has(order)) return;
    orders.set(order, snapshot);
    addTwin(first, snapshot);
  }

  /** @throws ModelError when a cell or the stimuli of a state are other ones in an order it came in later */
  private askOrders(local: number, check: (before: AnySnapshot) => void): void {
    const first = this.snapshots[local]!;
    for (const other of this.orders.get(local)?.values() ?? []) {
      try {
        check(other);
      } catch (thrown) {
        if (!(thrown instanceof ModelError)) throw thrown;
        check(first);
        throw new ModelError(
          'what it does depends on the order in which the keys of an object or the entries of a Map or Set were inserted, which is not part of the state. Sort them before use, or keep an array.',
          { ...this.stepper.place(first, null), ...thrown.place },
          { cause: thrown },
        );
      }
    }
  }

  /** The cell's place, with the row moved to a wider one when the event's column lies beyond it. */
  private place(local: number, event: number): number {
    if (event >= this.columns.length) this.columns.extend(event + 1 - this.columns.length, EMPTY);
    if (this.columns.data[event] === EMPTY) this.columns.data[event] = this.columnCount++;
    const column = this.columns.data[event]!;
    const width = this.rowWidth.data[local]!;
    if (column >= width) {
      const wider = Math.max(4, width * 2, column + 1);
      const from = this.rowStart.data[local]!;
      const to = this.next.extend(wider, EMPTY);
      this.outputs.extend(wider, 0);
      this.flags.extend(wider, 0);
      for (const list of [this.next, this.outputs, this.flags]) list.data.copyWithin(to, from, from + width);
      this.rowStart.data[local] = to;
      this.rowWidth.data[local] = wider;
    }
    return this.rowStart.data[local]! + column;
  }
}
