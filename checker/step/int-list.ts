/** A growing list of 32-bit integers. `data` is replaced when it grows: read it anew after a push. */
export class IntList {
  data: Int32Array;
  length = 0;
  private shared = false;

  constructor(capacity = 16) {
    this.data = new Int32Array(capacity);
  }

  /** Appends a value and returns its place. */
  push(value: number): number {
    if (this.length === this.data.length) this.grow(this.length + 1);
    this.data[this.length] = value;
    return this.length++;
  }

  /** Sets the value at a place, with zeros up to it where the list is shorter. */
  put(at: number, value: number): void {
    if (at >= this.length) this.extend(at + 1 - this.length, 0);
    this.data[at] = value;
  }

  /** Appends `count` copies of a value and returns the place of the first. */
  extend(count: number, value: number): number {
    const start = this.length;
    if (start + count > this.data.length) this.grow(start + count);
    this.data.fill(value, start, start + count);
    this.length = start + count;
    return start;
  }

  /** Has the values lie where other threads can see them, now and as the list grows. */
  share(): void {
    this.shared = true;
    this.grow(this.data.length);
  }

  private grow(needed: number): void {
    const bytes = 4 * Math.max(needed, this.data.length * 2);
    const larger = new Int32Array(this.shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
    larger.set(this.data);
    this.data = larger;
  }
}
