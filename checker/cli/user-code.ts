import { Console } from 'node:console';
import { pathToFileURL } from 'node:url';
import { BuildError, messageOf } from '../system/errors.ts';

/** Who is told of what user code throws where nothing awaits it; the last one is. */
const listeners: ((thrown: unknown) => void)[] = [];

/** Why files did not load: the loader throws some of it twice, the second time where nothing awaits it. */
const causes = new Set<string>();

function onUncaught(thrown: unknown): void {
  if (!causes.has(messageOf(thrown))) listeners.at(-1)?.(thrown);
}

/**
 * Keeps the code of models from the process it runs in: what it writes to stdout, by whatever way, goes to
 * stderr, as nothing but the answer may stand there; and it cannot end the process. It stays so: what a suite
 * set going may go on after the answer.
 *
 * @param onFailure is given what is thrown where nobody waits for it, in a timer say
 * @returns how to write the answer
 */
export function confineUserCode(onFailure: (thrown: unknown) => void): (text: string) => void {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  globalThis.console = new Console({ stdout: stderr, stderr });
  process.exit = (code?): never => {
    throw new Error(`it called process.exit(${code ?? ''})`);
  };
  if (listeners.length === 0) process.on('uncaughtException', onUncaught);
  listeners.push(onFailure);
  return (text) => void write(text);
}

/** Milliseconds after which it is said which file is still being loaded. */
const SLOW = 10_000;

/**
 * Imports a file of the user's.
 *
 * @throws BuildError when its top-level await never ends; else whatever it throws
 */
export async function importFile(path: string): Promise<Record<string, unknown>> {
  let fail: (thrown: unknown) => void = () => {};
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  // With nothing left to wait for, Node would end without a word.
  const onIdle = (): void => {
    setImmediate(
      fail,
      new BuildError('its top-level await never ends: nothing is left that it could wait for.'),
    );
  };
  const slow = setTimeout(() => process.stderr.write(`still loading ${path} …\n`), SLOW).unref();
  process.once('beforeExit', onIdle);
  listeners.push(fail);
  try {
    return await Promise.race([import(pathToFileURL(path).href) as Promise<Record<string, unknown>>, failed]);
  } catch (thrown) {
    causes.add(messageOf(thrown));
    throw thrown;
  } finally {
    clearTimeout(slow);
    process.off('beforeExit', onIdle);
    listeners.splice(listeners.indexOf(fail), 1);
  }
}
