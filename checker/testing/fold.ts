import type { AnyEventObject as Event, AnyMachineSnapshot } from 'xstate';
import type { Step } from '../step/step-table.ts';
import type { Outcome } from '../system/children.ts';
import type { SystemInstance } from '../system/instance.ts';
import { ModelError } from '../system/errors.ts';
import { topOf } from '../system/instance.ts';
import { MAX_ALIKE, MAX_TICKS, MAX_TIMERS } from '../system/time.ts';
import type { Choose } from './choices.ts';
import { Life, Reference, STOP, twoLives } from './life.ts';
import { Thrown, react } from './reaction.ts';
import type { Timer, World } from './world.ts';
import { fail, sorted, textOf } from './world.ts';

/** A step that is not one: a channel is full, or blocks the sender. */
export class Stopped extends Error {}

/** The id of a timer whose actor is gone: nothing can cancel it. */
const LEFT = '?';

/** Before the start. */
export const NOWHERE: World = { actors: [], queues: {}, timers: [], used: {} };

/** One step under way: the life of every actor, the way live XState runs it. */
export class Fold {
  readonly lives: (Life | null)[];
  readonly log: Record<string, object[]> = { calls: [], sent: [], emitted: [], dropped: [] };
  readonly queues: Record<string, Event[]>;
  /** The timers of actors that are gone. */
  private readonly leftovers: Timer[][];
  /** Those that spawns of this step made; any other reference is known by its id. */
  private readonly known = new Map<object, Life>();
  private readonly early: readonly (Life | null)[];

  constructor(
    readonly instance: SystemInstance,
    private readonly world: World,
    readonly choose: Choose,
  ) {
    this.queues = { ...world.queues };
    const timers = instance.actors.map((_, place) => world.timers[place] ?? []);
    this.leftovers = timers.map((set) => set.filter(({ id }) => id === LEFT));
    this.lives = instance.actors.map(() => null);
    for (const [place, { input }] of instance.actors.entries()) {
      const snapshot = world.actors[place] ?? null;
      if (snapshot === null) continue;
      const life = new Life(place, this.reference(place), input, snapshot);
      life.timers = timers[place]!.filter(({ id }) => id !== LEFT);
      this.lives[place] = life;
    }
    this.early = [...this.lives];
  }

  /** The state after the step. */
  after(): World {
    const there = this.lives.map((life) => (life === null || life.gone ? null : life));
    const actors = there.map((life) => life?.snapshot ?? null);
    const timers = there.map((life, place) => sorted([...this.leftovers[place]!, ...(life?.timers ?? [])]));
    return { ...this.world, actors, queues: this.queues, timers };
  }

  id(place: number): string {
    return this.instance.actors[place]!.id;
  }

  /** A reference to what stands at a place. */
  reference(place: number): Reference {
    const { child, id } = this.instance.actors[place]!;
    return new Reference(child?.id ?? id, id, child === null ? undefined : this.reference(child.parent));
  }

  /** What stands at a place now; the place, when nothing does. */
  at(id: string): Life | number {
    const place = this.instance.placeOf.get(id) ?? fail(`no actor ${id}`);
    return this.lives[place] ?? place;
  }

  /** A reference to it. */
  refAt(id: string): Reference {
    const found = this.at(id);
    return typeof found === 'number' ? this.reference(found) : found.ref;
  }

  /** A new actor at a place, not started yet. */
  born(place: number, input: unknown, ref: Reference): Life {
    const life = new Life(place, ref, input, null);
    this.known.set(ref, life);
    this.lives[place] = life;
    return life;
  }

  /** Whom a reference of a context, an event or of this step means. */
  lifeOf(ref: { id: string; path?: string }): Life | number {
    const place = this.instance.placeOf.get(ref.path ?? ref.id) ?? fail(`no actor ${ref.id}`);
    return this.known.get(ref) ?? this.early[place] ?? this.lives[place] ?? place;
  }

  /** Starts the actors of the system, in declared order. */
  startAll(): void {
    const { actors } = this.instance;
    const top = [...actors.keys()].filter((place) => actors[place]!.child === null);
    const born = top.map((place) => this.born(place, actors[place]!.input, this.reference(place)));
    for (const life of born) this.start(life);
  }

  /** As `Actor.start`. */
  start(life: Life, survived: object = {}): void {
    if (life.stage !== 'new') return;
    for (const other of [life.before, this.lives[life.place]])
      if (other !== null && other !== undefined && other !== life && this.goesOn(other))
        throw twoLives('a child is started where one is still running');
    life.stage = 'running';
    life.busy = true;
    if (life.snapshot === null) this.react(life, null, survived);
    if (life.snapshot!.status === 'error') this.failed(life);
    else {
      // XState starts the children that are active before it does anything else.
      if (life.snapshot!.status === 'active')
        for (const child of this.childrenOf(life)) if (this.wakes(child)) this.start(child);
      this.update(life);
    }
    this.read(life);
  }

