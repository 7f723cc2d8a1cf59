import fc from 'fast-check';
import { transform } from 'sucrase';
import { expect, test } from 'vitest';

import { makeArtifact } from '#app/blueprint/generate/artifact.ts';
import { generate } from '#app/blueprint/generate/generate.ts';
import { templateFiles } from '#app/blueprint/generate/template.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';

import { evaluateModules } from './evaluate-modules.ts';
import { nastyBlueprint } from './nasty-blueprint.ts';

/** Written for each server; every other file is the same in all of them. */
const WRITTEN =
  /^((?:README|CHANGELOG)\.md|\.env\.example|blueprint\.json|package(-lock)?\.json|wrangler\.toml|src\/(server|definitions)\.ts|src\/tools\/.*|tests\/(cases|mocks)\.ts)$/;

const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?! )\p{Zs}|\p{Default_Ignorable_Code_Point}/u;

test('a project with any texts evaluates to the same server', async () => {
  await fc.assert(
    fc.asyncProperty(nastyBlueprint, async (blueprint) => {
      const artifact = await makeArtifact(blueprint);
      if (!artifact.ok) throw new Error(artifact.message);
      const { identity, upstreams, secrets, definitions, resources, prompts } = blueprint;
      const tools = enabledTools(blueprint).map(
        ({ enabled: _e, deprecated: _d, origin: _o, examples: _x, ...tool }) => tool,
      );
      const expected = { identity, upstreams, secrets, definitions, tools, resources, prompts };
      const { files, modules } = artifact.value;
      expect(await evaluateModules(modules)).toMatchObject(expected);
      const sources = files.filter(({ path }) => path in modules);
      const stripped = sources.map(({ path, text }): [string, string] => [
        path,
        transform(text, { transforms: ['typescript'], disableESTransforms: true }).code,
      ]);
      expect(await evaluateModules(Object.fromEntries(stripped))).toEqual(
        await evaluateModules(modules),
      );
    }),
    { numRuns: 60 },
  );
});

test('the other files of a project with any texts parse', () => {
  fc.assert(
    fc.property(nastyBlueprint, (blueprint) => {
      const files = new Map(generate(blueprint).map(({ path, text }) => [path, text]));
      const read = (path: string) => files.get(path) ?? '';
      expect(JSON.parse(read('blueprint.json'))).toEqual(JSON.parse(JSON.stringify(blueprint)));
      const described: { name: string; version: string } = JSON.parse(read('package.json'));
      expect(described.name).toMatch(/^[a-z0-9][a-z0-9-]*$/);
      expect(described.version).toMatch(/^\d+\.\d+\.\d+/);
      expect(JSON.parse(read('package-lock.json'))).toMatchObject({ name: described.name });
      expect(read('wrangler.toml').split('\n')[0]).toBe(`name = "${described.name}"`);
      for (const line of read('.env.example').split('\n')) {
        expect(line).toMatch(/^(#.*|[A-Z][A-Z0-9_]*=|)$/);
      }
      const rows = read('README.md')
        .split('\n')
        .filter((line) => line.startsWith('| [`'));
      expect(rows).toHaveLength(enabledTools(blueprint).length);
      for (const row of rows) expect(row.match(/(?<!\\)(?:\\\\)*\|/g)).toHaveLength(4);
    }),
    { numRuns: 100 },
  );
});

test('with any texts a reader sees every character, and their markup has no effect', () => {
  fc.assert(
    fc.property(nastyBlueprint, (blueprint) => {
      const files = generate(blueprint);
      const written = files.filter(({ path }) => WRITTEN.test(path));
      const others = files.filter(({ path }) => !WRITTEN.test(path));
      for (const { path, text } of others) expect(text).toBe(templateFiles.get(path));
      for (const { text } of written) expect(text.replaceAll('\n', '')).not.toMatch(UNSEEN);
      const markup = written.filter(
        ({ path, text }) => path !== '.env.example' && text.includes('<'),
      );
      expect(markup).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('paths are safe in every file system, with any tool names', () => {
  fc.assert(
    fc.property(nastyBlueprint, (blueprint) => {
      const paths = generate(blueprint).map(({ path }) => path);
      expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
      for (const path of paths) expect(path).toMatch(/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/);
      for (const path of paths)
        expect(path).not.toMatch(/(^|\/)(\.\.?|con|aux|nul|prn)(\/|\.ts|$)/);
    }),
    { numRuns: 100 },
  );
});
