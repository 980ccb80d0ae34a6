import type { AnyEventObject as Event, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Property } from '../property/property.ts';
import type { Step } from '../step/step-table.ts';
import type { InstanceActor, SystemInstance } from '../system/instance.ts';
import type { Answer } from './answer.ts';
import type { Choose } from './choices.ts';
import { everyChoice } from './choices.ts';
import { Judgement } from './judgement.ts';
import type { World } from './world.ts';
import { fail, keyOf, observe, textOf } from './world.ts';

/** How a step went: where it led, or why nowhere. */
export type Taken = { world: World; key: string; kind: string; step: Step } | 'full' | 'blocked' | 'error';
type Offer = { place: number; event: Event; from?: number };
type Output = { to?: string; event: Event };
type Action = { type: string; params: { to: { id: string }; event: Event }; info: object };
class Stopped extends Error {}

/**
 * The semantics by brute force: plain objects, XState called for every step, nothing shared with the engine. Slow,
 * and short enough to be read and believed. States that differ only in the order of active nodes are all searched,
 * and counted as one where that order should not matter: if it does, answers differ.
 */
export class Oracle {
  constructor(private readonly instance: SystemInstance) {}

  /** Searches the whole space and judges the properties. @throws RangeError beyond `limit` states */
  check(properties: Readonly<Record<string, Property>>, limit: number): Answer {
    const judgement = new Judgement(properties);
    const see = (p: Property, world: World) => observe(this.instance, p.observes, world);
    const scope = { parameters: this.instance.parameters, design: this.instance.design };
    const depths = new Map<string, number>();
    const queue: Exclude<Taken, string>[] = [];
    const kinds = new Map<string, (typeof queue)[0]>();
    const missed = new Set<Taken>();
    let transitions = 0;
    const arrive = (taken: Taken, steps: number): void => {
      if (typeof taken === 'string') return void missed.add(taken);
      if (depths.has(taken.key)) return;
      if (depths.size === limit) throw new RangeError(`more than ${limit} states`);
      depths.set(taken.key, steps);
      queue.push(taken);
      if (!kinds.has(taken.kind)) kinds.set(taken.kind, taken);
    };
    const starts = this.starts();
    const none = starts.includes('error') || starts.every((taken) => taken === 'blocked');
    for (const taken of none ? (['error'] as const) : starts) arrive(taken, 0);
    for (const reached of queue) {
      const { world, key, kind } = reached;
      const steps = depths.get(key)!;
      judgement.ask('reachable', steps, (p) => p.state!(see(p, world), scope));
      judgement.ask('invariant', steps, (p) => {
        if (p.state?.(see(p, world), scope) === false) return null;
        return !p.holds!(see(p, world), scope);
      });
      let stuck = true;
      for (const taken of this.steps(world)) {
        arrive(taken, steps + 1);
        if (taken === 'error' || taken === 'full') stuck = false;
        if (typeof taken === 'string') continue;
        const moves = taken.kind !== kind || taken.step.kind === 'delivery';
        if (moves) stuck = false;
        if (moves && kinds.get(kind) === reached) transitions++;
        if (!moves && !taken.step.handled) continue; // A stimulus that no transition handles is not enabled.
        judgement.ask('step-property', steps + 1, (p) => {
          if (p.on?.(taken.step, scope) === false) return null;
          const bad = !p.stepHolds!(see(p, world), taken.step, see(p, taken.world), scope);
          return bad || moves ? bad : null;
        });
      }
      if (stuck) judgement.ask('deadlock-free', steps, (p) => p.state?.(see(p, world), scope) !== true);
    }
    const verdicts = judgement.verdicts(missed.has('error'), missed.has('full'));
    const depth = Math.max(0, ...[...kinds.values()].map(({ key }) => depths.get(key)!));
    return { states: kinds.size, transitions, depth, verdicts };
  }

  /** Every way to start: all actors take their initial state, then send in declared order. */
  starts(): Taken[] {
    const offers = this.instance.actors.map((_, place) => ({ place, event: { type: '' } }));
    return this.take({ actors: [], queues: {} }, offers);
  }

  /** Every step of a state, self-loops included. */
  steps(world: World): Taken[] {
    const stimulate = ({ stimuli }: InstanceActor, place: number): Taken[] => {
      const snapshot = world.actors[place]!;
      if (snapshot.status !== 'active') return [];
      try {
        const list = typeof stimuli === 'function' ? stimuli(snapshot) : stimuli;
        const events = list.map((s) => (typeof s === 'string' ? { type: s } : s)) as Event[];
        const offered = [...new Map(events.map((event) => [textOf(event), event])).values()];
        return offered.flatMap((event) => this.take(world, [{ place, event }]));
      } catch {
        return ['error'];
      }
    };
    const deliver = ([pair, messages]: [string, Event[]]): Taken[] => {
      const [from, place] = pair.split('>').map(Number) as [number, number];
      const texts = messages.map((event) => textOf(event));
      const fifo = this.instance.delivery(from, place).order === 'fifo';
      return messages.flatMap((event, at) => {
        if (fifo ? at > 0 : texts.indexOf(texts[at]!) < at) return [];
        const queues = { ...world.queues, [pair]: messages.filter((_, i) => i !== at) };
        return this.take({ ...world, queues }, [{ place, event, from }]);
      });
    };
    return [...this.instance.actors.flatMap(stimulate), ...Object.entries(world.queues).flatMap(deliver)];
  }

