import { existsSync, readFileSync } from 'node:fs';
import { checkSuite } from 'premortem';
import type { CheckOptions } from 'premortem';
import type { Measurement } from './engines.ts';
import type { BenchModel, Sizes } from './models.ts';
import { sizesText } from './models.ts';

/**
 * Searches a model with premortem in this process.
 *
 * @throws Error when the space was not searched whole, or the property does not hold
 */
export async function search(
  { suite, design, property }: BenchModel,
  sizes: Sizes,
  options: Pick<CheckOptions, 'workers' | 'symmetry' | 'partialOrder'>,
): Promise<Measurement> {
  const started = process.cpuUsage();
  const report = await checkSuite(suite, {
    designs: [design],
    properties: [property],
    set: sizes,
    ...options,
  });
  const { user, system } = process.cpuUsage(started);
  const { checks, search: figures } = report.designs[0]!;
  const { verdict, reason } = checks[0]!;
  if (figures === null || !figures.complete || verdict !== 'holds')
    throw new Error(
      `${suite.name} (${sizesText(sizes)}): ${property} comes out as ${verdict}${reason === null ? '' : `: ${reason}`}`,
    );
  const { states, transitions, seconds, bytesPerState } = figures;
  const cpuSeconds = (user + system) / 1e6;
  return { states, transitions, seconds, cpuSeconds, bytesPerState, peakRssBytes: peakRssBytes() };
}

/** As `c/usage.h` has it: the peak of this process alone. */
function peakRssBytes(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kilobytes = /VmHWM:\s*(\d+)/.exec(status)?.[1];
  return Number(kilobytes ?? process.resourceUsage().maxRSS) * 1024;
}
