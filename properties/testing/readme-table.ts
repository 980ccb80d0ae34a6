import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/**
 * Expects that what stands in a file between `<!-- name -->` and `<!-- /name -->` is this text, as a search
 * has just found it. With UPDATE_TABLES=1 it is written there instead.
 */
export function expectInReadme(file: URL, name: string, text: string): void {
  const readme = readFileSync(file, 'utf8');
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)];
  expect({ start: from >= 0, end: to > from }, `the marks of ${name} in ${file.pathname}`).toEqual({
    start: true,
    end: true,
  });
  if (process.env['UPDATE_TABLES'] === '1') {
    writeFileSync(file, readme.slice(0, from + start.length) + text + readme.slice(to));
    return;
  }
  expect(readme.slice(from + start.length, to)).toBe(text);
}
