import type { Progress } from '../check/options.ts';

/** Where progress is written: stderr, or a stand-in for it. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Milliseconds before anything is said, between two redraws of the bar, and between two lines. */
const QUICK = 800;
const REDRAW = 100;
const LINE = 5000;

/** Columns of the bar. */
const BAR = 10;

/**
 * Says on stderr how far a long check is: one line that is redrawn on a terminal, elsewhere a line every few
 * seconds. A quick check says nothing.
 */
export class ProgressLine {
  private readonly stream: ProgressStream;
  private readonly searches: number;
  private readonly now: () => number;
  private readonly started: number;
  private last: number;
  private drawn = false;

  /** @param searches how many designs are to be searched in all; `now` a clock in milliseconds */
  constructor(stream: ProgressStream, searches: number, now: () => number = () => performance.now()) {
    this.stream = stream;
    this.searches = searches;
    this.now = now;
    this.started = now();
    this.last = this.started;
  }

  /** Takes note of how far a search is, and of how many designs were searched before it. */
  update(progress: Progress, done: number): void {
    const now = this.now();
    const pause = this.stream.isTTY === true ? REDRAW : LINE;
    if (now - this.started < QUICK || now - this.last < pause) return;
    this.last = now;
    this.draw(progress, done);
  }

  /** Wipes the bar, so that other text can be written. */
  clear(): void {
    if (this.drawn) this.stream.write('\r\u001B[2K');
    this.drawn = false;
  }

  private draw(progress: Progress, done: number): void {
    const { suite, design, states, frontier, depth, bytes, seconds } = progress;
    const rate = seconds > 0 ? Math.round(states / seconds) : 0;
    const figures = `${count(states)} states, ${count(rate)}/s, depth ${depth}, ${count(frontier)} to expand, ${count(Math.ceil(bytes / 2 ** 20))} MiB, ${Math.floor(seconds)} s`;
    const text = `${suite} / ${design}: ${figures}`;
    if (this.stream.isTTY !== true) {
      this.stream.write(`${text} (${done} of ${this.searches} designs done)\n`);
      return;
    }
    const filled = Math.round((BAR * done) / Math.max(1, this.searches));
    const line = `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${text}`;
    this.stream.write(`\r\u001B[2K${line.slice(0, (this.stream.columns || 80) - 1)}`);
    this.drawn = true;
  }
}

/** A whole number with commas. */
function count(n: number): string {
  return n.toLocaleString('en');
}
