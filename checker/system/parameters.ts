import { UsageError } from './errors.ts';
import { unknownName } from './names.ts';

/** A whole number within a range. */
export interface IntegerParameter {
  readonly kind: 'integer';
  readonly min: number;
  readonly max: number;
  readonly description: string;
}

/** One of a few names. */
export interface OneOfParameter<V extends string = string> {
  readonly kind: 'one-of';
  readonly values: readonly V[];
  readonly description: string;
}

/** What a scope may set, with its range. */
export type Parameter = IntegerParameter | OneOfParameter;

/** The parameters of a system by name. */
export type Parameters = Record<string, Parameter>;

/** The values a set of parameters takes in one scope. */
export type Values<P extends Parameters> = {
  [K in keyof P]: P[K] extends OneOfParameter<infer V> ? V : number;
};

/** Declares a whole-number parameter; both ends of the range are allowed. */
export function integer(options: { min: number; max: number; description: string }): IntegerParameter {
  return { kind: 'integer', ...options };
}

/** Declares a parameter that takes one of a few names. */
export function oneOf<const V extends string>(values: readonly V[], description: string): OneOfParameter<V> {
  return { kind: 'one-of', values, description };
}

/** The range of a parameter, as messages and `premortem list` show it. */
export function rangeOf(parameter: Parameter): string {
  return parameter.kind === 'integer' ? `${parameter.min}..${parameter.max}` : parameter.values.join(' | ');
}

/**
 * Reads `name=value` against the declared parameters.
 *
 * @throws UsageError naming the parameter, what it was given and what it takes
 */
export function parseValue(
  system: string,
  parameters: Parameters,
  name: string,
  text: string,
): number | string {
  const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (parameter === undefined) {
    const complaint = `--set ${name}: ${system} has no parameter`;
    throw new UsageError(unknownName(complaint, name, Object.keys(parameters)));
  }
  const value = parameter.kind === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
  checkValue(`--set ${name}=${text}`, parameter, value);
  return value;
}

/** @throws UsageError when the value is outside the parameter's range */
export function checkValue(where: string, parameter: Parameter, value: unknown): void {
  const ok =
    parameter.kind === 'integer'
      ? Number.isInteger(value) && (value as number) >= parameter.min && (value as number) <= parameter.max
      : parameter.values.includes(value as string);
  if (!ok)
    throw new UsageError(
      `${where}: expected ${rangeOf(parameter)}, got ${typeof value === 'string' ? JSON.stringify(value) : String(value)}.`,
    );
}