  /** Whether an actor runs, and nobody has stopped it or its parent. */
  private goesOn(life: Life): boolean {
    if (life.stage !== 'running' || life.gone) return false;
    const { _parent } = life.ref;
    const parent = _parent === undefined ? null : this.lifeOf(_parent);
    // One that is stopped stops the children it knows.
    return !(parent instanceof Life) || !parent.gone || !this.childrenOf(parent).includes(life);
  }

  /** Whether an actor that is not started yet will be active. */
  private wakes(child: Life): boolean {
    if (child.stage !== 'new') return false;
    if (child.snapshot === null) this.react(child, null);
    return child.snapshot!.status === 'active';
  }

  private childrenOf(life: Life): Life[] {
    const children = Object.values((life.snapshot as Partial<AnyMachineSnapshot>).children ?? {});
    return children.map((ref) => this.lifeOf(ref as never)).filter((child) => child instanceof Life);
  }

  /** The macrostep of an event, all it causes, and what has waited for its end. @returns whether it was handled */
  enter(life: Life, event: Event): boolean {
    life.busy = true;
    const handled = this.process(life, event);
    this.read(life);
    return handled;
  }

  private read(life: Life): void {
    for (let next = life.mail.shift(); next !== undefined; next = life.mail.shift()) {
      if (next.event === STOP) this.process(life, STOP);
      else this.call(next.from, life, next.event);
    }
    life.busy = false;
  }

  private call(from: number, receiver: Life | number, event: Event): void {
    const place = typeof receiver === 'number' ? receiver : receiver.place;
    const call = { from: this.id(from), to: this.id(place), event, handled: false };
    this.log['calls']!.push(call);
    if (receiver instanceof Life) call.handled = this.process(receiver, event);
  }

  private process(life: Life, event: Event): boolean {
    const most = this.world === NOWHERE ? 1001 : 1000;
    if (this.log['calls']!.length >= most) throw new Error('the actors call each other for ever');
    if (life.stage === 'stopped') return false;
    const handled = this.react(life, event);
    this.update(life);
    if (event === STOP) this.finish(life);
    return handled;
  }

  private react(life: Life, event: Event | null, survived: object = {}): boolean {
    try {
      return react(this, life, event, survived);
    } catch (thrown) {
      // That it fails is what it does of the event.
      if (thrown instanceof Thrown) return true;
      throw thrown;
    }
  }

  /** As `Actor.update`: the outputs, then the end if there is one. */
  private update(life: Life): void {
    for (let next = life.deferred.shift(); next !== undefined; next = life.deferred.shift()) next();
    if (life.snapshot!.status === 'error') this.failed(life);
    if (life.snapshot!.status !== 'done') return;
    this.finish(life);
    this.tellParent(life, 'done', { output: life.snapshot!.output });
  }

  /** What may come of a promise, callback or observable. */
  settle(life: Life, outcome: Exclude<Outcome, 'never'>): void {
    life.busy = true;
    if ('sends' in outcome) this.send(life.place, this.lifeOf(life.ref._parent!), outcome.sends);
    else {
      const [status, output, error] =
        'output' in outcome ? ['done', outcome.output] : ['error', undefined, outcome.error];
      life.snapshot = { ...life.snapshot, status, output, error, input: undefined } as never;
      this.update(life);
    }
    this.read(life);
  }

  private failed(life: Life): void {
    life.deferred = [];
    this.finish(life);
    this.tellParent(life, 'error', { error: life.snapshot!.error });
  }

  private tellParent({ place, ref }: Life, what: string, payload: object): void {
    const { child } = this.instance.actors[place]!;
    if (child === null) return;
    const event = { type: `xstate.${what}.actor.${child.id}`, ...payload, actorId: child.id };
    this.send(place, this.lifeOf(ref._parent!), event);
  }

  /** As `_stopProcedure`: an actor that has come to its end has no timers, except those nobody can find any more. */
  private finish(life: Life): void {
    if (this.lives[life.place] === life) this.forget(life.place);
    life.stage = 'stopped';
    const lost = life.timers.filter(({ last, id, to }) => !last && id !== '' && to !== life.place);
    this.leftovers[life.place]!.push(...lost.map((timer) => ({ ...timer, id: LEFT })));
    life.timers = [];
  }

  /** What is on its way to a child that ends must not reach the next one at its place: live, that is another actor. */
  private forget(place: number): void {
    if (this.instance.actors[place]!.child === null) return;
    this.loseMail(place);
    for (const life of [...this.lives, ...this.known.values()])
      if (life !== null) life.timers = life.timers.filter(({ to }) => to !== place);
    this.leftovers.forEach(
      (timers, owner) => (this.leftovers[owner] = timers.filter(({ to }) => to !== place)),
    );
  }

  /** Whether a child is not there, or no longer: what is sent to it is lost. */
  private isNobody(place: number): boolean {
    const life = this.lives[place];
    return (
      this.instance.actors[place]!.child !== null &&
      (life === null || life === undefined || life.stage === 'stopped')
    );
  }

  /** As `_stop`: at once, unless the actor is in a step. */
  stop(life: Life): void {
    const there = this.lives[life.place];
    const isReplaced = there !== life && there?.stage === 'running';
    if (life.stage !== 'new' && !isReplaced) this.forget(life.place);
    life.gone = true;
    life.mail = [];
    if (life.stage === 'new') life.stage = 'stopped';
    if (life.stage === 'stopped') return;
    life.mail.push({ from: life.place, event: STOP });
    if (!life.busy) {
      life.busy = true;
      this.read(life);
    }
  }

