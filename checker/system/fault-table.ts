import * as v from 'valibot';
import type { Actors } from './actor.ts';
import type { ActorList } from './actor-list.ts';
import { BuildError } from './errors.ts';
import type { Budget, FaultKind, FaultTable, Faults } from './faults.ts';
import { FAULT_KINDS, NO_FAULTS } from './faults.ts';
import { pairComplaint, unknownName } from './names.ts';
import { checkShape } from './shape.ts';

const BUDGET_TEXT = "a whole number from 0 to 1000, or 'unlimited'";
const BUDGET = v.union(
  [
    v.pipe(
      v.number(BUDGET_TEXT),
      v.integer(BUDGET_TEXT),
      v.minValue(0, BUDGET_TEXT),
      v.maxValue(1000, BUDGET_TEXT),
    ),
    v.literal('unlimited', BUDGET_TEXT),
  ],
  BUDGET_TEXT,
);
const OF_CHANNELS = v.strictObject({ channels: v.optional(v.array(v.string())), budget: BUDGET });
const OF_ACTORS = v.strictObject({ actors: v.array(v.string()), budget: BUDGET });
const FAULTS = v.strictObject({
  lose: v.optional(OF_CHANNELS),
  duplicate: v.optional(OF_CHANNELS),
  crash: v.optional(OF_ACTORS),
  restart: v.optional(v.strictObject({ actors: v.optional(v.array(v.string())), budget: BUDGET })),
});

/**
 * Works out which faults may strike where.
 *
 * @throws BuildError when they are declared wrongly, or name what is no actor of the system
 */
export function resolveFaults(
  faults: Faults<Actors> | undefined,
  list: ActorList & { readonly absent: Readonly<Record<string, unknown>> },
  where: string,
): FaultTable {
  if (faults === undefined) return NO_FAULTS;
  if (Array.isArray(faults))
    throw new BuildError(
      `${where}: faults: expected an object with ${FAULT_KINDS.join(', ')}, found a list. Leave it out where nothing breaks.`,
    );
  checkShape(FAULTS, faults, `${where}: faults`);
  const { actors, names } = list;
  const known = (kind: FaultKind, name: string): string => {
    if (names.has(name) || name in list.absent) return name;
    throw new BuildError(
      unknownName(`${where}: faults: ${kind}: there is no actor`, name, Object.keys(list.absent)),
    );
  };
  const budgets = new Map<FaultKind, number | null>();
  for (const kind of FAULT_KINDS) {
    const declared = faults[kind];
    if (declared !== undefined && declared.budget !== 0) budgets.set(kind, numberOf(declared.budget));
  }
  // Without a crash there is nothing to restart.
  if (faults.crash?.budget === 0) budgets.delete('restart');
  if (faults.restart !== undefined && faults.crash === undefined)
    throw new BuildError(`${where}: faults: restart is declared, and nothing can crash. Declare crash too.`);
  const top = (kind: FaultKind, name: string): string => {
    if (!name.includes('/') || !names.has(name)) return known(kind, name);
    throw new BuildError(
      `${where}: faults: ${kind}: "${name}" is a child, which goes with its parent. Name the parent.`,
    );
  };
  const crash = (faults.crash?.actors ?? []).map((name) => top('crash', name));
  const struck: Record<FaultKind, readonly string[] | null> = {
    lose: channels('lose', faults.lose?.channels, known, where),
    duplicate: channels('duplicate', faults.duplicate?.channels, known, where),
    crash,
    restart: (faults.restart?.actors ?? crash).map((name) => top('restart', name)),
  };
  if (budgets.size === 0) return { ...NO_FAULTS, isEmpty: Object.keys(faults).length === 0 };
  return {
    isEmpty: false,
    budgets,
    targets: new Map([...budgets.keys()].map((kind) => [kind, struck[kind]])),
    strikes: (kind, place, sender) => {
      if (!budgets.has(kind)) return false;
      const { name } = actors[place]!;
      const list = struck[kind];
      if (list === null || list.includes(name)) return true;
      return sender !== undefined && list.includes(`${actors[sender]!.name} -> ${name}`);
    },
  };
}

function channels(
  kind: FaultKind,
  declared: readonly string[] | undefined,
  known: (kind: FaultKind, name: string) => string,
  where: string,
): readonly string[] | null {
  if (declared === undefined) return null;
  for (const channel of declared) {
    const written = pairComplaint(channel);
    if (written !== null) throw new BuildError(`${where}: faults: ${kind}: "${channel}": ${written}.`);
    const parts = channel.split(' -> ');
    if (parts.length > 2)
      throw new BuildError(
        `${where}: faults: ${kind}: "${channel}" names more than a pair, "sender -> receiver".`,
      );
    parts.forEach((name) => known(kind, name));
  }
  return declared;
}

function numberOf(budget: Budget): number | null {
  return budget === 'unlimited' ? null : budget;
}
