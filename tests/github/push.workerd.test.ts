import { env } from 'cloudflare:workers';
import { afterEach, expect, test } from 'vitest';

import { MANIFEST_PATH } from '#app/github/push/manifest.ts';
import { sweepGithub } from '#app/github/sweep-github.server.ts';
import { fromBase64 } from '#app/platform/text/encoding.ts';

import { problemOf, rename } from '../projects/project-owner.workerd.ts';
import { openGithubSite } from './github-user.workerd.ts';
import { PushedProject } from './pushed-project.workerd.ts';

const site = openGithubSite('push');
const { control } = site;

/** The requests that a push writes with. */
const WRITES = {
  commit: [
    'POST /repos/octo-dev/NAME/git/trees',
    'POST /repos/octo-dev/NAME/git/commits',
    'PATCH /repos/octo-dev/NAME/git/refs',
  ],
  pull: [
    'POST /repos/octo-dev/NAME/git/trees',
    'POST /repos/octo-dev/NAME/git/commits',
    'POST /repos/octo-dev/NAME/git/refs',
    'POST /repos/octo-dev/NAME/pulls',
  ],
};
const COLLISION = { 'readme.md': 'Mine\n' };
const describe1 = { edit: 'describeTool', name: 'echo', description: 'Says what it was told.' };

afterEach(async () => {
  await control.clearFaults();
  const mismatches = await control.mismatches();
  if (mismatches.length > 0) throw new Error(mismatches.join('\n'));
});

/** A project that is linked to a new repository with these files. */
async function start(name: string, files?: Parameters<typeof control.addRepository>[0]['files']) {
  await control.addRepository({ name, ...(files ? { files } : {}) });
  const pushed = await PushedProject.make(await site.connect());
  await pushed.link(name);
  return pushed;
}

