import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import { requireUser } from '#app/auth/caller.server.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import type { ProjectPage, ProjectView } from '#app/projects/project.ts';
import type { ListedVersion, VersionList } from '#app/projects/version.ts';
import { insertProject } from '#app/projects/project-store.server.ts';
import { saveProject } from '#app/projects/save-project.server.ts';
import { loadVersion } from '#app/projects/version-store.server.ts';

import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { loseWrites } from '../setup/broken-binding.workerd.ts';
import { Browser, SITE } from '../setup/browser.workerd.ts';
import {
  newSlug,
  problemOf,
  ProjectOwner,
  rename,
  statusesOf,
  toNewProject,
} from './project-owner.workerd.ts';

async function countRows(table: string, column: string, value: string): Promise<number> {
  const statement = env.DB.prepare(`select count(*) as n from ${table} where ${column} = ?`);
  return (await statement.bind(value).first<number>('n')) ?? 0;
}

describe('saving a draft as a project', () => {
  test('makes a first version with what the draft contains, and the draft knows it', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const slug = newSlug();
    const project = await owner.saveProject(draft, { slug, message: ' The first. ' });
    expect(project).toEqual({
      id: expect.stringMatching(/^\w{22}$/),
      title: 'Upstream',
      slug,
      endpoint: `/mcp/${slug}`,
      visibility: 'private',
      published: null,
      latest: 1,
      tools: 7,
      toolNames: expect.arrayContaining(['echo', 'slow']),
      summary: null,
      score: null,
      verdict: null,
      minScore: null,
      isTestGated: false,
      archivedAt: null,
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    });
    const { versions } = await owner.ask<VersionList>(
      'GET',
      `/api/projects/${project.id}/versions`,
    );
    expect(versions).toEqual([
      {
        number: 1,
        message: 'The first.',
        base: null,
        draft: draft.id,
        tools: 7,
        score: null,
        verdict: null,
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        createdAt: project.createdAt,
        isPublished: false,
        fixes: null,
      },
    ]);
    const linked = await owner.ask<DraftView>('GET', `/api/drafts/${draft.id}`);
    expect(linked).toEqual({ ...draft, base: { project: project.id, version: 1 } });
    const chats = await owner.ask<{ chats: { id: string }[] }>(
      'GET',
      `/api/chats?project=${project.id}`,
    );
    expect(chats.chats.map(({ id }) => id)).toEqual([draft.id]);
    const others = await owner.ask<{ chats: unknown[] }>('GET', '/api/chats?project=another');
    expect(others.chats).toEqual([]);
  });

  test('tells nobody but the owner of the draft what it was saved as', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    await owner.send('PATCH', `/api/chats/${draft.id}`, { visibility: 'unlisted' });
    await owner.saveProject(draft);
    const bearer = { authorization: `Bearer ${draft.token}` };
    for (const headers of [{}, bearer]) {
      const seen = await new Browser().fetch(`/api/drafts/${draft.id}`, { headers });
      expect(await seen.json<DraftView>()).not.toHaveProperty('base');
    }
  });

  test('makes a name of the server’s where none is chosen, another one for each project', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const [one, other] = [await owner.saveProject(draft), await owner.saveProject(draft)];
    expect(one.slug).toMatch(/^upstream-[a-z0-9]{4}$/);
    expect(other.slug).not.toBe(one.slug);
  });

  test('takes along the report and its verdict', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const report = await owner.ask<Report>('GET', `/api/drafts/${draft.id}/report`);
    const project = await owner.saveProject(draft);
    const { score, verdict } = report;
    expect(project).toMatchObject({ score, verdict });
    expect(verdict).not.toBeNull();
    const stored = await env.BLOBS.get(`version-reports/${project.id}/1.json`);
    expect(await stored?.json()).toEqual(report);
  });

  test('is refused for an odd, a reserved and a taken address name', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const slug = newSlug();
    await owner.saveProject(draft, { slug });
    for (const [asked, words] of [
      ['No', '422 An address name has'],
      ['a--b', '422 An address name has'],
      ['health', '422 The address name "health" is reserved.'],
      [slug, `409 The address name "${slug}" is taken.`],
    ] as const) {
      const answer = await owner.send(
        'POST',
        '/api/projects',
        toNewProject(draft, { slug: asked }),
      );
      expect(await problemOf(answer)).toContain(words);
    }
    expect(await countRows('projects', 'account', owner.account)).toBe(1);
  });

  test('is refused for another revision; a server without an enabled tool is saved, but not published', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const edited = await owner.edit(draft, rename('echo', 'again'));
    const old = await owner.send('POST', '/api/projects', toNewProject(draft));
    expect(old.status).toBe(412);
    expect(old.headers.get('etag')).toBe('"2"');
    const names = ['again', 'slow', 'huge', 'page', 'lie', 'inside', 'broken'];
    const empty = await owner.edit(edited, { edit: 'selectTools', names, enabled: false });
    const project = await owner.saveProject(empty);
    expect(project).toMatchObject({ tools: 0, toolNames: [] });
    const path = `/api/projects/${project.id}/publication`;
    const answer = await owner.send('POST', path, { version: 1 });
    expect(await problemOf(answer)).toContain('422 This version has no enabled tool.');
  });

  test('needs a signed-in owner of the draft: nobody saves that of somebody else', async () => {
    const [owner, other] = [await ProjectOwner.signIn(), await ProjectOwner.signIn()];
    const draft = await owner.draft();
    await owner.send('PATCH', `/api/chats/${draft.id}`, { visibility: 'public' });
    expect((await other.send('POST', '/api/projects', toNewProject(draft))).status).toBe(404);
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toNewProject(draft)),
    };
    expect((await new Browser().fetch('/api/projects', init)).status).toBe(401);
    const bearer = { ...init.headers, authorization: `Bearer ${draft.token}` };
    // A member of the account reads and changes the draft, and takes it into no account of theirs.
    const join = env.DB.prepare("insert into members values (?, ?, 'editor', 0)");
    await join.bind(owner.account, other.uid).run();
    expect((await other.send('POST', '/api/projects', toNewProject(draft))).status).toBe(404);
    const byToken = await new Browser().fetch('/api/projects', { ...init, headers: bearer });
    expect(byToken.status).toBe(401);
  });

  test('makes as many projects as the plan has room for, even at the same time', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.send('POST', '/api/projects', toNewProject(draft))),
    );
    expect(statusesOf(answers)).toEqual([201, 201, 201, 403, 403]);
    const refused = answers.find(({ status }) => status === 403);
    expect(refused && (await problemOf(refused))).toBe('403 limit-reached');
    expect((await owner.ask<ProjectPage>('GET', '/api/projects')).left).toBe(0);
    await owner.buy('pro');
    expect((await owner.ask<ProjectPage>('GET', '/api/projects')).left).toBe(22);
  });
});

