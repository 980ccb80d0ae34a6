/// <reference types="vite/types/importMeta.d.ts" />
// An example teaches by a design that fails beside one that does not; a suite that could only pass would teach nothing.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Suite } from 'premortem';
import { describe, expect, test } from 'vitest';

const suites = Object.entries(import.meta.glob<Suite>('./**/*.suite.ts', { eager: true, import: 'default' }));

test('there are examples', () => {
  expect(suites.length).toBeGreaterThan(5);
});

describe.each(suites)('%s', (path, suite) => {
  const broken = Object.entries(suite.expect['default']!).map(([, expected]) =>
    Object.entries(expected).filter(
      ([name, { verdict }]) => verdict === 'violated' && suite.properties[name]!.kind !== 'reachable',
    ),
  );

  test('one design fails, with the length of its run, and another does not', () => {
    const failing = broken.filter((checks) => checks.length > 0);
    expect(failing.length).toBeGreaterThan(0);
    expect(failing.flat().every(([, { steps }]) => steps !== null)).toBe(true);
    const held = Object.values(suite.expect['default']!).map((expected) =>
      failing.flat().some(([name]) => expected[name]!.verdict === 'holds'),
    );
    expect(held).toContain(true);
  });

  test('its folder says what it teaches', () => {
    expect(existsSync(new URL(`${dirname(path)}/README.md`, import.meta.url))).toBe(true);
  });
});
