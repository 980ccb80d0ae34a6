import type { AnySystem } from '../system/define-system.ts';
import { parametersOf } from '../system/instance.ts';

type Values = Readonly<Record<string, number | string>>;

/** The sizes a system is checked at, in words. */
export interface ScopeWords {
  /** What the scope gives, as it was changed: `enactors 2, generations 4`. */
  readonly values: string;
  /** What designs fix themselves and the scope gives otherwise: `enactors 1 (single-enactor)`. */
  readonly fixed: string;
}

/**
 * All parameters of a scope, and which design has others: one that fixes some itself would otherwise make it
 * look as if a size that was asked for were ignored. Designs that fix the same are told of together.
 */
export function scopeWords(
  system: AnySystem,
  scope: string,
  { set = {}, designs }: { readonly set?: Values; readonly designs: readonly string[] },
): ScopeWords {
  const given: Values = { ...(system.scopes as Record<string, Values>)[scope], ...set };
  const byValues = new Map<string, string[]>();
  for (const design of designs) {
    const own = Object.entries(valuesOf(system, { design, scope, set })).filter(
      ([name, value]) => given[name] !== value,
    );
    const text = pairs(own);
    if (text !== '') byValues.set(text, [...(byValues.get(text) ?? []), design]);
  }
  return {
    values: pairs(Object.entries(given)),
    fixed: [...byValues].map(([values, names]) => `${values} (${names.join(', ')})`).join('; '),
  };
}

function pairs(values: readonly (readonly [string, number | string])[]): string {
  return values.map(([name, value]) => `${name} ${value}`).join(', ');
}

/** A design that cannot have these values says so in its verdicts. */
function valuesOf(system: AnySystem, choice: { design: string; scope: string; set: Values }): Values {
  try {
    return parametersOf(system, choice);
  } catch {
    return {};
  }
}
