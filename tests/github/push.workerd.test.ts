import { afterEach, expect, test } from 'vitest';

import { problemOf, rename } from '../projects/project-owner.workerd.ts';
import { openGithubSite } from './github-user.workerd.ts';
import { PushedProject } from './pushed-project.workerd.ts';

const site = openGithubSite('push');
const { control } = site;

afterEach(async () => {
  expect(await control.mismatches()).toEqual([]);
});

test('a version becomes one commit, whose author is the user, and no other file is touched', async () => {
  await control.addRepository({
    name: 'one-commit',
    files: { 'docs/notes.md': 'Mine\n', 'logo.bin': { base64: 'AP8KDQ==' } },
  });
  const pushed = await PushedProject.make(await site.connect());
  const link = await pushed.link('one-commit');
  expect(link).toMatchObject({ branch: 'main', pushedVersion: null, state: 'ok' });
  const preview = await pushed.preview(1);
  expect(preview).toMatchObject({ way: 'commit', obstacle: null, edits: [] });
  expect(preview.files).toContainEqual({ path: 'src/server.ts', change: 'add' });
  const push = await pushed.push(1);
  expect(push).toMatchObject({ state: 'pushed', pull: null, branch: 'main' });
  expect((await pushed.read()).link).toMatchObject({ pushedVersion: 1, pushedSha: push.commitSha });
  expect(push.commitUrl).toBe(`https://github.com/octo-dev/one-commit/commit/${push.commitSha}`);
});
