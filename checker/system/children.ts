import type { AnyEventObject, AnyStateMachine, AnyStateNode } from 'xstate';
import type { ActorOptions, Logic } from './actor.ts';
import { isStateMachine } from './actor.ts';
import { checkChild } from './declaration.ts';
import { BuildError } from './errors.ts';
import { unknownName } from './names.ts';

/**
 * What an invoked promise, callback or observable may do: end with an output, fail, send its parent an event and
 * go on, or `never` end. Without `never`, one of the others comes in the end.
 */
export type Outcome =
  | { readonly output: unknown }
  | { readonly error: unknown }
  | { readonly sends: AnyEventObject }
  | 'never';

/** How an invoked or spawned actor takes part in a system. */
export interface ChildOptions {
  /** For spawned actors: their logic, where the statechart has no implementation under this name. */
  logic?: Logic;
  /** For spawned actors: how many there may be at a time. They are called `name-1`, `name-2`, …; one is called `name`. */
  count?: number;
  /** For promises, callbacks and observables: what they may do, or a function of their input to it. */
  // The input of a child is known only to the statechart that invokes it.
  // oxlint-disable-next-line typescript/no-explicit-any
  outcomes?: readonly Outcome[] | ((input: any) => readonly Outcome[]);
  /** For statecharts: as of an actor of the system. */
  stimuli?: ActorOptions<Logic>['stimuli'];
  /** A statechart that belongs to one of the environment belongs to it too, unless this says otherwise. */
  environment?: boolean;
  description?: string;
  children?: Readonly<Record<string, ChildOptions>>;
}

/** A place that an invoked or spawned actor takes while it is there. */
export interface ChildSlot {
  /** The id it has in its parent's `children`: `xstate.done.actor.<id>` is what the parent is told. */
  readonly id: string;
  /** The name of the place below the parent's: the id or source of an invoke, or the name spawned actors are declared under. */
  readonly name: string;
  /** The name several spawned actors share; null for a single one. */
  readonly group: string | null;
  readonly logic: Logic;
  readonly options: ChildOptions;
  /** Whether `invoke` starts it, not `spawn`. */
  readonly invoked: boolean;
}

/** True for promise, callback and observable logic, which does not step but runs. */
export function isRunning(logic: Logic): boolean {
  return !isStateMachine(logic) && 'start' in logic;
}

/**
 * The actors a statechart may have as children: one for each `invoke`, and those declared to be spawned.
 *
 * @throws BuildError when one has no logic, lacks outcomes, or is declared and not there
 */
export function slotsOf(
  logic: Logic,
  declared: Readonly<Record<string, ChildOptions>>,
  where: string,
): ChildSlot[] {
  const invoked = isStateMachine(logic) ? invokesOf(logic) : [];
  const slots: ChildSlot[] = [];
  const used = new Set<string>();
  for (const [name, options] of Object.entries(declared)) checkChild(options, `${where}: child "${name}"`);
  for (const [i, { id, source, given, child }] of invoked.entries()) {
    // Two states that invoke the same under one id share the place.
    const before = invoked.slice(0, i).filter((other) => other.id === id);
    if (before.some((other) => other.child === child)) continue;
    const key = [id, source].find((name) => name !== null && Object.hasOwn(declared, name)) ?? null;
    if (key !== null) used.add(key);
    const options = key === null ? {} : declared[key]!;
    const alone = source !== null && invoked.filter((other) => other.source === source).length === 1;
    const plain = given ? id : alone ? source : id;
    const name = before.length === 0 ? plain : `${plain}-${before.length + 1}`;
    if (child === undefined) {
      throw new BuildError(
        `${where}: invoke "${name}": the statechart has no implementation of the actor "${source}". Provide it with setup or provide.`,
      );
    }
    for (const option of ['count', 'logic'] as const) {
      if (options[option] !== undefined)
        throw new BuildError(
          `${where}: child "${name}" is invoked, and \`${option}\` is for spawned actors.`,
        );
    }
    slots.push({ id, name, group: null, logic: child, options, invoked: true });
  }
  for (const [name, options] of Object.entries(declared)) {
    if (used.has(name)) continue;
    const child = options.logic ?? (isStateMachine(logic) ? implementation(logic, name) : undefined);
    if (child === undefined) {
      const known = [
        ...invoked.flatMap(({ id, source }) => (source === null ? [id] : [id, source])),
        ...(isStateMachine(logic) ? Object.keys(logic.implementations.actors) : []),
      ];
      throw new BuildError(
        `${unknownName(`${where}: children: there is no invoke and no implementation of an actor called`, name, known)} For an actor that is spawned give its \`logic\`.`,
      );
    }
    const ids = options.count === undefined ? [name] : many(name, options.count);
    const group = options.count === undefined ? null : name;
    for (const id of ids) slots.push({ id, name: id, group, logic: child, options, invoked: false });
  }
  for (const slot of slots) checkOutcomes(slot, where);
  return slots;
}

function many(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${name}-${i + 1}`);
}

function checkOutcomes({ name, logic, options }: ChildSlot, where: string): void {
  for (const option of ['stimuli', 'children'] as const) {
    if (isRunning(logic) && options[option] !== undefined)
      throw new BuildError(
        `${where}: child "${name}" is a promise, callback or observable: all it does is in its \`outcomes\`, and it has no \`${option}\`.`,
      );
  }
  if (isRunning(logic) && options.outcomes === undefined) {
    throw new BuildError(
      `${where}: child "${name}" is a promise, callback or observable, which the checker does not run. Declare what may come of it: \`children: { ${JSON.stringify(name)}: { outcomes: [{ output: … }, { error: … }, 'never'] } }\`.`,
    );
  }
  if (!isRunning(logic) && options.outcomes !== undefined) {
    throw new BuildError(
      `${where}: child "${name}" is stepped like any other actor; \`outcomes\` are for promises, callbacks and observables.`,
    );
  }
}

interface Invoke {
  readonly id: string;
  /** The name of its source; null for inline logic. */
  readonly source: string | null;
  /** Whether its id is given rather than made by XState. */
  readonly given: boolean;
  readonly child: Logic | undefined;
}

function invokesOf(machine: AnyStateMachine): Invoke[] {
  const result: Invoke[] = [];
  const visit = (node: AnyStateNode): void => {
    const config = node.config.invoke as unknown;
    const configs = (Array.isArray(config) ? config : [config]) as { id?: string; src?: unknown }[];
    node.invoke.forEach(({ id }, i) => {
      const src = configs[i]?.src;
      const source = typeof src === 'string' ? src : null;
      const child = source === null ? (src as Logic) : implementation(machine, source);
      result.push({ id, source, given: configs[i]?.id !== undefined, child });
    });
    Object.values(node.states).forEach(visit);
  };
  visit(machine.root);
  return result;
}

function implementation(machine: AnyStateMachine, name: string): Logic | undefined {
  const { actors } = machine.implementations;
  return Object.hasOwn(actors, name) ? (actors as Record<string, Logic>)[name] : undefined;
}
