import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Control, Own, Place, placeOf, wordsOf } from '../search/crew.ts';
import type { Crew, Message } from '../search/crew.ts';
import { awaitChange } from './wait.ts';
import type { WorkerData } from './worker.ts';

/** Milliseconds without an answer after which a thread is taken for dead. */
const PATIENCE = 600_000;

/** Threads of this process, which end with it. */
export class ThreadCrew implements Crew {
  readonly control: Int32Array;
  /** Whether a thread has not started, or has ended. */
  isBroken = false;
  private readonly workers: Worker[] = [];
  private posted = 0;
  private given = 0;

  /**
   * @param size how many threads beside this one
   * @throws where so many threads cannot be started
   */
  constructor(readonly size: number) {
    this.control = new Int32Array(new SharedArrayBuffer(4 * wordsOf(size)));
    try {
      for (let thread = 0; thread < size; thread++) {
        const worker = start({ thread, threads: size, control: this.control });
        // An error that nobody listens for would end the process.
        worker.on('error', () => (this.isBroken = true));
        worker.unref();
        this.workers.push(worker);
      }
    } catch (thrown) {
      this.end();
      throw thrown;
    }
  }

  /** Whether all threads have started, which takes them a while. */
  get isReady(): boolean {
    return Atomics.load(this.control, Control.ready) === this.size;
  }

  post(message: Message): void {
    for (const worker of this.workers) worker.postMessage(message);
    Atomics.store(this.control, Control.messages, ++this.posted);
  }

  give(successors: number): number {
    const { control, size } = this;
    const place = placeOf(++this.given);
    control[place + Place.successors] = successors;
    control[place + Place.left] = size;
    Atomics.store(control, Control.given, this.given);
    Atomics.notify(control, Control.given);
    return this.given;
  }

  await(round: number): void {
    const { control, size } = this;
    for (let done = Atomics.load(control, Control.done); done < round;) {
      const now = awaitChange(control, Control.done, done, PATIENCE);
      if (now === done) throw new Error('a worker thread of the search does not answer any more');
      done = now;
    }
    for (let thread = 0; thread < size; thread++) {
      const failed = control[wordsOf(thread) + Own.failed]!;
      if (failed === 1) throw new RangeError('a worker thread of the search has no memory left');
      if (failed !== 0)
        throw new Error('a worker thread of the search failed: this is a bug in premortem, please report it');
    }
  }

  /** Ends the threads, whatever they do. */
  end(): void {
    for (const worker of this.workers) void worker.terminate();
  }

  /** Lets go of all that the threads hold. */
  rest(): void {
    // They may be starting still, and hold nothing.
    if (this.given === 0) return;
    this.await(this.given);
    this.post({ kind: 'end' });
    this.await(this.give(0));
  }
}

/** How many threads this machine runs at once. */
export function cores(): number {
  return availableParallelism();
}

/** Crews that have nothing to do, by their size. */
const idle: ThreadCrew[] = [];

/** A crew of so many threads beside this one: one that is idle, or a new one. */
export function borrowCrew(size: number): ThreadCrew {
  const at = idle.findIndex((crew) => crew.size === size);
  return at < 0 ? new ThreadCrew(size) : idle.splice(at, 1)[0]!;
}

/** Takes a crew back that is used no more. One that has failed is not worth keeping. */
export function returnCrew(crew: ThreadCrew): void {
  if (crew.isBroken) return crew.end();
  try {
    crew.rest();
    idle.push(crew);
  } catch {
    crew.end();
  }
}

/** In the repository the worker is TypeScript, which takes a loader; in the package it is not. */
function start(workerData: WorkerData): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const url = new URL(isSource ? './worker.ts' : './worker.js', import.meta.url).href;
  if (!isSource) return new Worker(new URL(url), { workerData, execArgv: [] });
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(url)}); })`;
  return new Worker(code, { workerData, eval: true, execArgv: [] });
}
