export { actor, replicas } from './system/actor.ts';
export type { ActorDefinition, ActorOptions, ReplicaDefinition, Stimuli, Stimulus } from './system/actor.ts';
export { defineSystem } from './system/define-system.ts';
export type {
  ActorId,
  ActorName,
  AnySystem,
  DesignName,
  Effect,
  EffectSend,
  ParameterValues,
  ScopeName,
  System,
} from './system/define-system.ts';
export type { ChannelOptions, Delivery, Order, WhenFull } from './system/delivery.ts';
export type { ChildOptions, Outcome } from './system/children.ts';
export type { Budget, Faults, Mail } from './system/faults.ts';
export type { Time } from './system/time.ts';
export { notBuildable } from './system/errors.ts';
export { instantiate } from './system/instance.ts';
export type { InstanceChoice, SystemInstance } from './system/instance.ts';
export { integer, oneOf } from './system/parameters.ts';
export { deadlockFree, invariant, reachable, stepProperty } from './property/property.ts';
export type { Property, Observed } from './property/property.ts';
export {
  alwaysEventually,
  alwaysPossible,
  eventually,
  eventuallyAlways,
  leadsTo,
  until,
} from './property/temporal-properties.ts';
export { monitor } from './property/monitor.ts';
export type { MonitorEvent } from './property/monitor-event.ts';
export { within } from './property/within.ts';
export type { Fairness, StepKind, StepPattern, StepSets } from './property/fairness.ts';
export { defineSuite, holds, reached, unreachable, vacuous, violated } from './property/suite.ts';
export type { Expectation, Suite, Waiver } from './property/suite.ts';
export type { Step } from './step/step-table.ts';
export type { Verdict } from './property/verdict.ts';
export { checkSuite } from './check/check-suite.ts';
export type { CheckOptions, Progress } from './check/options.ts';
export type { CheckResult, DesignReport, SearchFigures, SuiteReport } from './check/result.ts';
export type { Counterexample } from './trace/trace.ts';