  /** The outcomes of an offer by the choices it meets, up to the first error; several offers are a start. */
  take(world: World, offers: readonly Offer[]): Taken[] {
    const fold = (choose: Choose): Taken => {
      try {
        return this.fold(world, offers, choose);
      } catch (thrown) {
        return thrown instanceof Stopped ? (thrown.message as Taken) : 'error';
      }
    };
    return everyChoice(fold, (taken) => taken === 'error');
  }

  /** Runs a step to completion. What comes to an actor that is busy waits in its mailbox until it is done. */
  private fold(world: World, offers: readonly Offer[], choose: Choose): Taken {
    const [actors, queues] = [[...world.actors], { ...world.queues }];
    const id = (place: number): string => this.instance.actors[place]!.id;
    const log: Record<string, object[]> = { calls: [], sent: [], emitted: [], dropped: [] };
    const mail = this.instance.actors.map(() => [] as Required<Offer>[]);
    const busy = new Set(offers.map(({ place }) => place));
    const act = (place: number, event: Event): { handled: boolean; outputs: Output[] } => {
      if (log['calls']!.length >= 1000 + (world.actors.length > 0 ? 0 : 1))
        throw new Error('the actors call each other for ever');
      const { after, handled, outcomes } = this.react(place, actors[place], event);
      actors[place] = after;
      return { handled, outputs: outcomes[choose(outcomes.length)]! };
    };
    const send = (from: number, place: number, event: Event): void => {
      const { order, capacity, whenFull } = this.instance.delivery(from, place);
      const queue = (queues[`${from}>${place}`] ??= []);
      if (order === 'sync') {
        mail[place]!.push({ from, place, event });
        if (!busy.has(place)) run(place, []);
      } else if (queue.length < capacity) {
        const sorted = [...queue, event].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
        queues[`${from}>${place}`] = order === 'fifo' ? [...queue, event] : sorted;
        log['sent']!.push({ from: id(from), to: id(place), event });
      } else if (whenFull === 'drop') log['dropped']!.push({ from: id(from), to: id(place), event });
      else throw new Stopped(whenFull === 'block' ? 'blocked' : 'full');
    };
    const run = (place: number, outputs: Output[]): void => {
      busy.add(place);
      for (const { to, event } of outputs) {
        if (to === undefined) log['emitted']!.push({ actor: id(place), event });
        else send(place, this.instance.placeOf.get(to)!, event);
      }
      busy.delete(place);
      const next = mail[place]!.shift();
      if (next === undefined) return;
      const call = { from: id(next.from), to: id(place), event: next.event, handled: false };
      log['calls']!.push(call);
      const reaction = act(place, next.event);
      call.handled = reaction.handled;
      run(place, reaction.outputs);
    };
    const [{ place, from, event }] = offers as [Offer];
    const reactions = offers.map((offer) => act(offer.place, offer.event));
    offers.forEach((offer, i) => run(offer.place, reactions[i]!.outputs));
    const handled = reactions[0]!.handled;
    const sender = from === undefined ? null : id(from);
    const step = { kind: sender ? 'delivery' : 'stimulus', actor: id(place), from: sender, event, handled };
    const after = { actors, queues };
    return { world: after, key: keyOf(after), kind: keyOf(after, true), step: { ...step, ...log } as Step };
  }

  /** One macrostep of one actor by XState, or its start. Custom actions act at once, sendTo at the end. */
  private react(place: number, before: AnyMachineSnapshot | undefined, event: Event) {
    if (before && before.status !== 'active') return { after: before, handled: false, outcomes: [[]] };
    const { actors, effects, references, placeOf } = this.instance;
    const machine = actors[place]!.logic as AnyStateMachine;
    const actions: Action[] = [];
    const get = (id: string): object => references[placeOf.get(id)!] ?? fail(`no actor ${id}`);
    let taken = 0;
    const inspect = (told: { _transitions?: object[] }) => (taken += told._transitions?.length ?? 0);
    const system = { get, _sendInspectionEvent: inspect };
    const actionExecutor = (action: Action) => actions.push(action);
    const scope = { self: references[place], system, actionExecutor, defer: () => undefined } as never;
    const start = () => machine.getInitialSnapshot(scope, actors[place]!.input);
    const after = before === undefined ? start() : machine.transition(before, event, scope);
    if (after.status === 'error') throw after.error;
    const handled = taken > 0;
    let outcomes: Output[][] = [[]];
    const last: Output[] = [];
    for (const { type, params, info } of actions) {
      if (type === 'xstate.sendTo') last.push({ to: params.to.id, event: params.event });
      if (type === 'xstate.emit') last.push({ event: params.event });
      if (type.startsWith('xstate.') || effects[type] === 'ignore') continue;
      const effect = (effects[type] ?? fail(`no effect ${type}`))({ ...info, params } as never);
      const alternatives: readonly (readonly Output[])[] = 'choice' in effect ? effect.choice : [effect];
      outcomes = outcomes.flatMap((list) => alternatives.map((more) => [...list, ...more]));
    }
    return { after, handled, outcomes: outcomes.map((list) => [...list, ...last]) };
  }
}
