import type { AnyEventObject } from 'xstate';
import type { StepChoice } from './found.ts';
import type { LocalStep, LogicStepper } from './local-step.ts';
import { isLifecycle } from './output.ts';
import type { PlainCall } from './plain-state.ts';
import type { Dropped, Sent, Step } from './step-table.ts';

/** What has happened so far in a step on plain objects. */
export class Happened {
  readonly calls: PlainCall[] = [];
  readonly sent: Sent[] = [];
  readonly dropped: Dropped[] = [];
  readonly emitted: { actor: string; event: AnyEventObject }[] = [];

  /** Notes one actor's part; `local` is null where it only lets a timer go. */
  note({
    stepper: { actor, chart },
    local,
    ...call
  }: Pick<PlainCall, 'from' | 'event' | 'depth'> & { stepper: LogicStepper; local: LocalStep | null }): void {
    const descriptions = [...(local?.firings.taken ?? [])].flatMap(
      (index) => chart?.transitions[index]?.description ?? [],
    );
    this.calls.push({ actor: actor.id, handled: local?.firings.handled ?? true, descriptions, ...call });
  }

  /**
   * The step as properties see it.
   *
   * @param sends whether it is a timeout whose event goes to another actor
   */
  step(choice: StepChoice, sends: boolean): Step {
    const first = this.calls[0];
    return {
      kind: choice.kind === 'start' ? 'stimulus' : choice.kind,
      actor: choice.actor,
      from: sends ? choice.actor : choice.from,
      event: choice.event ?? NO_EVENT,
      handled: first?.handled ?? choice.kind !== 'start',
      calls: this.calls
        .slice(1)
        .filter(isMessage)
        .map(({ from, actor, event, handled }) => ({
          from: from ?? '',
          to: actor,
          event: event ?? NO_EVENT,
          handled,
        })),
      sent: this.sent,
      dropped: this.dropped,
      emitted: this.emitted,
    };
  }
}

const NO_EVENT: AnyEventObject = { type: 'start' };

/** Starting and stopping an actor is no call. */
function isMessage({ event }: PlainCall): boolean {
  return event === null || !isLifecycle(event.type);
}