  /** Stops an actor with its children where nobody tells it to. */
  crash(life: Life, survives: object): void {
    const { snapshot } = life;
    this.enter(life, STOP);
    for (const other of this.instance.actors.keys()) {
      if (topOf(this.instance.actors, other) !== life.place) continue;
      // Those that their parents have lost go too.
      const lost = this.lives[other];
      if (lost !== null && lost !== undefined && lost !== life && !lost.gone) this.stop(lost);
      this.leftovers[other] = [];
      for (const one of [this.lives[other], ...this.known.values()])
        if (one?.place === other) one.timers = [];
    }
    // Of where it stood nothing is left.
    const bare =
      'children' in snapshot!
        ? { children: {}, value: {}, historyValue: {}, _nodes: [], tags: new Set() }
        : {};
    const rest = { status: 'stopped', context: survives, output: undefined, error: undefined };
    life.snapshot = { ...snapshot, ...bare, ...rest } as unknown as AnyMachineSnapshot;
    if (this.instance.actors[life.place]!.mail === 'lost') this.loseMail(life.place);
  }

  /** What waits for an actor goes with it. */
  private loseMail(place: number): void {
    for (const from of this.instance.actors.keys()) {
      const pair = `${from}>${place}`;
      for (const event of this.queues[pair] ?? [])
        this.log['dropped']!.push({ from: this.id(from), to: this.id(place), event, crashed: true });
      delete this.queues[pair];
    }
  }

  /** A message, by the delivery of its pair. */
  send(from: number, receiver: Life | number, event: Event): void {
    const place = typeof receiver === 'number' ? receiver : receiver.place;
    const { order, capacity, whenFull } = this.instance.delivery(from, place);
    if (order === 'sync') {
      if (receiver instanceof Life && (receiver.busy || receiver.stage === 'new'))
        return void receiver.mail.push({ from, event });
      if (receiver instanceof Life) receiver.busy = true;
      this.call(from, receiver, event);
      if (receiver instanceof Life) this.read(receiver);
      return;
    }
    const queue = this.queues[`${from}>${place}`] ?? [];
    const message = { from: this.id(from), to: this.id(place), event };
    const crashed =
      this.instance.actors[place]!.child === null && this.lives[place]!.snapshot?.status === 'stopped';
    if (this.isNobody(place)) this.log['dropped']!.push({ ...message, crashed: true });
    else if (crashed && this.instance.actors[place]!.mail === 'lost') this.log['dropped']!.push(message);
    else if (queue.length < capacity) {
      this.queues[`${from}>${place}`] = order === 'fifo' ? [...queue, event] : sorted([...queue, event]);
      this.log['sent']!.push(message);
    } else if (whenFull === 'drop') this.log['dropped']!.push(message);
    else throw new Stopped(whenFull === 'block' ? 'blocked' : 'full');
  }

  /** As `scheduler.schedule`: an older timer with the same id goes on, and cannot be cancelled any more. */
  schedule(life: Life, id: string | undefined, event: Event, to: number, delay: number): void {
    const { time } = this.instance;
    if (time === null || !(delay >= 0)) throw new ModelError(`no such delay: ${delay}`, {});
    const left = time === 'untimed' ? 0 : delay / time.tick;
    if (!Number.isInteger(left) || left > MAX_TICKS)
      throw new ModelError(`not a number of ticks: ${delay}`, {});
    if (this.isNobody(to)) return;
    const older = life.timers.map((timer) => (timer.id === id ? { ...timer, last: false } : timer));
    const alike = older.filter((timer) => timer.id === (id ?? '') && textOf(timer.event) === textOf(event));
    if (older.length >= MAX_TIMERS || alike.length >= MAX_ALIKE) throw new ModelError('too many timers', {});
    life.timers = [...older, { id: id ?? '', event, to, left, last: id !== undefined }];
  }

  cancel(life: Life, id: string): void {
    life.timers = life.timers.filter((timer) => timer.id !== id || !timer.last);
  }

  /** A timer that is due goes off. @returns whether the event was handled */
  fire(place: number, timer: Timer): boolean {
    const life = this.lives[place]!;
    const left = this.leftovers[place]!.indexOf(timer);
    if (left >= 0) this.leftovers[place]!.splice(left, 1);
    else {
      const forget = (other: Timer): Timer => (other.id === timer.id ? { ...other, last: false } : other);
      life.timers = life.timers.toSpliced(life.timers.indexOf(timer), 1);
      if (timer.id !== '') life.timers = life.timers.map(forget);
    }
    if (timer.to === place) return this.enter(life, timer.event);
    this.send(place, this.lives[timer.to] ?? timer.to, timer.event);
    return true;
  }

  /** The step as properties see it. */
  step(kind: string, actor: string, from: string | null, event: Event, handled: boolean): Step {
    return { kind, actor, from, event, handled, ...this.log } as unknown as Step;
  }
}
