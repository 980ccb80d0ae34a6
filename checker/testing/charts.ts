import { createMachine } from 'xstate';
import { checkDesign } from '../check/check-design.ts';
import { checkSuite } from '../check/check-suite.ts';
import type { CheckOptions } from '../check/options.ts';
import type { DesignReport } from '../check/result.ts';
import type { Property } from '../property/property.ts';
import { deadlockFree } from '../property/property.ts';
import type { Suite } from '../property/suite.ts';
import type { ActorOptions, Logic } from '../system/actor.ts';
import { actor } from '../system/actor.ts';
import type { AnySystem, Composition } from '../system/define-system.ts';
import { defineSystem } from '../system/define-system.ts';

/** An actor of a small system: a statechart's config, or logic of another kind, and how it takes part. */
export type Part = { logic: Logic } | { chart: object };
export type Parts = Record<string, Part & { stimuli?: unknown; input?: unknown }>;

/** A small system as someone without types might write it; everything is `sync` unless said otherwise. */
export function smallSystem(parts: Parts, rest: Partial<Composition<never>> = {}) {
  return defineSystem({
    name: 'small',
    description: '',
    parameters: {},
    scopes: { default: {} },
    designs: { only: { description: '' } },
    build: () => ({
      actors: Object.fromEntries(
        Object.entries(parts).map(([id, { stimuli = [], input, ...part }]) => {
          const logic =
            'logic' in part ? part.logic : createMachine({ id: `${id}-chart`, ...part.chart } as never);
          return [id, actor(logic as Logic, { stimuli, input } as ActorOptions<Logic>)];
        }),
      ),
      delivery: 'sync' as const,
      ...(rest as object),
    }),
  });
}

function suiteOf(system: AnySystem, properties?: Record<string, Property>): Suite {
  return {
    kind: 'premortem.suite',
    name: 'small',
    system,
    properties: properties ?? { moves: deadlockFree(system, { legalEnd: () => true } as never) },
    expect: {},
    waive: [],
    headlines: [],
  };
}

/** The report of a small system; without properties, one is checked that always holds. */
export async function check(
  system: AnySystem,
  properties?: Record<string, Property>,
  options: Partial<CheckOptions> = {},
): Promise<DesignReport> {
  return (await checkSuite(suiteOf(system, properties), options)).designs[0]!;
}

/** What went wrong in a small system; the empty text where nothing did. */
export async function messageOf(system: AnySystem): Promise<string> {
  const suite = suiteOf(system);
  const { report } = await checkDesign(suite, 'only', suite.properties, { scope: 'default' });
  return report.failure?.message ?? report.notBuilt?.message ?? '';
}
