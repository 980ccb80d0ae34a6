import type { AnyStateMachine } from 'xstate';
import { START, isLifecycle } from '../step/output.ts';
import type { FiringSink } from '../step/visited-cells.ts';
import type { Firings } from '../step/instrument.ts';
import type { IntegerSpace } from '../step/integer-space.ts';
import type { SystemInstance } from '../system/instance.ts';
import { isStateMachine } from '../system/actor.ts';
import type { Waiver } from './suite.ts';

/** What a search never saw, in words. */
export interface CoverageReport {
  /** Fails the gate unless waived: things no run of this design ever does. */
  readonly never: readonly string[];
  /** Waived, with the reason. */
  readonly waived: readonly { readonly never: string; readonly reason: string }[];
  /** Transitions and guard outcomes that this design alone never shows: listed, not failed. */
  readonly listed: readonly string[];
  /** Stimuli that were executed and changed nothing at all. */
  readonly selfLoops: readonly string[];
  /** Messages that arrived and no transition handled, with how often. */
  readonly unhandled: readonly { readonly message: string; readonly times: number }[];
  /** Messages that were lost as they were sent, with how often, and how often of these as the actors started. */
  readonly dropped: readonly Dropped[];
}

/** A message that was lost as it was sent. */
export interface Dropped {
  /** `sender -> receiver: type`. */
  readonly message: string;
  readonly times: number;
  readonly atStart: number;
  /** Left out where its channel was full. */
  readonly why?: LossReason;
}

/** The receiver has crashed, or is a child that is not there; or either is possible, and so is a full channel. */
export type LossReason = 'crashed' | 'not-there' | 'full-or-crashed' | 'full-or-not-there';

/** Transitions and guard outcomes by statechart: what is said of each that never happened, and whether it did. */
interface Seen {
  readonly text: string;
  readonly happened: boolean;
}
/** By an identity that tells apart what two designs have at one place under one label. */
export type Transitions = ReadonlyMap<string, Seen>;

/** Collects the evidence of one search: every entry is a firing on a reachable step. */
export class Coverage implements FiringSink {
  private readonly instance: SystemInstance;
  private space: IntegerSpace | null = null;
  private readonly taken: Set<number>[];
  private readonly guardTrue: Set<number>[];
  private readonly guardFalse: Set<number>[];
  private readonly events: Set<string>[];
  private readonly moved: boolean[];
  private readonly heard = new Map<string, Seen>();
  private steps: { readonly never: readonly string[]; readonly sets: Transitions } | null = null;

  constructor(instance: SystemInstance) {
    this.instance = instance;
    this.taken = instance.actors.map(() => new Set());
    this.guardTrue = instance.actors.map(() => new Set());
    this.guardFalse = instance.actors.map(() => new Set());
    this.events = instance.actors.map(() => new Set());
    this.moved = instance.actors.map(() => false);
  }

  /** Ties the collector to the space it collects from. */
  attach(space: IntegerSpace): void {
    this.space = space;
  }

  /** Adds what the kinds of step show: see check/steps-seen.ts. */
  noteSteps(steps: { readonly never: readonly string[]; readonly sets: Transitions }): void {
    this.steps = steps;
  }

  /** Adds the events a monitor speaks of; it is not held against them that not all was seen. */
  noteMonitor(
    property: string,
    { events }: AnyStateMachine,
    heard: ReadonlyMap<string, boolean> | null,
  ): void {
    for (const type of events) {
      const text = `property ${property}: the monitor never gets ${type}`;
      this.heard.set(text, { text, happened: heard?.get(type) ?? true });
    }
  }

  fired(place: number, event: number, firings: Firings): void {
    for (const index of firings.taken) this.taken[place]!.add(index);
    for (const index of firings.guardTrue) this.guardTrue[place]!.add(index);
    for (const index of firings.guardFalse) this.guardFalse[place]!.add(index);
    for (const type of firings.events) this.events[place]!.add(type);
    if (event < 0) return;
    const { type } = this.space!.events.event(event);
    // That it breaks, or is stopped, is nothing that an actor does.
    if (isLifecycle(type) && type !== START) return;
    this.events[place]!.add(type);
    if (firings.handled) this.moved[place] = true;
  }

  /** What the properties themselves speak of, and whether it happened: sets of steps, and events of monitors. */
  ofProperties(): Transitions {
    return new Map<string, Seen>([...(this.steps?.sets ?? []), ...this.heard]);
  }

