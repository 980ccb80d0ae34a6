#!/usr/bin/env node
// The command. Suites are TypeScript, on Node 20 too, so a loader is registered before anything of theirs is imported.
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

const inRepository = existsSync(new URL('../checker/cli/main.ts', import.meta.url));

// In the repository `import 'premortem'` means checker/index.ts, which only tsconfig `paths` can say. Left alone,
// the loader takes the tsconfig of the working directory and misses ours when called from elsewhere.
if (inRepository) register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) });
else register();
nodeModule.register('./typescript-is-esm.js', import.meta.url);

const folder = inRepository ? '../checker/cli' : '../dist/cli';
const extension = inRepository ? 'ts' : 'js';
const { endProcess } = await import(`${folder}/end-process.${extension}`);
const { main } = await import(`${folder}/main.${extension}`);

await endProcess(await main(process.argv.slice(2)));
