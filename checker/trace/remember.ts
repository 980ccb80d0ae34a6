import type { AnyMachineSnapshot } from 'xstate';
import type { MonitorState } from '../property/monitor-machine.ts';
import { MonitorMachine, isPending, isViolation } from '../property/monitor-machine.ts';
import type { MemoryKind, Property } from '../property/property.ts';
import { ticksOf } from '../property/within.ts';
import { stateName } from '../step/snapshot-key.ts';
import type { SystemInstance } from '../system/instance.ts';
import { asking } from './asking.ts';
import { jsonText, toJson } from './json-value.ts';
import type { GoesOn, Replayed } from './replay.ts';

type WithMemory = Property & { kind: MemoryKind };

/**
 * Whether a replayed run violates a property with memory: at its very last step, or by how it goes on for ever.
 * What is remembered is worked out from the steps alone, and shares nothing with the search.
 */
export function violatesWithMemory(
  instance: SystemInstance,
  property: WithMemory,
  run: Replayed,
  how: GoesOn,
): boolean {
  if (property.kind === 'within') return how === null && isLate(instance, property, run);
  const states = watchRun(instance, property, run);
  const wrong = states.findIndex(isViolation);
  if (how === null) return wrong === states.length - 1;
  const { loopsTo } = how;
  if (loopsTo !== null && states[loopsTo]?.key !== states.at(-1)!.key) return false;
  return wrong < 0 && states.slice(loopsTo ?? -1).every(isPending);
}

/** What a property remembers at the start and after each step of a run, in words. */
export function rememberedWords(instance: SystemInstance, property: WithMemory, run: Replayed): string[] {
  if (property.kind === 'monitor') return watchRun(instance, property, run).map(inWords);
  const most = ticksOf(instance, property);
  return waits(instance, property, run).map((ticks) =>
    ticks === null ? 'nothing is awaited' : `${ticks} of ${most} ${most === 1 ? 'tick' : 'ticks'}`,
  );
}

/** The monitor at the end of a run. */
export function monitorAtEnd(
  instance: SystemInstance,
  property: Property,
  run: Replayed,
): AnyMachineSnapshot {
  return watchRun(instance, property, run).at(-1)!.snapshot as unknown as AnyMachineSnapshot;
}

/** The monitor at the start and after each step; it stays where it violates. */
function watchRun(instance: SystemInstance, property: Property, run: Replayed): MonitorState[] {
  const machine = new MonitorMachine(property, instance);
  const states = [machine.start()];
  for (const { step } of run.steps) states.push(machine.afterAll(states.at(-1)!, machine.eventsOf(step)));
  return states;
}

function inWords({ snapshot }: MonitorState): string {
  const context = jsonText(toJson(snapshot.context));
  return context === '{}' ? stateName(snapshot) : `${stateName(snapshot)} ${context}`;
}

/** By definition: nothing has come before the last step, and that is the tick that is one too many. */
function isLate(instance: SystemInstance, property: Property, run: Replayed): boolean {
  const before = waits(instance, property, run).at(-2) ?? null;
  return isTick(run.steps.at(-1)) && before !== null && before + 1 > ticksOf(instance, property);
}

/** At the start and after each step, the ticks since the first state since when something is awaited; null: none. */
function waits(instance: SystemInstance, property: Property, run: Replayed): (number | null)[] {
  const ask = asking(instance, property, run);
  const when = ask(property.state!);
  const goal = ask(property.goal!);
  return run.states.map((_, now) => {
    const came = goal.lastIndexOf(true, now);
    const since = when.indexOf(true, came + 1);
    return since < 0 || since > now ? null : run.steps.slice(since, now).filter(isTick).length;
  });
}

function isTick(step: Replayed['steps'][number] | undefined): boolean {
  return step?.choice.kind === 'tick';
}
