import { expect, test } from 'vitest';

import { makeArtifact } from '#app/blueprint/generate/artifact.ts';
import { toZip } from '#app/blueprint/generate/zip.ts';

import { libraryBlueprint } from './library-blueprint.ts';

test('the Worker makes artifacts and archives without eval and without files', async () => {
  const artifact = await makeArtifact(libraryBlueprint);
  if (!artifact.ok) throw new Error(artifact.message);
  const { files, modules, served, hash } = artifact.value;
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(files.map((file) => file.path)).toContain('src/runtime/tools.ts');
  expect(modules['src/tools/book-age.action.ts']).not.toContain('JsonObject');
  expect(Object.keys(modules)).toEqual(
    expect.arrayContaining(['src/server.ts', 'src/definitions.ts', 'src/tools/get-book.ts']),
  );
  expect(served.tools.map((tool) => tool.name)).not.toContain('closedShelf');
  const [first, second] = toZip('library', files);
  expect([first, second]).toEqual([0x50, 0x4b]);
});
