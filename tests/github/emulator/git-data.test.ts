import { expect, test } from 'vitest';

import { openWorld } from './open-world.ts';

const hello = { owner: 'octo-dev', repo: 'hello-world' };

test('a commit by blobs, tree, commit and reference moves the branch and touches no other file', async () => {
  const { control, signIn } = openWorld('git_data');
  const github = await signIn();
  const at = '/repos/{owner}/{repo}/git';
  const { data: head } = await github.request(`GET ${at}/ref/{ref}`, {
    ...hello,
    ref: 'heads/main',
  });
  const { data: before } = await github.request(`GET ${at}/commits/{commit_sha}`, {
    ...hello,
    commit_sha: head.object.sha,
  });
  const bytes = Buffer.from([0, 255, 10, 13]).toString('base64');
  const { data: blob } = await github.request(`POST ${at}/blobs`, {
    ...hello,
    content: bytes,
    encoding: 'base64',
  });
  const { data: tree } = await github.request(`POST ${at}/trees`, {
    ...hello,
    base_tree: before.tree.sha,
    tree: [
      { path: 'src/index.ts', mode: '100644', type: 'blob', content: 'export {};\n' },
      { path: 'logo.bin', mode: '100644', type: 'blob', sha: blob.sha },
    ],
  });
  const { data: commit } = await github.request(`POST ${at}/commits`, {
    ...hello,
    message: 'Version 1',
    tree: tree.sha,
    parents: [head.object.sha],
  });
  await github.request(`PATCH ${at}/refs/{ref}`, { ...hello, ref: 'heads/main', sha: commit.sha });
  const { data: all } = await github.request(`GET ${at}/trees/{tree_sha}`, {
    ...hello,
    tree_sha: 'main',
    recursive: '1',
  });
  expect(all.tree.map(({ path }) => path)).toEqual([
    'README.md',
    'logo.bin',
    'src',
    'src/index.ts',
  ]);
  const { data: logo } = await github.request(`GET ${at}/blobs/{file_sha}`, {
    ...hello,
    file_sha: blob.sha,
  });
  expect(logo.content).toBe(bytes);
  // Git's own name of these bytes.
  expect(commit.author).toMatchObject({ name: 'Octavia Dev', email: 'octavia@example.com' });
  expect(await control.mismatches()).toEqual([]);
});
