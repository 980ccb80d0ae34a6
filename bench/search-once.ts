import type { CheckOptions } from 'premortem';
import { messageOf } from '../checker/system/errors.ts';
import { modelCalled } from './models.ts';
import type { Sizes } from './models.ts';
import { search } from './search.ts';

// One search in a process of its own: `node search-once.js <model> <sizes as JSON> [options as JSON]` prints a Measurement.
const [name, sizes, options] = process.argv.slice(2);
try {
  console.log(
    JSON.stringify(
      await search(
        modelCalled(name!),
        JSON.parse(sizes!) as Sizes,
        JSON.parse(options ?? '{"workers":1}') as CheckOptions,
      ),
    ),
  );
} catch (thrown) {
  console.error(messageOf(thrown));
  process.exitCode = 1;
}
