import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ProjectBase } from '#app/drafts/project-base.ts';
import type { PointView } from '#app/drafts/restore-points.ts';

import { openGithubSite } from './github-user.workerd.ts';
import { askAs, PulledProject } from './pulled-project.workerd.ts';

const site = openGithubSite('pull');
const { control } = site;
const ECHO = 'src/tools/echo.ts';
const SLOW = 'src/tools/slow.ts';
const GREET_CODE = 'src/tools/greet.action.ts';

beforeEach(() => control.forgetRequests());
afterEach(async () => {
  await control.clearFaults();
  const mismatches = await control.mismatches();
  if (mismatches.length > 0) throw new Error(mismatches.join('\n'));
});

interface OpenedDraft {
  base: ProjectBase;
  blueprint: Blueprint;
}

const replace = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
const titled = (to: string) => replace(/title: '.*'/, `title: '${to}'`);
const toolOf = ({ tools }: Blueprint, name: string) => tools.find((tool) => tool.name === name);

test('edits of texts and code are shown, and become the next version once', async () => {
  const pulled = await PulledProject.push(site);
  expect(await pulled.preview()).toMatchObject({ edits: [], problems: [], others: [], latest: 1 });
  const head = await pulled.edit({
    [ECHO]: titled('Echo it'),
    [GREET_CODE]: replace('times: args.times', 'count: args.times'),
    'README.md': (text) => `${text}\nMine.\n`,
  });
  const preview = await pulled.preview();
  expect(preview).toMatchObject({
    branch: 'main',
    head,
    pushedVersion: 1,
    latest: 1,
    conflicts: [],
    problems: [],
    others: ['README.md'],
  });
  expect(preview.edits.map(({ key, change }) => [key, change])).toEqual([
    ['echo', 'changed'],
    ['greet', 'changed'],
  ]);
  expect(preview.changes).toEqual(['echo changed: title.', 'greet changed: action.source.']);
  expect(preview.contract).toMatchObject({ isBreaking: false, counts: { words: 1 } });
  expect(preview.edits[0]?.values).toMatchObject([{ field: 'title', after: 'Echo it' }]);
  const again = { 'idempotency-key': 'pull-one' };
  const version = { chat: null, version: 2 };
  expect(await pulled.take({ head, into: 'version' }, again)).toEqual(version);
  expect(await pulled.take({ head, into: 'version' }, again)).toEqual(version);
  const blueprint = await pulled.blueprint(2);
  expect(toolOf(blueprint, 'echo')?.title).toBe('Echo it');
  expect(JSON.stringify(blueprint.tools)).toContain('count: args.times');
  // The repository says the same as the latest version now.
  expect((await pulled.preview()).edits).toEqual([]);
  expect(await pulled.refuse({ head, into: 'version' })).toContain('has all of these edits');
});

test('some edits go into a chat, as a restore point behind the latest version, once they were seen', async () => {
  const pulled = await PulledProject.push(site);
  const seen = await pulled.edit({ [ECHO]: titled('Echo it') });
  const head = await pulled.edit({ [SLOW]: titled('Slow it') });
  expect(await pulled.refuse({ head: seen })).toContain('The branch has moved');
  expect(await pulled.refuse({})).toContain('The branch has moved');
  const take = [{ part: 'tools' as const, key: 'slow' }];
  const { chat } = await pulled.take({ head, take });
  const draft = await askAs<OpenedDraft>(pulled.user, 'GET', `/api/drafts/${chat}`);
  expect(draft.base).toMatchObject({ project: pulled.project.id, version: 1 });
  expect(toolOf(draft.blueprint, 'slow')?.title).toBe('Slow it');
  expect(toolOf(draft.blueprint, 'echo')).toEqual(toolOf(await pulled.blueprint(1), 'echo'));
  const path = `/api/chats/${chat}/points`;
  const { points } = await askAs<{ points: PointView[] }>(pulled.user, 'GET', path);
  expect(points.map(({ changed }) => changed)).toContainEqual([
    'Edits in the repository are taken over.',
    'slow changed: title.',
  ]);
});

