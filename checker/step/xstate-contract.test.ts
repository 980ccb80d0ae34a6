import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { facts } from '../testing/xstate-facts.ts';

describe('what premortem relies on in XState', () => {
  it.each(Object.entries(facts))('%s', (_, check) => check());

  // Node loads one build, test runners another.
  it.each([false, true])('is the same in either build (development: %s)', (development) => {
    const script = fileURLToPath(new URL('../testing/xstate-facts.ts', import.meta.url));
    const conditions = development ? ['--conditions=development'] : [];
    const output = execFileSync(process.execPath, [...conditions, '--import', 'tsx', script], {
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual({ development, checked: Object.keys(facts).length, broken: [] });
  });
});
