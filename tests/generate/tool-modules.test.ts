import { expect, test } from 'vitest';

import { generate } from '#app/blueprint/generate/generate.ts';
import { placeTools } from '#app/blueprint/generate/tool-modules.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import type { Tool } from '#app/blueprint/tool.ts';

import { readDocument } from '../corpus/corpus.ts';

const CODE = 'export default () => null;\n';

/** A tool of a group, or of code. */
function toolOf(name: string, tag: string | null): Tool {
  return {
    name,
    enabled: true,
    inputSchema: { type: 'object' },
    action:
      tag === null
        ? { kind: 'code', source: CODE }
        : { kind: 'mcp', upstream: 'other', tool: name },
    ...(tag === null ? {} : { origin: { source: 's', pointer: '#', tag } }),
  } as Tool;
}

const named = (tools: Tool[]) =>
  placeTools(tools).map(({ path }) => path.slice('src/tools/'.length));

test('up to a hundred tools have a module each', () => {
  const tools = Array.from({ length: 100 }, (_, index) => toolOf(`get_${index}`, 'Pets'));
  expect(new Set(named(tools)).size).toBe(100);
  expect(named(tools)[0]).toBe('get-0.ts');
});

test('of more, those of a group share modules, and those with code keep theirs', () => {
  const pets = Array.from({ length: 101 }, (_, index) => toolOf(`pet_${index}`, 'Pet store'));
  const others = [toolOf('pet-store', null), toolOf('sell', 'PetStore'), toolOf('café', '///')];
  const files = named([...pets, ...others]);
  expect(new Set(files.slice(0, 100))).toEqual(new Set(['pet-store-2.ts']));
  expect(files.slice(100)).toEqual(['pet-store-3.ts', 'pet-store.ts', 'pet-store-4.ts', 'tool.ts']);
});

test('a project of a thousand tools has about as many files as one of twenty', async () => {
  const filesOf = async (name: string) => {
    const outcome = await importDocument(readDocument(name));
    if (!outcome.ok) throw new Error(outcome.message);
    return generate(outcome.value.blueprint).map(({ path }) => path);
  };
  const few = await filesOf('petstore-3.0.json');
  const many = await filesOf('github.com');
  expect(few).toContain('src/tools/add-pet.ts');
  expect(many).toContain('src/tools/repos.ts');
  expect(many.length).toBeLessThan(few.length + 60);
});
