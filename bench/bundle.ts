import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/**
 * Compiles what searches once into plain JavaScript, as the package is: so that what is measured is the search, and not the loader that
 * the sources take, which holds some 40 MiB.
 *
 * @returns the script to run
 */
export async function bundleSearch(folder: string): Promise<string> {
  await build({
    entryPoints: [join(HERE, 'search-once.ts'), join(HERE, '../checker/threads/worker.ts')],
    outdir: folder,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    tsconfig: join(HERE, '../tsconfig.json'),
    logLevel: 'silent',
  });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return join(folder, 'search-once.js');
}
