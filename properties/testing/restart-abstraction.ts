// The numbers of the fleet are an exact abstraction of its servers: a map that counts takes every state of the
// per-server form to one of the counter form, and each has exactly the steps of the other. So every behaviour of
// one is a behaviour of the other, and all verdicts on `down`, `boot` and `serve` carry over.
import { instantiate } from 'premortem';
import type { DesignName } from 'premortem';
import { asActorLogic } from 'premortem/graph';
import type { SystemLogic, SystemSnapshot } from 'premortem/graph';
import { describe, expect, test } from 'vitest';
import { match, P } from 'ts-pattern';
import { kinesisRestartPerServer } from '../../models/kinesis-restart/per-server.ts';
import { kinesisRestart } from '../../models/kinesis-restart/system.ts';

type Design = DesignName<typeof kinesisRestart>;
/** down, boot, serve */
type Numbers = string;
/** The numbers of each state that was reached, with the steps from it: what happens, and the numbers after it. */
type Behaviour = Map<Numbers, Set<string>>;

const EVENTS: Readonly<Record<string, string>> = {
  restartServer: 'Restart',
  mapBuilt: 'MapBuilt',
  completeMap: 'MapBuilt',
  check: 'Eject',
};

/** Walks the whole space; a state whose steps are not those of an earlier one with the same numbers fails. */
function behaviourOf(logic: SystemLogic, numbersOf: (state: SystemSnapshot) => Numbers) {
  const { events, serializeState } = logic.traversal;
  const start = logic.getInitialSnapshot({} as never, undefined);
  const behaviour: Behaviour = new Map();
  const seen = new Set([serializeState(start)]);
  const states = [start];
  for (const state of states) {
    const steps = new Set<string>();
    for (const event of events(state)) {
      const next = logic.transition(state, event, undefined as never);
      steps.add(`${EVENTS[event.choice.event!.type]} to ${numbersOf(next)}`);
      const key = serializeState(next);
      if (!seen.has(key)) states.push(next);
      seen.add(key);
    }
    const numbers = numbersOf(state);
    const before = behaviour.get(numbers) ?? steps;
    expect({ numbers, steps: [...steps].sort() }).toEqual({ numbers, steps: [...before].sort() });
    behaviour.set(numbers, before);
  }
  return { behaviour, states: states.length };
}

const inFleet = ({ states }: SystemSnapshot, system: SystemSnapshot['system']): Numbers => {
  expect(states['fleet']).toBeDefined();
  const { context } = system.snapshots[1] as unknown as { context: Record<string, number> };
  return [context['down'], context['boot'], context['serve']].join();
};

const counted = ({ states }: SystemSnapshot): Numbers => {
  const servers = Object.entries(states).filter(([id]) => id.startsWith('front-end-'));
  const numbers = { down: 0, boot: 0, serve: 0 };
  for (const [, state] of servers) {
    const where = match(state)
      .with(P.string.startsWith('absent'), () => 'down' as const)
      .with(P.string.startsWith('member.buildingMap'), () => 'boot' as const)
      .with(P.string.startsWith('member.mapUpToDate'), () => 'serve' as const)
      .run();
    numbers[where]++;
  }
  return Object.values(numbers).join();
};

const sorted = (behaviour: Behaviour) =>
  Object.fromEntries([...behaviour].map(([numbers, steps]) => [numbers, [...steps].sort()]));

/** Compares the two forms of every design. */
export function describeAbstraction(sizes: readonly { servers: number; bootCost: number }[]): void {
  describe.each(sizes)('$servers servers, cost $bootCost', (set) => {
    test.each(Object.keys(kinesisRestart.designs) as Design[])('%s', (design) => {
      const inNumbers = behaviourOf(asActorLogic(instantiate(kinesisRestart, { design, set })), (state) =>
        inFleet(state, state.system),
      );
      const oneByOne = behaviourOf(
        asActorLogic(instantiate(kinesisRestartPerServer, { design, set })),
        counted,
      );
      expect(sorted(oneByOne.behaviour)).toEqual(sorted(inNumbers.behaviour));
      expect(inNumbers.states).toBe(inNumbers.behaviour.size);
      expect(oneByOne.states).toBeGreaterThanOrEqual(inNumbers.states);
    });
  });
}
