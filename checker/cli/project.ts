import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { BuildError } from '../system/errors.ts';
import { checkShape } from '../system/shape.ts';
import { causeOf } from './cause.ts';
import { importFile } from './user-code.ts';

/** Where the command works. */
export interface Project {
  /** The folder that paths are relative to, and that holds `counterexamples/` and `reports/`. */
  readonly root: string;
  /** The globs that suites are found by, relative to the root. */
  readonly globs: readonly string[];
  /** The configuration file, absolute; null where there is none. */
  readonly config: string | null;
}

const CONFIG_NAMES = ['ts', 'mts', 'js', 'mjs'].map((extension) => `premortem.config.${extension}`);
const CONFIG = v.strictObject(
  {
    suites: v.pipe(
      v.array(v.string(), 'a list of globs'),
      v.minLength(1, "the globs of your suites, such as 'properties/**/*.suite.ts'"),
    ),
  },
  "an object such as { suites: ['properties/**/*.suite.ts'] }",
);
const DEFAULT_GLOBS = ['properties/**/*.suite.ts'];

/**
 * Finds the project of a folder: the nearest folder upwards with a `premortem.config.ts` (`.mts`, `.js`,
 * `.mjs`), else the nearest with a `package.json`, else the folder itself.
 *
 * @throws BuildError when the configuration does not load or is malformed
 */
export async function findProject(folder: string): Promise<Project> {
  const folders = upwards(folder);
  for (const root of folders) {
    const config = CONFIG_NAMES.map((name) => join(root, name)).find((file) => existsSync(file));
    if (config !== undefined) return { root, globs: await globsOf(config), config };
  }
  const root = folders.find((above) => existsSync(join(above, 'package.json'))) ?? folder;
  return { root, globs: DEFAULT_GLOBS, config: null };
}

function upwards(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}

async function globsOf(config: string): Promise<readonly string[]> {
  let loaded: { default?: unknown };
  try {
    loaded = await importFile(config);
  } catch (thrown) {
    throw new BuildError(`${config} does not load: ${causeOf(thrown)}`, { cause: thrown });
  }
  checkShape(CONFIG, loaded.default, `${config}: its default export`);
  return (loaded.default as { suites: readonly string[] }).suites;
}
