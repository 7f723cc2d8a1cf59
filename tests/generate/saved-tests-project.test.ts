import { symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { generate } from '#app/blueprint/generate/generate.ts';
import type { ProjectFile } from '#app/blueprint/generate/project-file.ts';
import { withSavedTests } from '#app/blueprint/generate/saved-test-files.ts';
import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';

import { libraryBlueprint } from './library-blueprint.ts';
import { ProjectDirectory } from './project-directory.ts';

/** Each step runs npm and the compiler. */
const STEP_MS = 120_000;

/** A test with text that is code where nobody escapes it. */
const HOBBIT: SavedTest = {
  name: 'Finds “The Hobbit” `${0}` */',
  tool: 'getBook',
  upstream: 'any',
  arguments: { id: 7 },
  expect: {
    outcome: 'success',
    status: 200,
    fitsSchema: true,
    checks: [
      { path: '$.title', is: 'equals', value: 'The Hobbit' },
      { path: '$.title', is: 'matches', pattern: '^The \\w+$' },
      { path: '$.isbn', is: 'absent' },
    ],
    maxMs: 20_000,
  },
};
const WRONG: SavedTest = {
  name: 'Refuses a book that is none',
  tool: 'getBook',
  upstream: 'mock',
  arguments: { id: 0 },
  expect: { outcome: 'error', checks: [] },
};
const OTHER: SavedTest = { ...WRONG, name: 'Of the real API', upstream: 'real' };

const fileOf = (files: ProjectFile[], path: string) => files.find((file) => file.path === path);

test(
  'the saved tests of an exported project pass, and fail once their expectation is broken',
  { timeout: 2 * STEP_MS },
  async () => {
    const files = withSavedTests(generate(libraryBlueprint), libraryBlueprint, [
      HOBBIT,
      WRONG,
      OTHER,
    ]);
    const project = await ProjectDirectory.create(files);
    try {
      await symlink(resolve('node_modules'), join(project.path, 'node_modules'));
      await project.run('npm run build');
      const report = await project.run('npm test');
      expect(report).toMatch(/^(# |ℹ )fail 0$/m);
      expect(report).toContain('getBook: Finds “The Hobbit”');
      expect(report).toContain('getBook: Refuses a book that is none');
      expect(report).not.toContain('Of the real API');

      const path = 'tests/saved-tests.ts';
      const broken = fileOf(files, path)?.text.replace("'The Hobbit'", "'Ulysses'") ?? '';
      await writeFile(join(project.path, path), broken);
      await expect(project.run('npm test')).rejects.toThrow(
        '$.title should be "Ulysses", but is "The Hobbit".',
      );
    } finally {
      await project.remove();
    }
  },
);

test('a blueprint with tests gives the same project as an export with them', () => {
  const tests = [HOBBIT, OTHER];
  const exported = withSavedTests(generate(libraryBlueprint), libraryBlueprint, tests);
  expect(generate({ ...libraryBlueprint, tests })).toEqual(exported);
  expect(JSON.parse(fileOf(exported, 'blueprint.json')?.text ?? '')).toMatchObject({ tests });
});

test('an export has the tests of now only, and no trace of them where there are none', () => {
  const before = { ...libraryBlueprint, tests: [HOBBIT] };
  expect(withSavedTests(generate(before), before, [])).toEqual(generate(libraryBlueprint));
  const real = withSavedTests(generate(libraryBlueprint), libraryBlueprint, [OTHER]);
  expect(fileOf(real, 'tests/saved-tests.ts')).toBeUndefined();
});
