import type { JsonValue } from '../../trace/json-value.ts';
import type {
  Counterexample,
  TraceActor,
  TraceCall,
  TraceChange,
  TraceMessage,
  TraceStep,
} from '../../trace/trace.ts';

/** A step in which nothing happens but what is given. */
export function step(given: Partial<TraceStep> & Pick<TraceStep, 'actor' | 'event'>): TraceStep {
  return {
    kind: given.from === undefined || given.from === null ? 'stimulus' : 'delivery',
    from: null,
    handled: true,
    descriptions: [],
    calls: [],
    sent: [],
    emitted: [],
    dropped: [],
    changes: [],
    ...given,
  };
}

/** The start, with nothing but what is given. */
export function start(given: Partial<TraceStep> = {}): TraceStep {
  return step({ actor: '', event: null, kind: 'start', ...given });
}

export function call(
  depth: number,
  from: string,
  to: string,
  event: JsonValue,
  given: Partial<TraceCall> = {},
): TraceCall {
  return { from, to, event, depth, handled: true, descriptions: [], ...given };
}

export function change(actor: string, path: string, before: JsonValue, after: JsonValue): TraceChange {
  return { actor, path, before, after };
}

export function message(from: string, to: string, event: JsonValue): TraceMessage {
  return { from, to, event };
}

export function actor(
  id: string,
  state: string,
  context: JsonValue,
  given: Partial<TraceActor> = {},
): TraceActor {
  return { id, state, context, description: null, environment: false, ...given };
}

/** A small violated invariant; every part may be replaced. */
export function counterexample(given: Partial<Counterexample> = {}): Counterexample {
  return {
    format: 1,
    system: 'lamp',
    systemRef: null,
    suite: 'lamp',
    design: 'as-built',
    designRef: null,
    designDescription: 'Nothing is changed.',
    scope: 'default',
    set: {},
    parameters: {},
    property: 'stays-dark',
    propertyRef: null,
    kind: 'invariant',
    statement: 'The lamp stays dark.',
    shows: 'violation',
    because: 'the lamp is on',
    actors: [actor('lamp', 'off', { $undefined: true })],
    start: start(),
    steps: [
      step({ actor: 'lamp', event: { type: 'toggle' }, changes: [change('lamp', 'state', 'off', 'on')] }),
    ],
    inFlight: [],
    ...given,
  };
}
