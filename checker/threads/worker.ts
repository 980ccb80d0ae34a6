import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { CrewMember } from '../search/crew-member.ts';
import { Control } from '../search/crew.ts';
import type { Message } from '../search/crew.ts';
import { awaitChange } from './wait.ts';

/** What a thread is started with: its number, how many there are with the main thread, and the control words. */
export interface WorkerData {
  readonly thread: number;
  readonly threads: number;
  readonly control: Int32Array;
}

const { thread, threads, control } = workerData as WorkerData;
const member = new CrewMember(thread, threads, control);
let heard = 0;
for (let turn = 0; ;) {
  turn = awaitChange(control, Control.turn, turn);
  for (const posted = Atomics.load(control, Control.messages); heard !== posted; heard = (heard + 1) | 0)
    member.hear((receiveMessageOnPort(parentPort!) as { message: Message }).message);
  member.work(Atomics.load(control, Control.job));
  Atomics.add(control, Control.done, 1);
  Atomics.notify(control, Control.done);
}