  /** Every transition and guard outcome of the design's statecharts too. */
  transitions(): Transitions {
    const result = new Map(this.ofProperties());
    const note = (text: string, guardText: string | null, happened: boolean): void => {
      const identity = `${text}\n${guardText ?? ''}`;
      result.set(identity, { text, happened: happened || (result.get(identity)?.happened ?? false) });
    };
    for (const [name, places] of this.charts()) {
      for (const place of places) {
        const chart = this.space!.actors[place]!.stepper.chart;
        chart?.transitions.forEach(({ label, guarded, guardText }, index) => {
          note(`${name}: ${label} is never taken`, guardText, this.taken[place]!.has(index));
          if (!guarded) return;
          note(`${name}: the guard of ${label} is never true`, guardText, this.guardTrue[place]!.has(index));
          note(
            `${name}: the guard of ${label} is never false`,
            guardText,
            this.guardFalse[place]!.has(index),
          );
        });
      }
    }
    return result;
  }

  /** What each single design must show: actors that move, stimuli and message types that occur. */
  never(): string[] {
    const result: string[] = [...(this.steps?.never ?? [])];
    for (const [name, { places }] of this.instance.names) {
      if (places.length === 0) continue;
      const still = places.filter((place) => !this.moved[place]);
      for (const place of still) result.push(`${this.instance.actors[place]!.id} never moves`);
      if (still.length === places.length) continue;
      for (const type of this.stimulusTypes(places)) {
        // A self-loop is executed, and so has happened, though it is no step.
        const { stimuliTaken, selfLoops } = this.space!;
        const taken = places.some((place) =>
          [stimuliTaken, selfLoops].some((marks) => this.eventTypes(marks[place]!.data).has(type)),
        );
        if (!taken) result.push(`${name} never takes the stimulus ${type}`);
      }
    }
    for (const [name, places] of this.charts()) {
      if (!places.some((place) => this.moved[place])) continue;
      const stimuli = this.stimulusTypes(places);
      for (const type of new Set(places.flatMap((place) => this.handledTypes(place)))) {
        if (stimuli.has(type) || places.some((place) => this.events[place]!.has(type))) continue;
        result.push(`${name} never gets ${type}`);
      }
    }
    return result;
  }

  /** Stimuli that were executed and changed nothing: no steps of the search. */
  selfLoops(): string[] {
    return this.byName((place) =>
      [...this.eventTypes(this.space!.selfLoops[place]!.data)].map((type) => `${type}`),
    ).map(([name, type]) => `${name}: ${type}`);
  }

  /** Messages that arrived and were not handled. */
  unhandled(): { message: string; times: number }[] {
    const { actors } = this.instance;
    return this.losses((index) => actors[index]?.name ?? null).map(({ message, times }) => ({
      message,
      times,
    }));
  }

  /** Messages that were lost as they were sent. The start is no step, so step properties do not see what it loses. */
  dropped(): Dropped[] {
    const { actors } = this.instance;
    const n = actors.length;
    const sender = (index: number) => Math.floor(index / n) - 1;
    return this.losses(
      (index) => (index < n ? null : `${actors[sender(index)]!.name} -> ${actors[index % n]!.name}`),
      (index) => this.lossReason(sender(index), index % n),
    );
  }

  /** Losses are counted by channel: why they came about is what the declarations leave open. */
  private lossReason(from: number, to: number): LossReason | null {
    const { actors, faults } = this.instance;
    const { child, mail } = actors[to]!;
    const crashes = child === null && mail === 'lost' && faults.strikes('crash', to);
    if (child === null && !crashes) return null;
    const gone = crashes ? 'crashed' : 'not-there';
    return this.instance.delivery(from, to).whenFull === 'drop' ? `full-or-${gone}` : gone;
  }

  /** The losses that `who` has a name for, by message and reason. */
  private losses(
    who: (index: number) => string | null,
    reason: (index: number) => LossReason | null = () => null,
  ): Dropped[] {
    const { losses, lossesAtStart, events } = this.space!;
    const found = new Map<string, Dropped>();
    losses.forEach((list, index) => {
      const name = who(index);
      const why = name === null ? null : reason(index);
      for (let event = 0; name !== null && event < list.length; event++) {
        const message = `${name}: ${events.event(event).type}`;
        const key = `${message} ${why}`;
        const before = found.get(key) ?? { message, times: 0, atStart: 0, ...(why === null ? {} : { why }) };
        const times = before.times + list.data[event]!;
        const atStart = before.atStart + (lossesAtStart[index]?.[event] ?? 0);
        if (times > 0) found.set(key, { ...before, times, atStart });
      }
    });
    return [...found.values()];
  }