async function readText(name: string, path: string, ref = 'main'): Promise<string | null> {
  const { files } = await control.files({ name, ref });
  const content = files[path]?.content;
  const bytes = content ? fromBase64(content) : null;
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

async function listPaths(name: string, ref = 'main'): Promise<string[]> {
  return Object.keys((await control.files({ name, ref })).files);
}

test('a version becomes one commit, whose author is the user, and no other file is touched', async () => {
  const name = 'one-commit';
  const logo = { base64: 'AP8KDQ==' };
  const pushed = await start(name, { 'docs/notes.md': 'Mine\n', 'logo.bin': logo });
  const preview = await pushed.preview(1);
  expect(preview).toMatchObject({ way: 'commit', obstacle: null, edits: [] });
  expect(preview.files).toContainEqual({ path: 'src/server.ts', change: 'add' });
  await control.forgetRequests();
  const push = await pushed.push(1);
  expect(push).toMatchObject({ state: 'pushed', pull: null, branch: 'main' });
  expect(push.commitUrl).toBe(`https://github.com/octo-dev/${name}/commit/${push.commitSha}`);
  expect((await pushed.read()).link).toMatchObject({ pushedVersion: 1, pushedSha: push.commitSha });
  const { files, commit } = await control.files({ name });
  expect(commit).toBe(push.commitSha);
  expect(files['logo.bin']?.content).toBe(logo.base64);
  expect(await readText(name, 'docs/notes.md')).toBe('Mine\n');
  const made = (await control.requests()).filter(({ path }) => path.endsWith('/git/commits'));
  expect(made.map(({ body }) => JSON.parse(body))).toMatchObject([
    {
      message: 'Version 1',
      author: { name: 'Octavia Dev', email: expect.stringContaining('octo-dev@users.noreply') },
    },
  ]);
  const manifest = JSON.parse((await readText(name, MANIFEST_PATH)) ?? '');
  expect(manifest).toMatchObject({ project: pushed.id, version: 1 });
  expect(manifest.files['src/server.ts']).toBe(files['src/server.ts']?.sha);
});

test('an empty repository gets the project, and a second push of the version changes nothing', async () => {
  const pushed = await start('begun');
  const push = await pushed.push(1);
  expect(push.state).toBe('pushed');
  expect(await listPaths('begun')).toContain('package.json');
  expect(await pushed.push(1)).toMatchObject({ state: 'pushed', commitSha: null });
  expect((await control.files({ name: 'begun' })).commit).toBe(push.commitSha);
});

test('the README that GitHub wrote into a new repository is replaced, and one that somebody has edited is not', async () => {
  const user = await site.connect();
  const pushed = await PushedProject.make(user);
  const wish = { owner: 'octo-dev', isPrivate: true, license: 'mit', defaultBranch: 'main' };
  for (const name of ['fresh', 'touched']) {
    const description = name === 'fresh' ? '' : 'Mine';
    const created = await user.post('/api/github/repositories', { ...wish, name, description });
    expect(created.status).toBe(201);
  }
  await pushed.link('fresh');
  const license = await readText('fresh', 'LICENSE');
  // The licence was chosen, and stays.
  expect((await pushed.preview(1)).edits).toMatchObject([{ path: 'LICENSE', edit: 'foreign' }]);
  await pushed.push(1);
  expect(await readText('fresh', 'README.md')).toContain('Upstream');
  expect(await readText('fresh', 'LICENSE')).toBe(license);
  await control.commit({ name: 'touched', files: { 'README.md': '# touched' } });
  await pushed.link('touched');
  const edits = (await pushed.preview(1)).edits.map(({ path }) => path);
  expect(edits).toEqual(['LICENSE', 'README.md']);
});

test('files that are no longer generated are removed, and edited ones stay until their diff was seen', async () => {
  const name = 'edited';
  const pushed = await start(name, { 'README.md': '# Mine\n' });
  const first = await pushed.preview(1);
  expect(first.edits).toMatchObject([{ path: 'README.md', edit: 'foreign', before: '# Mine\n' }]);
  await pushed.push(1, { way: 'commit', head: first.head });
  expect(await readText(name, 'README.md')).toBe('# Mine\n');

  const edited = await control.commit({
    name,
    files: { 'src/tools/page.ts': '// mine\n', 'src/tools/echo.ts': null },
  });
  await pushed.save(rename('page', 'leaf'));
  const second = await pushed.preview(2);
  expect(second).toMatchObject({ way: 'pull', obstacle: 'moved', ahead: 1, head: edited });
  const kinds = Object.fromEntries(second.edits.map(({ path, edit }) => [path, edit]));
  expect(kinds).toEqual({ 'README.md': 'changed', 'src/tools/echo.ts': 'deleted' });

  const readme = second.edits.find(({ path }) => path === 'README.md');
  const over = { way: 'commit', head: second.head };
  const stale = { path: 'README.md', sha: '0'.repeat(40) };
  const refused = await pushed.tryPush(2, { ...over, replace: [stale] });
  expect(await problemOf(refused)).toContain('409 Files have been edited');
  const seen = { path: 'README.md', sha: readme?.sha };
  await pushed.push(2, { ...over, replace: [seen] });
  const paths = await listPaths(name);
  // The tool has another name now, and its old module was edited.
  expect(paths).toContain('src/tools/page.ts');
  expect(paths).toContain('src/tools/leaf.ts');
  expect(paths).not.toContain('src/tools/echo.ts');
  expect(await readText(name, 'README.md')).toBe(readme?.after);

  await pushed.save(rename('leaf', 'sheet'));
  await pushed.push(3);
  expect(await listPaths(name)).not.toContain('src/tools/leaf.ts');
});

test('a manifest that lies decides nothing, and other ends of lines are no edit', async () => {
  const name = 'lies';
  const pushed = await start(name, {});
  await pushed.push(1);
  const server = (await readText(name, 'src/server.ts')) ?? '';
  const crlf = server.replaceAll('\n', '\r\n');
  const mine = { 'src/tools/page.ts': '// mine\n', 'src/server.ts': crlf };
  await control.commit({ name, files: mine });
  const { files } = await control.files({ name });
  const manifest = JSON.parse((await readText(name, MANIFEST_PATH)) ?? '');
  manifest.files['src/tools/page.ts'] = files['src/tools/page.ts']?.sha;
  manifest.files['../../outside'] = '0'.repeat(40);
  await control.commit({ name, files: { [MANIFEST_PATH]: JSON.stringify(manifest) } });
  await pushed.save(rename('echo', 'say'));
  const preview = await pushed.preview(2);
  expect(preview.edits).toMatchObject([{ path: 'src/tools/page.ts', edit: 'changed' }]);
  await pushed.push(2, { way: 'commit', head: preview.head });
  expect(await readText(name, 'src/tools/page.ts')).toBe('// mine\n');
  const after = (await readText(name, 'src/server.ts')) ?? '';
  expect(after).not.toBe(crlf);
  expect(after.replaceAll('\r\n', '')).not.toContain('\n');
});

test('links, names that differ in case, and things in the way are told, and never written through', async () => {
  const link = { text: '/etc/passwd', mode: '120000' as const };
  const linked = await start('linked', { ...COLLISION, Dockerfile: link });
  const preview = await linked.preview(1);
  expect(preview.edits).toMatchObject([
    { path: 'Dockerfile', edit: 'link', before: '/etc/passwd' },
    { path: 'README.md', edit: 'twin', existing: 'readme.md', before: 'Mine\n' },
  ]);
  const replace = preview.edits.map(({ path, sha }) => ({ path, sha }));
  await linked.push(1, { head: preview.head, replace });
  const { files } = await control.files({ name: 'linked' });
  expect(files['Dockerfile']?.mode).toBe('100644');
  expect([files['readme.md'], typeof files['README.md']?.sha]).toEqual([undefined, 'string']);

  const blocked = await start('blocked', { src: link, big: { bytes: 40_000_000 } });
  const refused = await blocked.tryPush(1);
  expect(await problemOf(refused)).toContain('stands in the way');
  expect(await listPaths('blocked')).toEqual(['big', 'src']);
});

test('of a tree that GitHub lists in part, the directories of the project are read one by one', async () => {
  const name = 'many-files';
  const many = Array.from({ length: 40 }, (_, index) => [`other/${index}/file`, 'x'] as const);
  const pushed = await start(name, {
    ...Object.fromEntries(many),
    'src/tools/echo.ts': '// mine\n',
  });
  await control.set({ name, treeLimit: 60 });
  const preview = await pushed.preview(1);
  expect(preview.edits).toMatchObject([{ path: 'src/tools/echo.ts', before: '// mine\n' }]);
  await pushed.push(1);
  expect(await listPaths(name)).toContain('other/39/file');
});

test('where the branch has moved or is protected, a pull request tells callers’ changes and the report', async () => {
  const name = 'protected';
  const pushed = await start(name, {});
  await pushed.push(1);
  await pushed.save(describe1, 'For @octo-friend <b>\nfixes #1');
  await control.protect({ name });
  const preview = await pushed.preview(2);
  expect(preview).toMatchObject({ way: 'pull', obstacle: 'protected' });
  await control.forgetRequests();
  const push = await pushed.push(2, { way: 'commit', head: preview.head });
  expect(push).toMatchObject({
    state: 'open',
    branch: expect.stringMatching(/^mcp-builder\/version-2-/),
  });
  expect(push.pullUrl).toBe(`https://github.com/octo-dev/${name}/pull/${push.pull}`);
  const opened = (await control.requests()).find(
    ({ path, method }) => path.endsWith('/pulls') && method === 'POST',
  );
  const { title, body } = JSON.parse(opened?.body ?? '{}');
  expect(title).toBe('Upstream: version 2');
  expect(body).toContain('## Changes for callers since version 1');
  expect(body).toContain('## Readiness');
  expect(body).not.toMatch(/@octo|<b>|[^\\]#1/);
  expect(await problemOf(await pushed.tryPush(2))).toContain(
    `409 Version 2 waits in pull request #${push.pull}`,
  );

  await control.merge({ name, number: push.pull ?? 0, method: 'squash' });
  const next = await pushed.save(rename('page', 'leaf'));
  expect(await pushed.preview(next)).toMatchObject({ pushedVersion: 2, edits: [] });
  const merged = (await pushed.read()).pushes.find(({ pull }) => pull === push.pull);
  expect(merged).toMatchObject({ version: 2, state: 'merged' });
});

test('a push that is cut off between any two requests leaves no half state, and goes on when it is sent again', async () => {
  const pushed = await start('cut', { 'own.md': 'Mine\n' });
  for (const way of ['commit', 'pull'] as const) {
    const writes = way === 'commit' ? 3 : 4;
    for (let done = 0; done < writes; done += 1) {
      const name = `cut-${way}-${done}`;
      await control.addRepository({ name, files: { 'own.md': 'Mine\n' } });
      const { headSha: head } = await pushed.link(name);
      const match = way === 'commit' ? WRITES.commit[done] : WRITES.pull[done];
      // Refused before it is done, as where nobody asks any more.
      await control.fault('forbidden', { match: `${match?.replace('NAME', name)}` });
      const cut = await pushed.tryPush(1, { way, head }, 'one');
      expect(cut.status).toBe(403);
      expect(await listPaths(name)).toEqual(['own.md']);
      const push = await pushed.push(1, { way, head }, 'one');
      expect(push).toMatchObject({ state: way === 'commit' ? 'pushed' : 'open', failure: null });
      const { commit } = await control.files({ name, ref: push.branch });
      expect(commit).toBe(push.commitSha);
    }
  }
});

test('where GitHub’s answers about the branch and the pull request are lost, both are made once', async () => {
  const name = 'lost';
  const pushed = await start(name, { 'own.md': 'Mine\n' });
  const { headSha: head } = await pushed.link(name);
  for (const match of WRITES.pull.slice(2)) {
    await control.fault('lost_answer', { match: match.replace('NAME', name) });
  }
  await control.forgetRequests();
  const push = await pushed.push(1, { way: 'pull', head });
  expect(push.state).toBe('open');
  const opened = (await control.requests()).filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/pulls'),
  );
  expect(opened).toHaveLength(2);
  expect((await control.files({ name, ref: push.branch })).commit).toBe(push.commitSha);
});

test('of two pushes at once one wins, and the other goes on top of it or says so', async () => {
  const name = 'race';
  const pushed = await start(name, {});
  await pushed.push(1);
  await pushed.save(rename('page', 'leaf'));
  await pushed.save(rename('leaf', 'sheet'));
  const answers = await Promise.all([
    pushed.tryPush(2, { pushedVersion: 1 }),
    pushed.tryPush(3, { pushedVersion: 1 }),
  ]);
  const told = await Promise.all(
    answers.map(async (answer) =>
      answer.ok ? (await answer.json<{ state: string }>()).state : problemOf(answer),
    ),
  );
  expect(told[1]).toBe('pushed');
  expect(told[0]).toMatch(/^pushed$|Version 3 was pushed in the meantime/);
  expect(JSON.parse((await readText(name, MANIFEST_PATH)) ?? '')).toMatchObject({ version: 3 });
  expect((await pushed.read()).link).toMatchObject({ pushedVersion: 3 });
});

test('a repository that was renamed is followed; one that is archived, gone or read-only is told', async () => {
  const pushed = await start('old-name', {});
  await control.rename({ name: 'old-name' }, 'new-name');
  await pushed.push(1);
  expect((await pushed.read()).link).toMatchObject({ name: 'new-name', state: 'ok' });
  await control.set({ name: 'new-name', isArchived: true });
  expect(await problemOf(await pushed.tryPush(1))).toContain('409 octo-dev/new-name is archived');
  expect((await pushed.read()).link?.state).toBe('archived');
  await control.remove({ name: 'new-name' });
  expect(await problemOf(await pushed.tryPush(1))).toContain('409 There is no repository');
  expect((await pushed.read()).link?.state).toBe('gone');
  const foreign = await pushed.user.fetch(`/api/projects/${pushed.id}/github`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ owner: 'octo-org', name: 'not-there' }),
  });
  expect(await problemOf(foreign)).toContain('409 There is no repository octo-org/not-there');
});

