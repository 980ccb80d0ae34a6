import { ModelError } from '../system/errors.ts';

/** What user code reads in the running call that is neither state nor event; null while it reads nothing. */
let used: string | null = null;

function note(name: string): void {
  // What a log() says is no part of the model, and often the time.
  if (used === null && new Error(name).stack?.includes('resolveLog') !== true) used = name;
}

type Method = (...args: unknown[]) => unknown;

/** A global function that gives something else each time, replaced where it is found. */
class Replaced {
  private original: Method | undefined;
  private readonly noting: Method;

  constructor(
    private readonly holder: () => object | undefined,
    private readonly key: string,
    name: string,
  ) {
    const get = (): Method => this.original!;
    this.noting = function (this: unknown, ...args) {
      note(name);
      return Reflect.apply(get(), this, args);
    };
  }

  put(): void {
    const holder = this.holder() as Record<string, Method> | undefined;
    if (holder?.[this.key] === this.noting) return;
    this.original = holder?.[this.key];
    if (this.original !== undefined) holder![this.key] = this.noting;
  }

  restore(): void {
    const holder = this.holder() as Record<string, Method> | undefined;
    if (this.original !== undefined && holder !== undefined) holder[this.key] = this.original;
  }
}

/** The object of a prototype chain that has a property of its own. */
function ownerOf(object: object | undefined, key: string): object | undefined {
  for (let at: object | null | undefined = object; at; at = Object.getPrototypeOf(at) as object | null) {
    if (Object.hasOwn(at, key)) return at;
  }
  return undefined;
}

const everywhere = globalThis as { performance?: object; crypto?: object; process?: object };
const REPLACED = [
  new Replaced(() => Math, 'random', 'Math.random()'),
  new Replaced(() => ownerOf(everywhere.performance, 'now'), 'now', 'performance.now()'),
  new Replaced(() => ownerOf(everywhere.crypto, 'randomUUID'), 'randomUUID', 'crypto.randomUUID()'),
  new Replaced(
    () => ownerOf(everywhere.crypto, 'getRandomValues'),
    'getRandomValues',
    'crypto.getRandomValues()',
  ),
  new Replaced(() => ownerOf(everywhere.process, 'hrtime'), 'hrtime', 'process.hrtime()'),
];

/** A Date that notes when it is asked for the time. The real one is left alone: test runners hold on to it. */
function notingDate(real: DateConstructor): DateConstructor {
  const now = (): number => {
    note('Date.now()');
    return real.now();
  };
  return new Proxy(real, {
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
    construct: (target, args, self) => {
      if (args.length === 0) note('new Date()');
      return Reflect.construct(target, args, self === dates?.noting ? target : self) as object;
    },
    apply: () => {
      note('Date()');
      return real();
    },
  });
}

let dates: { readonly real: DateConstructor; readonly noting: DateConstructor } | null = null;
let watching = false;

/**
 * Calls user code, which may not read a clock or draw a random number: the result is kept for every later
 * call, and no second call need show the difference.
 *
 * @throws ModelError that names the function used, or what `call` throws
 */
export function watched<T>(call: () => T): T {
  if (watching) return call();
  watching = true;
  const real = globalThis.Date;
  if (dates?.real !== real) dates = { real, noting: notingDate(real) };
  used = null;
  let result: T;
  try {
    globalThis.Date = dates.noting;
    for (const replaced of REPLACED) replaced.put();
    result = call();
  } finally {
    for (const replaced of REPLACED) replaced.restore();
    globalThis.Date = real;
    watching = false;
  }
  if (used !== null) throw new ModelError(IMPURE(used), {});
  return result;
}

const IMPURE = (name: string): string =>
  `user code called ${name}, so it is impure: what it gives must depend on nothing but what it is given. Let a stimulus choose, or carry the value in an event.`;
