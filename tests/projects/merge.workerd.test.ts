import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { applyToDraft } from '#app/drafts/store.server.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import type { MergedDraft, MergePreview } from '#app/projects/version-merge.ts';

import { problemOf, ProjectOwner, rename } from './project-owner.workerd.ts';

const describeTool = (name: string, description: string) => ({
  edit: 'describeTool',
  name,
  description,
});

/** A project whose first version was changed in two chats, one of which was saved first. */
async function changeTwice(owner: ProjectOwner, first: object[], second: object[]) {
  const draft = await owner.draft();
  const project = await owner.saveProject(draft);
  const path = `/api/projects/${project.id}/versions`;
  const opened = await owner.ask<{ id: string }>('POST', `${path}/1/draft`, {}, 201);
  const other = await owner.ask<DraftView>('GET', `/api/drafts/${opened.id}`);
  await owner.saveVersion(project, await owner.edit(draft, ...first), { base: 1 });
  const mine = second.length > 0 ? await owner.edit(other, ...second) : other;
  const body = { draft: mine.id, revision: mine.revision };
  return { project, path, mine, body };
}

test('a chat that fixes a group of failed calls still fixes it after a merge', async () => {
  const owner = await ProjectOwner.signIn();
  const change = describeTool('echo', 'Mine.');
  const { project, path, mine, body } = await changeTwice(
    owner,
    [rename('slow', 'slower')],
    [change],
  );
  const base = { project: project.id, version: 1, fixes: 'group' };
  expect((await applyToDraft(env, mine.id, { kind: 'link', base })).ok).toBe(true);
  await owner.ask('POST', `${path}/2/merge`, body);
  const draft = await owner.ask<DraftView>('GET', `/api/drafts/${mine.id}`);
  expect(draft.base).toEqual({ ...base, version: 2 });
});

async function describedTools(owner: ProjectOwner, path: string) {
  const { tools } = await owner.ask<Blueprint>('GET', `${path}/blueprint`);
  return new Map(tools.map(({ name, description }) => [name, description]));
}

test('a chat that began earlier takes the changes of a newer version over, and is saved after it', async () => {
  const owner = await ProjectOwner.signIn();
  const { project, path, mine, body } = await changeTwice(
    owner,
    [rename('echo', 'again'), describeTool('slow', 'Theirs.')],
    [describeTool('echo', 'Mine.')],
  );
  const conflict = await owner.send('POST', path, { ...body, base: 1 });
  expect(await problemOf(conflict)).toBe('409 version-conflict');
  const preview = await owner.ask<MergePreview>('POST', `${path}/2/merge?preview=1`, body);
  expect(preview).toMatchObject({ base: 1, version: 2, conflicts: [] });
  expect(preview.changes).toEqual(['echo is called again now.', 'slow changed: description.']);
  const seen = await owner.ask<DraftView>('GET', `/api/drafts/${mine.id}`);
  expect(seen.revision).toBe(mine.revision);

  const merged = await owner.ask<MergedDraft>('POST', `${path}/2/merge`, body);
  expect(merged).toEqual({ revision: mine.revision + 1, version: 2 });
  const draft = await owner.ask<DraftView>('GET', `/api/drafts/${mine.id}`);
  expect(draft.base).toEqual({ project: project.id, version: 2 });
  expect(await owner.saveVersion(project, draft, { base: 2 })).toMatchObject({
    number: 3,
    base: 2,
  });
  const tools = await describedTools(owner, `${path}/3`);
  expect([tools.get('again'), tools.get('slow'), tools.has('echo')]).toEqual([
    'Mine.',
    'Theirs.',
    false,
  ]);
  expect(await problemOf(await owner.send('POST', `${path}/2/merge`, body))).toMatch(/^412/);
});

test('what both changed waits for a choice, which decides', async () => {
  const owner = await ProjectOwner.signIn();
  const { path, mine, body } = await changeTwice(
    owner,
    [describeTool('echo', 'Theirs.'), describeTool('slow', 'Theirs.')],
    [describeTool('echo', 'Mine.'), { edit: 'removeTools', names: ['slow'] }],
  );
  const preview = await owner.ask<MergePreview>('POST', `${path}/2/merge?preview=1`, body);
  expect(preview.conflicts).toEqual([
    { part: 'tools', key: 'echo', mine: 'changed', theirs: 'changed' },
    { part: 'tools', key: 'slow', mine: 'removed', theirs: 'changed' },
  ]);
  const echo = { part: 'tools', key: 'echo', take: 'mine' };
  const half = await owner.send('POST', `${path}/2/merge`, { ...body, choices: [echo] });
  expect(await problemOf(half)).toContain('409 Both sides have changed the same part.');
  const slow = { part: 'tools', key: 'slow', take: 'theirs' };
  await owner.ask('POST', `${path}/2/merge`, { ...body, choices: [echo, slow] });
  const tools = await describedTools(owner, `/api/drafts/${mine.id}`);
  expect([tools.get('echo'), tools.get('slow')]).toEqual(['Mine.', 'Theirs.']);
});

test('a merge takes as many choices as a large server may need', async () => {
  const owner = await ProjectOwner.signIn();
  const { path, body } = await changeTwice(
    owner,
    [describeTool('echo', 'Theirs.')],
    [describeTool('echo', 'Mine.')],
  );
  const choices = Array.from({ length: 5_000 }, (_, index) => ({
    part: 'tools',
    key: index === 0 ? 'echo' : `tool_with_quite_a_long_name_${index}`,
    take: 'mine',
  }));
  const merged = await owner.send('POST', `${path}/2/merge`, { ...body, choices });
  expect(merged.status).toBe(200);
});

test('parts that do not fit together change nothing and are named', async () => {
  const owner = await ProjectOwner.signIn();
  const { path, mine, body } = await changeTwice(
    owner,
    [rename('echo', 'same')],
    [rename('slow', 'same')],
  );
  const refused = await owner.send('POST', `${path}/2/merge`, body);
  const problem = await refused.json<{ status: number; problems: { message: string }[] }>();
  expect(problem.status).toBe(422);
  expect(problem.problems[0]?.message).toContain('same');
  const draft = await owner.ask<DraftView>('GET', `/api/drafts/${mine.id}`);
  expect(draft.revision).toBe(mine.revision);
});

test('a chat of another project, or of this very version, has nothing to take over', async () => {
  const [owner, other] = [await ProjectOwner.signIn(), await ProjectOwner.signIn()];
  const { path, body } = await changeTwice(owner, [rename('echo', 'again')], []);
  const draft = await owner.draft();
  const stranger = { draft: draft.id, revision: draft.revision };
  expect(await problemOf(await owner.send('POST', `${path}/2/merge`, stranger))).toMatch(/^409/);
  expect(await problemOf(await owner.send('POST', `${path}/1/merge`, body))).toMatch(/^409/);
  expect((await other.send('POST', `${path}/2/merge`, body)).status).toBe(404);
});
