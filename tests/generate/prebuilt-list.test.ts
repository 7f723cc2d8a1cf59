import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { generate } from '#app/blueprint/generate/generate.ts';

import { libraryBlueprint } from './library-blueprint.ts';
import { endProcess, ProjectDirectory } from './project-directory.ts';

/** The library, with as many tools as a list is built for. */
const large: Blueprint = {
  ...libraryBlueprint,
  tools: [...libraryBlueprint.tools, ...Array.from({ length: 120 }, (_, index) => copyOf(index))],
};

function copyOf(index: number): Blueprint['tools'][number] {
  const tool = libraryBlueprint.tools.find(
    ({ enabled, action }) => enabled && action.kind === 'http',
  );
  if (tool === undefined) throw new Error('The library has no tool that sends a request.');
  return { ...tool, name: `copy_${index}` };
}

let project: ProjectDirectory;

beforeAll(async () => {
  project = await ProjectDirectory.create(generate(large));
  await symlink(resolve('node_modules'), join(project.path, 'node_modules'));
});

afterAll(() => project.remove());

/** The list over HTTP, of a process that has just started. */
async function listed(): Promise<{ name: string; title?: string }[]> {
  const server = await project.start('dist/http.js', { PORT: '0' });
  try {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
    const { result } = JSON.parse(await response.text());
    return result.tools;
  } finally {
    await endProcess(server.process);
  }
}

/** Replaces text in one of the project's files. */
async function edit(path: string, from: string, to: string): Promise<void> {
  const file = join(project.path, path);
  const text = await readFile(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${path} does not contain ${from}.`);
  await writeFile(file, text.replaceAll(from, to));
}

test('the build makes the list, and a server whose modules changed since makes its own', async () => {
  await project.run('npm run build');
  const made = await listed();
  const names = large.tools.filter(({ enabled }) => enabled).map(({ name }) => name);
  expect(made.map(({ name }) => name)).toEqual(names);

  // The prebuilt list is what is served: a mark in it is seen.
  const list = 'dist/tool-list.json';
  await edit(list, '"name":"copy_7"', '"name":"marked"');
  expect((await listed()).map(({ name }) => name)).toContain('marked');

  // The compiler alone leaves the list as it was, but not the modules.
  const { path } = generate(large).find(
    ({ path: each, text }) => each.startsWith('src/tools/') && text.includes("name: 'copy_7'"),
  ) ?? { path: '' };
  await edit(path, "title: '", "title: 'By hand: ");
  await project.run('npx tsc --project tsconfig.json');
  const own = await listed();
  expect(own.map(({ name }) => name)).toEqual(names);
  expect(own.find(({ name }) => name === 'copy_7')?.title).toMatch(/^By hand: /);

  await writeFile(join(project.path, list), 'not a list');
  expect(await listed()).toEqual(own);
}, 120_000);
