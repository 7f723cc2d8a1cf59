import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { generate } from '#app/blueprint/generate/generate.ts';

import { callBuilderTool, openWorkspace } from '../builder/tools/open-workspace.ts';
import { SIGNED_AUTH } from '../fakes/signed-upstream.ts';
import { ProjectDirectory } from './project-directory.ts';

/** Each step runs the compiler or the tests of the project. */
const STEP_MS = 120_000;

const NOTE = {
  name: 'post_note',
  description: 'Posts a note. Use it for new notes.',
  request: { method: 'POST', url: 'https://api.example.com/v1/notes' },
  arguments: [{ name: 'note', type: 'string', required: true }],
};

let project: ProjectDirectory;

beforeAll(async () => {
  const workspace = openWorkspace();
  const calls: [string, object][] = [
    ['upsert_tool', NOTE],
    ['set_upstream', { auth: { ...SIGNED_AUTH, algorithm: 'Ed25519' } }],
  ];
  for (const [name, input] of calls) {
    const answer = await callBuilderTool(workspace, name, input);
    if (JSON.stringify(answer['problems']) !== '[]') throw new Error(JSON.stringify(answer));
  }
  project = await ProjectDirectory.create(generate(workspace.blueprint));
  await symlink(resolve('node_modules'), join(project.path, 'node_modules'));
  await project.run('npm run build');
  await project.run('npm run build:tests');
}, STEP_MS);

afterAll(() => project.remove());

test(
  'a project that signs with a private key passes its own tests, over its mock',
  { timeout: STEP_MS },
  async () => {
    expect(await project.run('npm test')).toMatch(/^(# |ℹ )fail 0$/m);
  },
);
