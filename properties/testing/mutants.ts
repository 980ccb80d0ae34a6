import { checkSuite } from 'premortem';
import type { Suite } from 'premortem';
import { expect } from 'vitest';

/** What `build` of a suite's system returns. */
type Composition = ReturnType<Suite['system']['build']>;

/** A deliberate change to a system as it is built: a guard taken out, a remedy half applied. */
export type Mutation = (built: Composition) => Composition;

/** Puts another statechart in the place of an actor's own; its input and stimuli stay as they are. */
export function withLogic(name: string, change: (logic: never) => unknown): Mutation {
  return (built) => {
    const definition = built.actors[name];
    expect(definition, `the actor ${name}`).toBeDefined();
    const changed = { ...definition!, logic: change(definition!.logic as never) };
    return { ...built, actors: { ...built.actors, [name]: changed } };
  };
}

/** The verdicts of a design that are not as the suite expects once the system is changed: `name: verdict`. */
export async function unexpectedOf(suite: Suite, design: string, mutation: Mutation, scope = 'default') {
  const { system } = suite;
  const build: typeof system.build = (args) => mutation(system.build(args));
  const report = await checkSuite({ ...suite, system: { ...system, build } }, { designs: [design], scope });
  const { checks, failure, notBuilt } = report.designs[0]!;
  expect({ failure: failure?.message, notBuilt: notBuilt?.message }).toEqual({});
  return checks.flatMap(({ asExpected, property, verdict, steps }) =>
    asExpected === false ? [`${property}: ${verdict}${steps === null ? '' : ` ${steps}`}`] : [],
  );
}
