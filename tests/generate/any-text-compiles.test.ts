import fc from 'fast-check';
import { expect, test } from 'vitest';

import { generate } from '#app/blueprint/generate/generate.ts';

import { compileTogether } from './compile-together.ts';
import { nastyBlueprint } from './nasty-blueprint.ts';

const COMPILE_MS = 120_000;

test('a project with any texts passes the strict compiler', { timeout: COMPILE_MS }, async () => {
  const blueprints = fc.sample(nastyBlueprint, 40);
  // What was found once: the compiler reads package.json as well, and has its own idea of JSON.
  for (const { identity } of blueprints.slice(0, 2)) identity.description = 'half a pair: \uD800';
  const projects = blueprints.map(generate);
  expect(await compileTogether(projects)).toEqual([]);
});

test('an unescaped text would be found', { timeout: COMPILE_MS }, async () => {
  const [files = []] = fc.sample(nastyBlueprint, 1).map(generate);
  const broken = files.map(({ path, text }) =>
    path === 'src/server.ts'
      ? { path, text: `${text}\nexport const wrong: number = 'text';\n` }
      : { path, text },
  );
  const errors = await compileTogether([files, broken]);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(/project-1\/src\/server\.ts.*TS2322/);
});
