/** The lists of outputs that a fold is carrying out, innermost last: each with its actor and how far it has come. */
export class Frames {
  depth = 0;
  private readonly places: Int32Array;
  private readonly at: Int32Array;
  private readonly end: Int32Array;
  private readonly lives: Int32Array;
  private readonly asides: Uint8Array;

  /** @param most how deep calls may be nested */
  constructor(most: number) {
    this.places = new Int32Array(most);
    this.at = new Int32Array(most);
    this.end = new Int32Array(most);
    this.lives = new Int32Array(most);
    this.asides = new Uint8Array(most);
  }

  /**
   * @param life which of the actors that were started at this place in the step it is
   * @param aside whether its end is not that of what the actor at this place is doing
   */
  push(place: number, start: number, end: number, life: number, aside: boolean): void {
    this.asides[this.depth] = aside ? 1 : 0;
    this.places[this.depth] = place;
    this.lives[this.depth] = life;
    this.at[this.depth] = start;
    this.end[this.depth++] = end;
  }

  /** Ends the innermost list; whether it was an aside. */
  pop(): boolean {
    return this.asides[--this.depth] === 1;
  }

  /** The actor whose outputs are being carried out. */
  get place(): number {
    return this.places[this.depth - 1]!;
  }

  get life(): number {
    return this.lives[this.depth - 1]!;
  }

  /** The next output of the innermost list, or -1 at its end. */
  next(): number {
    const top = this.depth - 1;
    const at = this.at[top]!;
    if (at === this.end[top]) return -1;
    this.at[top] = at + 1;
    return at;
  }
}
