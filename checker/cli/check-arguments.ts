import { UsageError } from '../system/errors.ts';

/** What `premortem check` was given. */
export interface CheckFlags {
  readonly design?: readonly string[];
  readonly scope?: string;
  readonly set?: readonly string[];
  readonly property?: readonly string[];
  readonly maxStates?: number;
  readonly maxSeconds?: number;
  /** In bytes. */
  readonly maxMemory?: number;
  /** Threads of a large search. */
  readonly workers?: number;
  /** Search one state of each orbit of interchangeable actors. */
  readonly symmetry?: boolean;
  readonly partialOrder?: boolean;
  readonly json?: boolean;
  /** False with `--no-reports`. */
  readonly reports: boolean;
  readonly update?: boolean;
  readonly debug?: boolean;
}

/** Tells suites from further settings after `--set a=1 b=2`. */
export function sortOut(
  args: readonly string[],
  settings: readonly string[],
): { set: string[]; suites: string[] } {
  const isSetting = (arg: string): boolean => settings.length > 0 && /^[^/\\]+=/.test(arg);
  // A comma separates settings where a name and `=` follow it.
  const set = [...settings, ...args.filter(isSetting)].flatMap((text) => text.split(/,(?=[\w.+-]+=)/));
  return { set, suites: args.filter((arg) => !isSetting(arg)) };
}

/** @throws UsageError where `--update` would commit less than a whole run */
export function refuseUpdate(flags: CheckFlags): void {
  const narrowing: [option: string, given: boolean][] = [
    ['--design', flags.design !== undefined],
    ['--property', flags.property !== undefined],
    ['--set', (flags.set ?? []).length > 0],
    [`--scope ${flags.scope}`, flags.scope !== undefined && flags.scope !== 'default'],
    ['--symmetry', flags.symmetry === true],
    ['--max-states', flags.maxStates !== undefined],
    ['--max-seconds', flags.maxSeconds !== undefined],
    ['--max-memory', flags.maxMemory !== undefined],
    ['--no-reports', !flags.reports],
  ];
  if (flags.partialOrder === true)
    throw new UsageError(
      '--update writes what full searches come to, with their numbers of states and their coverage, so it does not go with --partial-order.',
    );
  const odd = narrowing.find(([, given]) => given);
  if (odd === undefined) return;
  throw new UsageError(
    odd[0] === '--symmetry'
      ? '--update writes what full searches come to, so it does not go with --symmetry.'
      : `--update writes what whole suites come to at their default scope, so it does not go with ${odd[0]}.`,
  );
}
