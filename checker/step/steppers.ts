import type { Logic } from '../system/actor.ts';
import { isStateMachine } from '../system/actor.ts';
import { BuildError } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import type { InstrumentedMachine } from './instrument.ts';
import { instrument } from './instrument.ts';
import { LogicStepper } from './local-step.ts';

/** One stepper per actor; replicas share the instrumented statechart, so that coverage is theirs together. */
export function createSteppers(instance: SystemInstance): LogicStepper[] {
  const charts = new Map<Logic, InstrumentedMachine>();
  const steppers: LogicStepper[] = [];
  instance.actors.forEach((actor, place) => {
    if (!isStateMachine(actor.logic)) {
      if ('start' in actor.logic) {
        throw new BuildError(
          `system "${instance.system}", design "${instance.design}", actor ${actor.id}: promise, callback and observable logic is no actor by itself: let a statechart invoke it, and declare its outcomes in \`children\`.`,
        );
      }
      steppers.push(new LogicStepper(instance, place, null, steppers));
      return;
    }
    const survives = instance.actors.some(
      (other) => other.logic === actor.logic && other.survives?.length !== 0,
    );
    const chart = charts.get(actor.logic) ?? instrument(actor.logic, survives);
    charts.set(actor.logic, chart);
    steppers.push(new LogicStepper(instance, place, chart, steppers));
  });
  return steppers;
}