describe('a request that is repeated', () => {
  test('makes one project, also twice at the same time', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const post = () => owner.send('POST', '/api/projects', toNewProject(draft), key);
    const answers = [...(await Promise.all([post(), post()])), await post()];
    expect(statusesOf(answers)).toEqual([200, 200, 201]);
    const ids = await Promise.all(answers.map((answer) => answer.json<ProjectView>()));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
    expect(await countRows('projects', 'account', owner.account)).toBe(1);
    expect(await countRows('slugs', 'account', owner.account)).toBe(1);
  });

  test('that comes while the first is still at work makes no second address', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const project = await owner.saveProject(draft);
    const first = await loadVersion(env.DB, project.id, 1);
    if (!first) throw new Error('A project has a first version.');
    const listed = { tools: 7, toolNames: [], summary: null };
    const version = { ...first, id: 'another', listed };
    const row = { account: owner.account, title: 'Again', slug: newSlug(), limit: 9 };
    expect(await insertProject(env.DB, row, version)).toEqual({ outcome: 'known' });
    expect(await countRows('slugs', 'project', project.id)).toBe(1);
    expect(await countRows('versions', 'project', project.id)).toBe(1);
  });

  test.each(['before', 'after'] as const)(
    'because the database was lost %s it had written comes to one whole project',
    async (when) => {
      const owner = await ProjectOwner.signIn();
      const draft = await owner.draft();
      const key = { 'idempotency-key': crypto.randomUUID() };
      const app = { ...makeApp({ DB: loseWrites(env.DB, when) }), nonce: '', origin: SITE };
      const caller = await requireUser(app, owner.request(key));
      if (!caller.ok) throw new Error(caller.reason);
      const body = { draft: draft.id, revision: 1, title: 'Lost', secrets: 'none' as const };
      const lost = saveProject(app, owner.request(key), caller.value, body);
      await expect(lost).rejects.toThrow('connection lost');
      expect(await countRows('projects', 'account', owner.account)).toBe(when === 'after' ? 1 : 0);

      const again = await owner.send('POST', '/api/projects', body, key);
      expect(again.status).toBe(when === 'after' ? 200 : 201);
      const project = await again.json<ProjectView>();
      expect(await countRows('versions', 'project', project.id)).toBe(1);
      const linked = await owner.ask<DraftView>('GET', `/api/drafts/${draft.id}`);
      expect(linked.base).toEqual({ project: project.id, version: 1 });
    },
  );
});

