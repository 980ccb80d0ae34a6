import { deepStrictEqual } from 'node:assert/strict';
import type { StepChoice } from '../step/found.ts';
import { Found } from '../step/found.ts';
import { IntegerSpace } from '../step/integer-space.ts';
import type { PlainState } from '../step/plain-space.ts';
import { PlainSpace } from '../step/plain-space.ts';
import { stateName } from '../step/snapshot-key.ts';
import type { AnySystem } from '../system/define-system.ts';
import type { SystemInstance } from '../system/instance.ts';
import { instantiate } from '../system/instance.ts';

/** A state of a small system, as a test reads it. */
export interface Reached {
  /** The state of each actor, with its pending timers: `loading (after 2 in 3)`. */
  readonly at: Readonly<Record<string, string>>;
  readonly context: Readonly<Record<string, unknown>>;
  /** Messages under way, `a -> b: M, N`. */
  readonly under: readonly string[];
  /** Steps to other states or itself, by what they are: the number of the state after. */
  readonly steps: Readonly<Record<string, number>>;
}

/**
 * All states of a small system in order of discovery, by plain stepping, after the integer engine was seen to find the
 * same states and steps. What fails or is stopped by a full channel is left out of both.
 *
 * @param part whether to end after `limit` states, of a space that has no end
 */
export function reachableGraph(system: AnySystem, limit = 2000, part = false): Reached[] {
  const instance = instantiate(system, { design: 'only' });
  const plain = byPlainSpace(instance, limit, part);
  const engine = byEngine(instance, limit, part);
  deepStrictEqual(
    engine,
    plain.map(({ steps }) => steps),
    'the engine finds other steps than plain stepping',
  );
  return plain;
}

/** What a step is, in a few words. */
export function label({ kind, actor, from, event, at, choices }: StepChoice): string {
  const { type = '', ...payload } = event ?? {};
  const what = `${type}${Object.keys(payload).length === 0 ? '' : ` ${JSON.stringify(payload)}`}`;
  const who = from === null ? actor : `${from} -> ${actor}`;
  const place = at === undefined || at === 0 ? '' : ` #${at}`;
  const choice = choices.length === 0 ? '' : ` [${choices.join()}]`;
  if (kind === 'stimulus') return `${who} ${what}${choice}`;
  return kind === 'tick' ? 'tick' : `${kind} ${who} ${type === kind ? '' : what}${place}${choice}`.trimEnd();
}

function byPlainSpace(instance: SystemInstance, limit: number, part: boolean): Reached[] {
  const space = new PlainSpace(instance);
  const numbers = new Map<string, number>();
  const states: PlainState[] = [];
  const number = (state: PlainState): number => {
    const key = space.key(state);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, states.length);
    return states.push(state) - 1;
  };
  for (const { ended, after } of space.startAll()) if (ended === 'ok') number(after);
  const result: Reached[] = [];
  for (const state of states) {
    if (part && result.length === limit) break;
    if (!part && states.length > limit) throw new RangeError(`more than ${limit} states`);
    const steps: Record<string, number> = {};
    for (const offer of space.offers(state)) {
      for (const { ended, after, choice, step } of space.takeAll(state, offer)) {
        const to = ended === 'ok' ? number(after) : -1;
        const idle = (offer.kind === 'stimulus' && !step.handled && to === result.length) || ended !== 'ok';
        if (!idle) steps[label(choice)] = to;
      }
    }
    result.push({ ...pictureOf(instance, state), steps });
  }
  return result;
}

function pictureOf(instance: SystemInstance, state: PlainState): Omit<Reached, 'steps'> {
  const entries = instance.actors.map(({ id }, place) => {
    const timers = state.timers[place]!.map((timer) => {
      const name = (timer.id === '' ? timer.event.type : timer.id).replace(/^xstate\.(after\.\d+).*/, '$1');
      return `${name} in ${timer.left}${timer.last || timer.id === '' ? '' : ', superseded'}`;
    });
    const name = stateName(state.snapshots[place]!);
    return [id, `${name}${timers.length === 0 ? '' : ` (${timers.join('; ')})`}`] as const;
  });
  const context = instance.actors.map(({ id }, place) => [id, state.snapshots[place]!.context] as const);
  const under = [...state.channels].map(
    ([pair, messages]) => `${pair}: ${messages.map((m) => m.type).join(', ')}`,
  );
  return { at: Object.fromEntries(entries), context: Object.fromEntries(context), under };
}

function byEngine(instance: SystemInstance, limit: number, part: boolean): Record<string, number>[] {
  const space = new IntegerSpace(instance, { fired: () => undefined });
  const numbers = new Map<string, number>();
  const states: Int32Array[] = [];
  const number = (vector: Int32Array): number => {
    // Channels that appear later are empty in the states before.
    const key = vector.join().replace(/(,0)+$/, '');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, states.length);
    return states.push(vector.slice()) - 1;
  };
  for (const { vector, ended } of space.initial()) if (ended === 0) number(vector);
  const result: Record<string, number>[] = [];
  for (const state of states) {
    if (part && result.length === limit) break;
    if (!part && states.length > limit) throw new RangeError(`more than ${limit} states`);
    const steps: Record<string, number> = {};
    space.before.set(state);
    space.begin();
    for (let found = space.next(); found !== Found.end; found = space.next()) {
      if (found === Found.failed) throw space.error!;
      if (found === Found.step || found === Found.selfLoop)
        steps[label(space.choice())] = number(space.after);
    }
    result.push(steps);
  }
  return result;
}
