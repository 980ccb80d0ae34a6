import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { CrewMember } from '../search/crew-member.ts';
import { Control, Place, placeOf } from '../search/crew.ts';
import type { Message } from '../search/crew.ts';
import { awaitChange } from './wait.ts';

/** What a thread is started with: its number from 0, how many there are, and the control words. */
export interface WorkerData {
  readonly thread: number;
  readonly threads: number;
  readonly control: Int32Array;
}

const { thread, threads, control } = workerData as WorkerData;
const member = new CrewMember(thread, threads, control);
let heard = 0;
Atomics.add(control, Control.ready, 1);
for (let done = 0; ;) {
  const given = awaitChange(control, Control.given, done);
  while (done < given) {
    for (const posted = Atomics.load(control, Control.messages); heard !== posted; heard = (heard + 1) | 0)
      member.hear((receiveMessageOnPort(parentPort!) as { message: Message }).message);
    done++;
    member.lookUp(done);
    // Rounds come to an end in order, as each thread has looked up those before.
    if (Atomics.sub(control, placeOf(done) + Place.left, 1) !== 1) continue;
    Atomics.store(control, Control.done, done);
    Atomics.notify(control, Control.done);
  }
}