describe('saving a further version', () => {
  test('is numbered, listed newest first, and shown by the project', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const project = await owner.saveProject(draft);
    const edited = await owner.edit(draft, rename('echo', 'again'));
    const second = await owner.saveVersion(project, edited, { base: 1, message: 'Renamed' });
    expect(second).toMatchObject({ number: 2, base: 1, message: 'Renamed', isPublished: false });
    const list = await owner.ask<VersionList>('GET', `/api/projects/${project.id}/versions`);
    expect(list.versions.map(({ number }) => number)).toEqual([2, 1]);
    expect(list).toMatchObject({ latest: 2, next: null });
    expect(list.versions[0]?.fingerprint).not.toBe(list.versions[1]?.fingerprint);
    const seen = await owner.ask<ProjectView>('GET', `/api/projects/${project.id}`);
    expect(seen).toMatchObject({ latest: 2, toolNames: expect.arrayContaining(['again']) });
    const linked = await owner.ask<DraftView>('GET', `/api/drafts/${draft.id}`);
    expect(linked).toMatchObject({ revision: 2, base: { project: project.id, version: 2 } });
  });

  test('of two at the same time gives one the number, and tells the other what came first', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const project = await owner.saveProject(draft);
    const drafts = await Promise.all(
      ['one', 'two', 'three'].map(async (name) =>
        owner.edit(await owner.draft(), rename('echo', name)),
      ),
    );
    const post = ({ id, revision }: DraftView, base: number) =>
      owner.send('POST', `/api/projects/${project.id}/versions`, { draft: id, revision, base });
    const answers = await Promise.all(drafts.map((each) => post(each, 1)));
    expect(statusesOf(answers)).toEqual([201, 409, 409]);
    const late = drafts.filter((_, index) => answers[index]?.status === 409);
    const refused = answers.find(({ status }) => status === 409);
    expect(await refused?.clone().json()).toMatchObject({ latest: 2 });
    expect(refused && (await problemOf(refused))).toBe('409 version-conflict');
    const [first, second] = late;
    if (!first || !second) throw new Error('Two were late.');
    expect(await (await post(first, 2)).json<ListedVersion>()).toMatchObject({ number: 3 });
    expect(await (await post(second, 3)).json<ListedVersion>()).toMatchObject({ number: 4 });
    expect(await countRows('versions', 'project', project.id)).toBe(4);
  });

  test('that the latest one holds already makes no other, whatever its base', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const project = await owner.saveProject(draft);
    const edited = await owner.edit(draft, rename('echo', 'again'));
    const post = (base: number) =>
      owner.send('POST', `/api/projects/${project.id}/versions`, {
        draft: draft.id,
        revision: edited.revision,
        base,
      });
    const answers = [...(await Promise.all([post(1), post(1)])), await post(1), await post(2)];
    expect(statusesOf(answers)).toEqual([200, 200, 200, 201]);
    for (const answer of answers) {
      expect(await answer.json<ListedVersion>()).toMatchObject({ number: 2 });
    }
  });

  test('brings its report afterwards, if nobody had asked for one before', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const project = await owner.saveProject(draft);
    const { score, verdict } = await owner.ask<Report>('GET', `/api/drafts/${draft.id}/report`);
    const path = `/api/projects/${project.id}`;
    const body = { draft: draft.id, revision: draft.revision, base: 1 };
    const again = await owner.ask<ListedVersion>('POST', `${path}/versions`, body);
    expect(again).toMatchObject({ number: 1, score, verdict });
    expect(await owner.ask<ProjectView>('GET', path)).toMatchObject({
      score,
      verdict,
      latest: 1,
    });
  });

  test('of what an older version held makes a new one', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const project = await owner.saveProject(draft);
    const edited = await owner.edit(draft, rename('echo', 'again'));
    await owner.saveVersion(project, edited, { base: 1 });
    const back = await owner.edit(edited, rename('again', 'echo'));
    expect(await owner.saveVersion(project, back, { base: 2 })).toMatchObject({ number: 3 });
  });
});
