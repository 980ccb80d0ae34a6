import { ModelError, messageOf } from '../system/errors.ts';
import { EMPTY } from './actor-table.ts';
import type { TableListener } from './actor-table.ts';
import type { IntegerSpace } from './integer-space.ts';
import type { PermutationGroup } from './renaming.ts';
import type { LocalRenamings } from './local-renamings.ts';
import type { Output } from './output.ts';
import { isLifecycle } from './output.ts';
import { firstDifference } from './purity.ts';
import { stateName } from './snapshot-key.ts';

/**
 * Checks that no statechart tells interchangeable actors apart: what a cell gives with two neighbours of a class exchanged
 * must be what it gives, with the two exchanged. This is asked of every cell that is filled, those included that are
 * filled to be compared; so it is known of every permutation of each cell that a search rests on, since exchanges of
 * neighbours make all of them. The same goes for the stimuli of each local state.
 */
export class SymmetryCheck implements TableListener {
  /** The first difference. */
  refusal: ModelError | null = null;
  private readonly waiting: (readonly [place: number, local: number, event: number])[] = [];
  private busy = false;

  constructor(
    private readonly space: IntegerSpace,
    private readonly group: PermutationGroup,
    private readonly renamings: LocalRenamings,
  ) {
    for (const actor of space.actors) actor.listener = this;
  }

  filled(place: number, local: number, event: number): void {
    this.compareLater(place, local, event);
  }

  stimuliLoaded(place: number, local: number): void {
    this.compareLater(place, local, EMPTY);
  }

  /** One after the other: what is filled to be compared is compared itself. */
  private compareLater(place: number, local: number, event: number): void {
    if (this.refusal !== null) return;
    this.waiting.push([place, local, event]);
    if (this.busy) return;
    this.busy = true;
    try {
      for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) {
        for (const exchange of this.group.exchanges) {
          const difference = this.difference(exchange.number, ...next);
          if (difference === null) continue;
          this.waiting.length = 0;
          this.refuse(difference, exchange.ids, ...next);
          return;
        }
      }
    } finally {
      this.busy = false;
    }
  }

  /** In what a cell, or the stimuli of a state, differ from those with the actors permuted; null where in nothing. */
  private difference(number: number, place: number, local: number, event: number): string | null {
    const to = this.group.all[number]![place]!;
    const same = this.renamings.local(number, place, local);
    if (event === EMPTY) return this.stimuliDiffer(number, place, local, to, same);
    const other = this.renamings.event(number, event);
    if (to === place && same === local && other === event)
      return this.outcomesDiffer(number, place, local, event, local, event);
    return this.outcomesDiffer(number, place, local, event, same, other);
  }

  private outcomesDiffer(
    number: number,
    place: number,
    local: number,
    event: number,
    otherLocal: number,
    otherEvent: number,
  ): string | null {
    const { actors } = this.space;
    const from = actors[place]!;
    const to = actors[this.group.all[number]![place]!]!;
    let other: number;
    try {
      other = to.cell(otherLocal, otherEvent);
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown;
      return `the one goes on, and the other fails (${messageOf(thrown)})`;
    }
    const cell = from.cell(local, event);
    const next = this.renamings.local(number, place, from.next.data[cell]!);
    if (next !== to.next.data[other])
      return `${this.afterwards(number, place, from.next.data[cell]!, to.next.data[other]!)}`;
    if (from.flags.data[cell] !== to.flags.data[other]) return 'the one handles it, and the other does not';
    const lists = this.lists(from.outputs.data[cell]!).map((list) => this.renamings.outputs(number, list));
    const others = this.lists(to.outputs.data[other]!);
    const differs = lists.length !== others.length || lists.some((list, i) => list !== others[i]);
    if (!differs) return null;
    const { outputs } = this.space;
    const at = Math.max(
      0,
      lists.findIndex((list, i) => list !== others[i]),
    );
    const text = (list: number | undefined): string =>
      list === undefined
        ? 'nothing'
        : outputs
            .list(list)
            .map((output) => this.words(output))
            .join(', ') || 'nothing';
    return `what it puts out should be, with the two exchanged: ${text(lists[at])}; and is: ${text(others[at])}`;
  }

  private stimuliDiffer(
    number: number,
    place: number,
    local: number,
    to: number,
    same: number,
  ): string | null {
    const { actors } = this.space;
    const from = this.stimuliOf(place, local);
    const other = actors[to]!;
    if (other.stimulusStart.data[same] === EMPTY) other.loadStimuli(same);
    const others = this.stimuliOf(to, same);
    if (from === null || others === null)
      return from === others
        ? null
        : 'the stimuli function of the one throws, and that of the other does not';
    const renamed = new Set(from.map((event) => this.renamings.event(number, event)));
    const missing = [...renamed].find((event) => !others.includes(event));
    const odd = others.find((event) => !renamed.has(event));
    if (missing === undefined && odd === undefined) return null;
    return missing === undefined
      ? `only the other has the stimulus ${this.eventWords(odd!)}`
      : `the other lacks the stimulus ${this.eventWords(missing)}`;
  }

  private stimuliOf(place: number, local: number): number[] | null {
    const actor = this.space.actors[place]!;
    if (actor.stimuliErrors.has(local)) return null;
    const { stimulusEvents, stimulusStart, stimulusEnd } = actor;
    return Array.from(stimulusEvents.data.subarray(stimulusStart.data[local], stimulusEnd.data[local]));
  }

  private lists(code: number): number[] {
    return code >= 0 ? [code] : this.space.choiceTable.lists(~code);
  }

  private afterwards(number: number, place: number, next: number, other: number): string {
    const { space } = this;
    const to = this.group.all[number]![place]!;
    const renamed = space.snapshot(to, this.renamings.local(number, place, next));
    const found = space.snapshot(to, other);
    const [should, is] = [stateName(renamed), stateName(found)];
    if (should !== is) return `the one comes to ${should}, and the other to ${is}`;
    return contextWords(renamed.context, found.context);
  }

  private words(output: Output): string {
    const to = 'to' in output ? ` to ${this.space.instance.actors[output.to]!.id}` : '';
    const event = 'event' in output ? ` ${this.eventWords(this.space.events.intern(output.event))}` : '';
    return `${output.kind}${event}${to}`;
  }

  private eventWords(event: number): string {
    return this.space.events.text(event);
  }

  private refuse(
    difference: string,
    ids: readonly [string, string],
    place: number,
    local: number,
    event: number,
  ): void {
    const { space } = this;
    const { id, machine } = space.instance.actors[place]!;
    const object = event === EMPTY ? null : space.events.event(event);
    const what = object === null ? 'its stimuli' : isLifecycle(object.type) ? 'it' : 'this event';
    this.refusal = new ModelError(
      `${ids[0]} and ${ids[1]} are declared interchangeable, and ${what} tell${what === 'its stimuli' ? '' : 's'} them apart: ${difference}. Keep references to actors instead of their ids, and no order among them; or check without --symmetry.`,
      {
        actor: id,
        ...(machine === id ? {} : { machine }),
        state: stateName(space.snapshot(place, local)),
        ...(object === null ? {} : { event: object.type }),
      },
    );
  }
}

function contextWords(should: unknown, is: unknown): string {
  const difference = firstDifference(should, is, 'context');
  return difference === null
    ? 'what comes after is another local state'
    : `${difference.path} should be, with the two exchanged, ${difference.a}, and is ${difference.b}`;
}