  /**
   * The places of the actors by statechart: several actors may share one, and are then its evidence together.
   * Statecharts of one id that differ in their transitions are told apart by their actors.
   */
  private charts(): Map<string, number[]> {
    const byId = new Map<string, Map<string, number[]>>();
    this.instance.actors.forEach(({ name: actor, machine }, place) => {
      // `(machine)` is what XState calls a statechart without an id.
      const id = machine === '(machine)' ? actor : machine;
      const shapes = byId.get(id) ?? new Map<string, number[]>();
      const shape = this.shapeOf(place);
      byId.set(id, shapes.set(shape, [...(shapes.get(shape) ?? []), place]));
    });
    const result = new Map<string, number[]>();
    for (const [id, shapes] of byId) {
      for (const places of shapes.values()) {
        const actors = new Set(places.map((place) => this.instance.actors[place]!.name));
        result.set(shapes.size === 1 ? id : `${id} (${[...actors].join(', ')})`, places);
      }
    }
    return result;
  }

  /** What two statecharts made by one function have in common: their transitions and the events they take. */
  private shapeOf(place: number): string {
    const transitions = this.space!.actors[place]!.stepper.chart?.transitions ?? [];
    const labels = transitions.map(({ label, guarded }) => `${label} ${guarded}`);
    return [...labels, ...this.handledTypes(place)].join('\n');
  }

  private byName(list: (place: number) => string[]): [string, string][] {
    const seen = new Map<string, [string, string]>();
    this.instance.actors.forEach(({ name }, place) => {
      for (const item of list(place)) seen.set(`${name} ${item}`, [name, item]);
    });
    return [...seen.values()];
  }

  private stimulusTypes(places: readonly number[]): Set<string> {
    const result = new Set<string>();
    for (const place of places) {
      const { stimuli } = this.instance.actors[place]!;
      if (typeof stimuli !== 'function')
        for (const s of stimuli) result.add(typeof s === 'string' ? s : (s as { type: string }).type);
      const { stimulusEvents } = this.space!.actors[place]!;
      for (let i = 0; i < stimulusEvents.length; i++) {
        const event = stimulusEvents.data[i]!;
        if (event >= 0) result.add(this.space!.events.event(event).type);
      }
    }
    return result;
  }

  private handledTypes(place: number): string[] {
    const { logic } = this.instance.actors[place]!;
    if (!isStateMachine(logic)) return [];
    return logic.events.filter((type) => !type.startsWith('xstate.') && !type.includes('*'));
  }

  private eventTypes(marks: Int32Array): Set<string> {
    const result = new Set<string>();
    for (let event = 0; event < marks.length; event++) {
      if (marks[event] === 1) result.add(this.space!.events.event(event).type);
    }
    return result;
  }
}

/** What is said of all that never happened, each once. */
export function neverHappened(transitions: Transitions): string[] {
  return [...new Set([...transitions.values()].flatMap(({ text, happened }) => (happened ? [] : [text])))];
}

/** What no design of a suite ever does, given what each does. */
export function neverTogether(designs: readonly Transitions[]): string[] {
  const together = new Map<string, Seen>();
  for (const transitions of designs) {
    for (const [identity, { text, happened }] of transitions)
      together.set(identity, { text, happened: happened || (together.get(identity)?.happened ?? false) });
  }
  return dropImplied(neverHappened(together));
}

/** A transition that is never taken need not be said again of its guard. */
export function dropImplied(never: readonly string[]): string[] {
  const untaken = new Set(
    never
      .filter((text) => text.endsWith(' is never taken'))
      .map((text) => text.slice(0, -' is never taken'.length)),
  );
  return never.filter((text) => {
    const match = /^(.*): the guard of (.*) is never true$/.exec(text);
    return match === null || !untaken.has(`${match[1]}: ${match[2]}`);
  });
}

/** Splits what never happened into what fails and what is waived for these designs at this scope. */
export function applyWaivers(
  never: readonly string[],
  waivers: readonly Waiver<string>[],
  scope: string,
  designs: readonly string[],
): { never: string[]; waived: { never: string; reason: string }[] } {
  const waived: { never: string; reason: string }[] = [];
  const left = never.filter((text) => {
    const waiver = waivers.find(
      (w) =>
        matches(w.never, text) &&
        (w.scopes?.includes(scope) ?? true) &&
        (w.designs === 'all' || designs.every((design) => w.designs.includes(design))),
    );
    if (waiver !== undefined) waived.push({ never: text, reason: waiver.reason });
    return waiver === undefined;
  });
  return { never: left, waived };
}

/** Whether a waiver's wording, in which `*` stands for anything, is that of an entry. */
export function matches(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(text);
}
