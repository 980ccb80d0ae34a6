import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COUNTER } from './testing/models.ts';
import { TempProject } from './testing/temp-project.ts';

/** The counter with its system in a module of its own, as suites of any size are written. */
const [before, after] = COUNTER.split('const properties =') as [string, string];
const IMPORTS = /^import .* from 'premortem';$/m.exec(COUNTER)![0];
const FILES = {
  'models/counter.ts': `${before}\nexport { system };`,
  'properties/counter.suite.ts': `${IMPORTS}\nimport { system } from '../models/counter.ts';\nconst properties =${after}`,
};

describe.each([
  ['says that it is CommonJS', '{ "type": "commonjs" }'],
  ['says nothing of its kind', '{}'],
  ['says that it is ESM', '{ "type": "module" }'],
])('in a package that %s', (_, text) => {
  let project: TempProject;
  beforeAll(() => {
    project = new TempProject({ ...FILES, 'package.json': text });
  });
  afterAll(() => project.remove());

  test('a suite that imports its system from another file loads', async () => {
    const { code, stderr } = await project.run(['check']);
    expect(stderr).not.toMatch(/does not load/);
    expect(code).toBe(0);
  });

  test('what keeps a file from loading is said once, with no place in the code of Node', async () => {
    project.write(
      'properties/counter.suite.ts',
      `import { nothing } from '../models/counter.ts';\nnothing();`,
    );
    const { code, stderr } = await project.run(['check']);
    expect(code).toBe(150);
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/counter\.suite\.ts does not load: /)]);
    expect(stderr).not.toMatch(/at \/modules|node:internal|on its own/);
  });

  test('nor is a missing module blamed on the suite being impure', async () => {
    project.write('properties/counter.suite.ts', `import { it } from 'no-such-package';\nit();`);
    const { code, stderr } = await project.run(['check']);
    expect(code).toBe(150);
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/does not load: .*no-such-package/)]);
    expect(stderr).not.toMatch(/at \/modules|on its own/);
  });
});
