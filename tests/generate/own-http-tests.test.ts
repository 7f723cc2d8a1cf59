import { symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { generate } from '#app/blueprint/generate/generate.ts';

import { libraryBlueprint } from './library-blueprint.ts';
import { ProjectDirectory } from './project-directory.ts';

test('the HTTP tests of a project list and call as clients do, without the SDK', async () => {
  const project = await ProjectDirectory.create(generate(libraryBlueprint));
  try {
    await symlink(resolve('node_modules'), join(project.path, 'node_modules'));
    const none = "export const createFullAnswers = () => { throw new Error('not needed'); };\n";
    await writeFile(join(project.path, 'src/runtime/sdk.ts'), none);
    const report = await project.run('node --test tests/http.test.ts');
    expect(report).toMatch(/^(# |ℹ )fail 0$/m);
    expect(report).toMatch(/calls \w+ at UPSTREAM_BASE_URL/);
  } finally {
    await project.remove();
  }
});
