import type { IntegerSpace } from '../step/integer-space.ts';
import { Memo, UNKNOWN } from './memo.ts';
import type { AnyPropertyScope, Property, StatePredicate } from './property.ts';
import { truth } from './truth.ts';
import { View } from './view.ts';

/** One question that a property asks of states; user code is called once for each distinct observation. */
export class StateQuestion {
  private readonly predicate: StatePredicate;
  private readonly view: View;
  private readonly scope: AnyPropertyScope;
  private readonly memo: Memo;

  /** @throws ModelError when the property observes an actor that the system does not have */
  constructor(property: Property, predicate: StatePredicate, space: IntegerSpace) {
    this.predicate = predicate;
    this.view = new View(property, space);
    this.scope = { parameters: space.instance.parameters, design: space.instance.design };
    this.memo = new Memo(this.view.places.length);
  }

  /**
   * The answer for a state given as a vector: 1 or 0.
   *
   * @throws Error when user code throws, answers neither true nor false, or is not a function of the state
   */
  ask(vector: Int32Array): number {
    const { places } = this.view;
    if (places.length !== 1) for (let i = 0; i < places.length; i++) this.memo.probe[i] = vector[places[i]!]!;
    const at = this.memo.place(places.length === 1 ? vector[places[0]!]! : 0);
    let answer = this.memo.get(at);
    if (answer === UNKNOWN) {
      answer = this.call(vector) ? 1 : 0;
      this.memo.set(at, answer);
    }
    return answer;
  }

  private call(vector: Int32Array): boolean {
    const state = this.view.observe(vector);
    const twins = this.view.twins(vector).map(
      ([twin]) =>
        () =>
          this.predicate(twin!, this.scope),
    );
    const answer = this.view.answer(() => truth(() => this.predicate(state, this.scope), twins), vector);
    this.view.checkUnchanged(vector);
    return answer;
  }
}