test('a version that was saved meanwhile is merged, and a person chooses where both changed the same', async () => {
  const pulled = await PulledProject.push(site);
  await pulled.saveEdited(
    1,
    { edit: 'describeTool', name: 'echo', title: 'Mine' },
    { edit: 'describeTool', name: 'huge', title: 'Large' },
  );
  const head = await pulled.edit({ [ECHO]: titled('Theirs'), [SLOW]: titled('Slow it') });
  const preview = await pulled.preview();
  expect(preview).toMatchObject({ pushedVersion: 1, latest: 2 });
  expect(preview.conflicts).toEqual([
    { part: 'tools', key: 'echo', mine: 'changed', theirs: 'changed' },
  ]);
  expect(preview.edits.map(({ key }) => key)).toEqual(['echo', 'slow']);
  expect(preview.edits[0]?.values).toMatchObject([{ before: 'Mine', after: 'Theirs' }]);
  expect(await pulled.refuse({ head, into: 'version' })).toContain('changed the same part');
  const choices = [{ part: 'tools' as const, key: 'echo', take: 'theirs' as const }];
  expect(await pulled.take({ head, into: 'version', choices })).toMatchObject({ version: 3 });
  const blueprint = await pulled.blueprint(3);
  const titles = ['echo', 'slow', 'huge'].map((name) => toolOf(blueprint, name)?.title);
  expect(titles).toEqual(['Theirs', 'Slow it', 'Large']);
});

test('code that may not run, a credential and a syntax error stay behind, and the rest comes back', async () => {
  const pulled = await PulledProject.push(site);
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const head = await pulled.edit({
    [GREET_CODE]: replace('  const', "  eval('1');\n  const"),
    [ECHO]: titled(token),
    [SLOW]: titled("{'"),
    'src/tools/huge.ts': titled('Large'),
  });
  const { problems, edits } = await pulled.preview();
  expect(edits.map(({ key }) => key)).toEqual(['huge']);
  expect(problems.map(({ file }) => file)).toEqual([ECHO, 'src/tools/greet.ts', SLOW]);
  expect(problems.map(({ reason }) => reason).join(' ')).toMatch(/credential.*eval.*Syntax error/);
  expect(JSON.stringify(problems)).not.toContain(token);
  await pulled.take({ head, into: 'version' });
  expect(JSON.stringify(await pulled.blueprint(2))).not.toMatch(/eval|ghp_/);
});

test('line ends of Windows, links, large files and files of others change nothing, and cost few requests', async () => {
  const pulled = await PulledProject.push(site);
  const text = await pulled.generated(ECHO);
  await pulled.commit({
    [ECHO]: text.replaceAll('\n', '\r\n'),
    [SLOW]: { text: 'echo.ts', mode: '120000' },
    'src/tools/huge.ts': { bytes: 7_000_000 },
    'video.bin': { bytes: 40_000_000 },
    'src/lib/own.ts': 'export const own = 1;\n',
    'vendor/x': { sha: 'a'.repeat(40), mode: '160000' },
  });
  await control.forgetRequests();
  const { edits, problems, others } = await pulled.preview();
  expect([edits, others]).toEqual([[], []]);
  expect(problems).toEqual([
    { file: 'src/tools/huge.ts', line: null, reason: expect.stringContaining('too large') },
    { file: SLOW, line: null, reason: 'It is a symbolic link.' },
  ]);
  const blobs = (await control.requests()).filter(({ path }) => path.includes('/git/blobs/'));
  expect(blobs).toHaveLength(1);
});

test('a new tool and a deleted one come back from a tree in parts, and a repository that is away says so', async () => {
  const pulled = await PulledProject.push(site);
  const server = await pulled.generated('src/server.ts');
  const echo = await pulled.generated(ECHO);
  await pulled.commit({
    'src/tools/again.ts': echo.replaceAll("'echo'", "'again'").replace('const echo', 'const again'),
    [SLOW]: null,
    'src/server.ts': server
      .replace(/import \{ slow \}.*\n/, "import { again } from './tools/again.ts';\n")
      .replace(/\bslow\b/, 'again'),
  });
  await control.set({ ...pulled.place, treeLimit: 20 });
  const { changes, problems, edits } = await pulled.preview();
  expect(problems).toEqual([]);
  expect(changes).toEqual(['again is added.', 'slow is removed.']);
  expect(edits.map(({ name, change }) => [name, change])).toEqual([
    ['slow', 'removed'],
    ['again', 'added'],
  ]);

  const to = `${pulled.place.name}-renamed`;
  await control.rename(pulled.place, to);
  expect((await pulled.preview()).changes).toEqual(changes);
  await control.fault('secondary_limit', { match: '/git/trees/', seconds: 42 });
  expect(await pulled.refuse({}, true)).toContain('rate limit is reached. Try again in 42 seconds');
  await control.remove({ ...pulled.place, name: to });
  expect(await pulled.refuse({}, true)).toContain('There is no repository');
  await control.revoke();
  expect(await pulled.refuse({}, true)).toContain('Reconnect GitHub');
});

test('before anything was pushed there is nothing to compare with', async () => {
  const pulled = await PulledProject.push(site, { pushes: false });
  expect(await pulled.refuse({}, true)).toContain('Push one first');
  await pulled.unlink();
  expect(await pulled.refuse({}, true)).toContain('no repository yet');
});
