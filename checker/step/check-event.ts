import { ModelError } from '../system/errors.ts';
import { encode } from './canonical.ts';

/** The encoding of what user code gave as an event. @throws ModelError when it is none, or cannot be keyed */
export function encodeEvent(event: unknown): string {
  if (typeof event !== 'object' || event === null || typeof (event as { type?: unknown }).type !== 'string') {
    throw new ModelError(
      `${told(event)} is no event: an event is an object with a \`type\` that is a string.`,
      {},
    );
  }
  return encode(event, 'event');
}

/** @throws ModelError when `list` is no array, for instance the promise of an async function */
export function checkList(list: unknown, rule: string): asserts list is readonly unknown[] {
  if (Array.isArray(list)) return;
  throw new ModelError(`${rule}, and returned ${told(list)}.`, {});
}

function told(value: unknown): string {
  if (isPromise(value)) return 'a promise (async functions cannot be part of a model)';
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? `"${value}"` : String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

export function isPromise(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}
