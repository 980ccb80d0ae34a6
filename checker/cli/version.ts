import { readFileSync } from 'node:fs';

/** The version of this package. */
export function version(): string {
  // Two folders up, both in checker/cli/ and in dist/cli/.
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