test('limits, outages and a revoked connection are told, and the push is listed as failed', async () => {
  const pushed = await start('limited', {});
  await control.fault('secondary_limit', { match: '/git/trees', seconds: 90 });
  const limited = await pushed.tryPush(1, {}, 'limit');
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '90']);
  expect((await pushed.read()).pushes).toMatchObject([
    { state: 'failed', failure: expect.stringContaining('rate limit') },
  ]);
  expect(await pushed.push(1, {}, 'limit')).toMatchObject({ state: 'pushed', failure: null });
  await control.revoke();
  expect(await problemOf(await pushed.tryPush(1))).toBe('409 github-reconnect');
});

test('links and pushes go with their project', async () => {
  const pushed = await start('swept', {});
  await pushed.push(1);
  await env.DB.prepare('delete from projects where id = ?').bind(pushed.id).run();
  await sweepGithub(site.app(), Date.now());
  for (const table of ['github_links', 'github_pushes']) {
    const left = await env.DB.prepare(`select count(*) as n from ${table} where project = ?`)
      .bind(pushed.id)
      .first('n');
    expect(left).toBe(0);
  }
});

test('a member who may not see the repository is told so, and the link stays what it is for others', async () => {
  const name = 'private-link';
  await control.addRepository({ name, isPrivate: true, files: { 'a.txt': '1' } });
  const owner = await site.connect();
  const pushed = await PushedProject.make(owner);
  await pushed.link(name);
  const member = await site.connect('octo-friend');
  await env.DB.prepare(
    "insert into members (account_id, uid, role, created_at) select account, ?, 'editor', 0 from projects where id = ?",
  )
    .bind(member.uid, pushed.id)
    .run();
  const push = await member.post(`/api/projects/${pushed.id}/github/pushes`, { version: 1 });
  expect(await problemOf(push)).toContain(name);
  expect((await pushed.read()).link?.state).toBe('ok');
  await control.remove({ name });
  await control.take();
  expect((await pushed.tryPush(1)).ok).toBe(false);
  expect((await pushed.read()).link?.state).toBe('gone');
});
