// Runs the command several times in one process: starting Node and the loader anew for each would take the tests
// minutes. Reads calls, each `{ cwd, args }`, as JSON from the command line; prints what each came to as JSON.
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register({ tsconfig: fileURLToPath(new URL('../../../tsconfig.json', import.meta.url)) });
nodeModule.register('../../../bin/typescript-is-esm.js', import.meta.url);
const { main } = await import('../main.ts');

const write = process.stdout.write.bind(process.stdout);
const finished = [];
for (const { cwd, args } of JSON.parse(process.argv[2])) {
  process.chdir(cwd);
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    process[name].write = (text) => {
      texts[name] += text;
      return true;
    };
  }
  finished.push({ code: await main(args), ...texts });
}
write(JSON.stringify(finished));
