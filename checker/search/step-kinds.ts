import type { StepKind } from '../property/fairness.ts';
import { EMPTY } from '../step/actor-table.ts';
import { IntList } from '../step/int-list.ts';
import type { IntegerSpace } from '../step/integer-space.ts';
import { ANY_CLASS } from './condition-sets.ts';

/**
 * Numbers the kinds of step of a space as they are met: a stimulus by (actor, event), a delivery by (channel,
 * event). A number is the class of its steps in a {@link StepGraph}.
 */
export class StepKinds {
  readonly list: StepKind[] = [];
  private readonly space: IntegerSpace;
  private readonly stimuli: IntList[];
  private readonly deliveries: IntList[] = [];

  constructor(space: IntegerSpace) {
    this.space = space;
    this.stimuli = space.actors.map(() => new IntList());
  }

  /** The kind of the offer that the space stands at. */
  current(): number {
    const { place, source, event } = this.space;
    return event === EMPTY ? ANY_CLASS : this.of(place, source, event);
  }

  /** Numbers every kind of step that the tables of a finished search know. */
  collect(): void {
    const { actors, channels } = this.space;
    actors.forEach(({ stimulusEvents }, place) => {
      for (let i = 0; i < stimulusEvents.length; i++) {
        if (stimulusEvents.data[i] !== EMPTY) this.of(place, EMPTY, stimulusEvents.data[i]!);
      }
    });
    channels.forEach((channel, source) => {
      for (let local = 0; local < channel.size; local++)
        for (const event of channel.content(local)) this.of(channel.receiver, source, event);
    });
  }

  private of(place: number, source: number, event: number): number {
    const row = source === EMPTY ? this.stimuli[place]! : (this.deliveries[source] ??= new IntList());
    if (event >= row.length) row.extend(event + 1 - row.length, EMPTY);
    const known = row.data[event]!;
    return known === EMPTY ? (row.data[event] = this.add(place, source, event)) : known;
  }

  private add(place: number, source: number, event: number): number {
    const { instance, events, channels } = this.space;
    const actor = instance.actors[place]!;
    const channel = source === EMPTY ? null : channels[source]!;
    const sender = channel === null ? null : instance.actors[channel.sender]!;
    const order = channel === null || channel.delivery.order === 'sync' ? null : channel.delivery.order;
    return (
      this.list.push({
        kind: channel === null ? 'stimulus' : 'delivery',
        actor: actor.id,
        name: actor.name,
        environment: actor.environment,
        from: sender?.id ?? null,
        fromName: sender?.name ?? null,
        event: events.event(event),
        order,
      }) - 1
    );
  }
}
