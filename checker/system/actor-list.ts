import type { ActorOptions, Actors, Logic } from './actor.ts';
import { isStateMachine } from './actor.ts';
import type { ChildOptions, ChildSlot, Outcome } from './children.ts';
import { isRunning, slotsOf } from './children.ts';
import { checkActor } from './declaration.ts';
import type { Composition } from './define-system.ts';
import { RESERVED_NAMES } from './delivery.ts';
import { BuildError } from './errors.ts';
import type { ChildPlace, InstanceActor } from './instance.ts';
import { NAME_RULE, isName } from './names.ts';
import { outcomeLogic, stimuliOf } from './outcome-logic.ts';

/** How deep actors may be invoked by one another: a statechart that invokes itself has no end of children. */
const MAX_DEPTH = 8;

/** The actors of a system in order, each followed by its children, and their places by name. */
export interface ActorList {
  readonly actors: readonly InstanceActor[];
  readonly names: ReadonlyMap<string, { replicas: boolean; places: readonly number[] }>;
}

/** @throws BuildError when an actor or a child is not declared as it must be */
export function listActors(composition: Composition<Actors>, where: string): ActorList {
  const actors: InstanceActor[] = [];
  const names = new Map<string, { replicas: boolean; places: number[] }>();
  const add = (
    id: string,
    name: string,
    replicas: boolean,
    logic: Logic,
    options: ActorOptions<Logic>,
    child: (ChildPlace & { outcomes: InstanceActor['outcomes'] }) | null,
    depth: number,
  ): number => {
    const at = `${where}, actor "${id}"`;
    checkActor(logic, options, at);
    if (depth > MAX_DEPTH) {
      throw new BuildError(
        `${at}: actors invoke one another more than ${MAX_DEPTH} deep. A statechart that invokes itself cannot be checked; spawn it, up to a declared number.`,
      );
    }
    const children: number[] = [];
    const place = actors.push(instanceActor(id, name, logic, options, child, children)) - 1;
    const places = names.get(name) ?? { replicas, places: [] };
    names.set(name, places);
    places.places.push(place);
    if (child !== null && child.outcomes !== null) return place;
    for (const slot of slotsOf(logic, options.children ?? {}, at)) {
      const outcomes = outcomesOf(slot);
      children.push(
        add(
          `${id}/${slot.name}`,
          `${name}/${slot.group ?? slot.name}`,
          replicas || slot.group !== null,
          outcomes === null ? slot.logic : outcomeLogic,
          optionsOf(slot, outcomes, options.environment),
          { ...slot, parent: place, outcomes },
          depth + 1,
        ),
      );
    }
    return place;
  };
  for (const [name, definition] of Object.entries(composition.actors)) {
    if (definition === undefined) continue;
    if (RESERVED_NAMES.includes(name)) {
      throw new BuildError(
        `${where}: an actor cannot be called "${name}", which is an option of a delivery.`,
      );
    }
    if (!isName(name)) throw new BuildError(`${where}: the actor name "${name}" ${NAME_RULE}`);
    const replicas = definition.kind === 'replicas';
    const list: readonly ActorOptions<Logic>[] = replicas ? definition.options : [definition.options];
    if (list.length === 0) names.set(name, { replicas, places: [] });
    list.forEach((options, i) => {
      const id = replicas ? `${name}-${i + 1}` : name;
      add(id, name, replicas, definition.logic as Logic, options, null, 0);
    });
  }
  return { actors, names };
}

/** A promise that may never end is not assumed to; where a function tells, it depends on the input: see {@link mayNeverEnd}. */
function optionsOf(
  { options }: ChildSlot,
  outcomes: InstanceActor['outcomes'],
  ofParent: boolean | undefined,
): ActorOptions<Logic> {
  const { description, children } = options;
  const stimuli = outcomes === null ? options.stimuli : stimuliOf(outcomes);
  // A promise that an operator waits for ends as others do; a statechart of his acts as he does.
  const environment =
    outcomes === null
      ? (options.environment ?? ofParent ?? false)
      : options.environment === true || neverEnds(options.outcomes);
  return {
    environment,
    ...(stimuli === undefined ? {} : { stimuli }),
    ...(description === undefined ? {} : { description }),
    ...(children === undefined ? {} : { children }),
  };
}

function neverEnds(outcomes: ChildOptions['outcomes']): boolean {
  return Array.isArray(outcomes) && outcomes.includes('never');
}

function outcomesOf({ logic, options }: ChildSlot): InstanceActor['outcomes'] {
  const { outcomes } = options;
  if (!isRunning(logic) || outcomes === undefined) return null;
  return typeof outcomes === 'function' ? outcomes : (): readonly Outcome[] => outcomes;
}

function instanceActor(
  id: string,
  name: string,
  logic: Logic,
  options: ActorOptions<Logic>,
  child: (ChildPlace & { outcomes: InstanceActor['outcomes'] }) | null,
  children: readonly number[],
): InstanceActor {
  const { survives = 'nothing' } = options;
  return {
    id,
    name,
    logic,
    machine: isStateMachine(logic) ? logic.id : name,
    input: options.input,
    stimuli: options.stimuli ?? [],
    environment: options.environment ?? false,
    description: options.description ?? (isStateMachine(logic) ? (logic.config.description ?? null) : null),
    child: child === null ? null : childPlace(child),
    children,
    outcomes: child?.outcomes ?? null,
    survives: survives === 'context' ? null : survives === 'nothing' ? [] : survives,
    mail: options.mail ?? 'absorbed',
  };
}

function childPlace({ id, group, invoked, parent, logic }: ChildPlace): ChildPlace {
  return { id, group, invoked, parent, logic };
}
