import { ABSENT_CHILD, EMPTY } from './actor-table.ts';
import { IntList } from './int-list.ts';
import type { IntegerSpace } from './integer-space.ts';
import type { Output } from './output.ts';
import type { PermutationGroup } from './renaming.ts';
import { Renaming } from './renaming.ts';
import { ABSENT } from './snapshot-key.ts';

/**
 * What each local state, event, list of outputs and record of a step is called once the actors are permuted, by their
 * numbers. Each is worked out once, from the data behind the number; XState is never called.
 */
export class LocalRenamings {
  private readonly space: IntegerSpace;
  private readonly group: PermutationGroup;
  private readonly renamings: readonly Renaming[];
  private readonly size: number;
  /** By permutation and component. */
  private readonly locals: IntList[];
  /** By permutation. */
  private readonly events: IntList[];
  private readonly lists: IntList[];
  private readonly nodes: IntList[];
  /** The places that some permutation moves. */
  readonly moving: Uint8Array;

  constructor(space: IntegerSpace, group: PermutationGroup) {
    this.space = space;
    this.group = group;
    this.size = space.before.length;
    this.renamings = group.all.map((places) => new Renaming(space.instance, places));
    const empty = (): IntList => new IntList();
    this.locals = Array.from({ length: group.all.length * this.size }, empty);
    this.events = group.all.map(empty);
    this.lists = group.all.map(empty);
    this.nodes = group.all.map(empty);
    this.moving = Uint8Array.from(space.instance.actors, (_, place) =>
      group.all.some((places) => places[place] !== place) ? 1 : 0,
    );
  }

  /** The number that a local state of a component has at the component that takes its place. */
  local(number: number, component: number, local: number): number {
    if (number === 0) return local;
    const list = this.locals[number * this.size + component]!;
    const known = local < list.length ? list.data[local]! : EMPTY;
    return known === EMPTY ? put(list, local, this.rename(number, component, local)) : known;
  }

  event(number: number, event: number): number {
    if (number === 0) return event;
    const list = this.events[number]!;
    const known = event < list.length ? list.data[event]! : EMPTY;
    if (known !== EMPTY) return known;
    const { events } = this.space;
    return put(list, event, events.intern(this.renamings[number]!.event(events.event(event))));
  }

  /** The list of outputs of the actor that takes the place. */
  outputs(number: number, id: number): number {
    const list = this.lists[number]!;
    const known = id < list.length ? list.data[id]! : EMPTY;
    if (known !== EMPTY) return known;
    const { outputs } = this.space;
    return put(list, id, outputs.intern(outputs.list(id).map((output) => this.output(number, output))));
  }

  /** The record of the step that does the same with the actors permuted. */
  node(number: number, node: number): number {
    if (number === 0) return node;
    const list = this.nodes[number]!;
    const known = node < list.length ? list.data[node]! : EMPTY;
    if (known !== EMPTY) return known;
    const places = this.group.all[number]!;
    const event = (of: number): number => this.event(number, of);
    return put(list, node, this.space.steps.renamed(node, places, event));
  }

  /** Whether a local state refers to no actor that moves, and stands for no message from or to one. */
  isPlain(component: number, local: number): boolean {
    const { layout, actors, channels } = this.space;
    if (component < layout.actors) {
      if (local === ABSENT_CHILD && actors[component]!.isChild) return true;
      if (actors[component]!.isChild && this.moving[component] === 1) return false;
      const snapshot = this.space.snapshot(component, local);
      return this.group.exchanges.every(
        ({ number }) => this.renamings[number]!.snapshot(snapshot) === snapshot,
      );
    }
    if (local === 0) return true;
    if (component >= layout.channels) {
      const { sender, receiver } = channels[component - layout.channels]!;
      if (this.moving[sender] === 1 || this.moving[receiver] === 1) return false;
    } else if (layout.timed && component < layout.timers + layout.actors) {
      if (this.moving[component - layout.timers] === 1) return false;
    } else return true;
    return this.group.exchanges.every(({ number }) => this.rename(number, component, local) === local);
  }

  private rename(number: number, component: number, local: number): number {
    const { layout, actors, channels, timers } = this.space;
    const places = this.group.all[number]!;
    const renaming = this.renamings[number]!;
    if (component < layout.actors) {
      const snapshot = this.space.snapshot(component, local);
      const renamed = snapshot === ABSENT ? snapshot : renaming.snapshot(snapshot);
      const to = places[component]!;
      if (to === component && renamed === snapshot) return local;
      return actors[to]!.adopt(renamed);
    }
    if (component >= layout.channels) {
      const channel = channels[component - layout.channels]!;
      const to = this.space.channelBetween(places[channel.sender]!, places[channel.receiver]!);
      return channels[to]!.adopt(channel.content(local).map((event) => this.event(number, event)));
    }
    if (!layout.timed || component >= layout.timers + layout.actors) return local;
    const owner = component - layout.timers;
    const content = timers[owner]!.content(local).map((timer) => ({
      ...timer,
      to: places[timer.to]!,
      event: renaming.event(timer.event),
    }));
    return timers[places[owner]!]!.adopt(content);
  }

  private output(number: number, output: Output): Output {
    const places = this.group.all[number]!;
    const renaming = this.renamings[number]!;
    return {
      ...output,
      ...('to' in output ? { to: places[output.to]! } : {}),
      ...('event' in output ? { event: renaming.event(output.event) } : {}),
    };
  }
}

function put(list: IntList, at: number, value: number): number {
  if (at >= list.length) list.extend(at + 1 - list.length, EMPTY);
  return (list.data[at] = value);
}
