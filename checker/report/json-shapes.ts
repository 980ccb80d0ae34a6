import { P, isMatching } from 'ts-pattern';
import type { JsonValue } from '../trace/json-value.ts';

/** What values of a trace look like: lists, objects, and events among them. */
export type JsonList = readonly JsonValue[];
export type JsonObject = { readonly [key: string]: JsonValue };
export type JsonEvent = JsonObject & { readonly type: string };

export function isList(value: JsonValue): value is JsonList {
  return Array.isArray(value);
}

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

export function isEvent(value: JsonValue): value is JsonEvent {
  return isObject(value) && isMatching({ type: P.string }, value);
}

/** The id of an actor that a value refers to. */
export function actorOf(value: JsonValue): string | null {
  return isMatching({ $actor: P.string }, value) ? value.$actor : null;
}
