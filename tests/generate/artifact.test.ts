import { expect, test } from 'vitest';

import { makeArtifact } from '#app/blueprint/generate/artifact.ts';
import { generate } from '#app/blueprint/generate/generate.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';
import { buildRequest } from '#app/runtime/request/build-request.ts';

import { evaluateModules } from './evaluate-modules.ts';
import { libraryBlueprint } from './library-blueprint.ts';

test('the sample blueprint is valid', () => {
  expect(parseBlueprint(libraryBlueprint)).toMatchObject({ ok: true });
});

test('the same blueprint gives the same bytes and the same hash', async () => {
  const copy = structuredClone(libraryBlueprint);
  expect(generate(copy)).toEqual(generate(libraryBlueprint));
  const [first, second] = [await makeArtifact(libraryBlueprint), await makeArtifact(copy)];
  expect(first).toEqual(second);
  expect(first).toMatchObject({
    ok: true,
    value: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
});

test('files are sorted by path, in code unit order', () => {
  const paths = generate(libraryBlueprint).map((file) => file.path);
  expect(paths).toEqual(paths.toSorted((a, b) => (a < b ? -1 : 1)));
});

test('a disabled tool is only in blueprint.json', async () => {
  const artifact = await makeArtifact(libraryBlueprint);
  if (!artifact.ok) throw new Error(artifact.message);
  const { files, modules, served } = artifact.value;
  const holders = files.filter(({ text }) => text.includes('closedShelf'));
  expect(holders.map((file) => file.path)).toEqual(['blueprint.json']);
  expect(JSON.stringify([modules, served])).not.toContain('closedShelf');
});

test('a syntax error of a code action is reported with file, line and column', async () => {
  const blueprint = structuredClone(libraryBlueprint);
  blueprint.tools.push({
    name: 'Broken',
    enabled: true,
    inputSchema: { type: 'object' },
    action: { kind: 'code', source: 'export default function run() {\n  return 1 +* 2;\n}\n' },
  });
  expect(await makeArtifact(blueprint)).toEqual({
    ok: false,
    reason: 'syntax',
    file: 'src/tools/broken.action.ts',
    line: 2,
    column: 13,
    message: 'Unexpected token',
  });
});

test('the generated server sends constants, under the names of the API', async () => {
  const artifact = await makeArtifact(libraryBlueprint);
  if (!artifact.ok) throw new Error(artifact.message);
  const { modules } = artifact.value;
  const server = await evaluateModules(modules);
  const action = server.tools.find(({ name }) => name === 'delete')?.action;
  if (action?.kind !== 'http') throw new Error('The tool sends no request.');
  const args = { body: { id: 7, title: 'Dune', sequel: { id: 8, title: 'Messiah' } } };
  const { path, headers, body } = buildRequest(action, args);
  expect(path).toBe('/books/removals?reason=lost%20book');
  expect(headers).toContainEqual(['X-Channel', 'mcp']);
  expect(JSON.parse(String(body))).toEqual({
    id: 7,
    title: 'Dune',
    followed_by: { id: 8, title: 'Messiah' },
    source: { kind: 'model' },
  });
});
