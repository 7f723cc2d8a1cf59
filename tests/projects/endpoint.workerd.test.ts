import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import { indexVersionVerdict } from '#app/projects/version-store.server.ts';
import { toEndpointStub, updateEndpoint } from '#app/projects/endpoint/endpoint-stub.server.ts';
import type { EndpointView } from '#app/projects/endpoint/endpoint.ts';
import { projectsApi } from '#app/projects/projects-api.server.ts';
import type { ProjectView } from '#app/projects/project.ts';
import type { VersionList } from '#app/projects/version.ts';

import { SAVED_TEST } from '../access/project-routes.ts';
import { Browser } from '../setup/browser.workerd.ts';
import { newSlug, problemOf, ProjectOwner, rename, toNewProject } from './project-owner.workerd.ts';

const toJudged = (score: number) => ({ score, verdict: { kind: 'fixes' as const, count: 2 } });

const lease = (id: string) => toEndpointStub(env, id).lease();

async function seeProject(owner: ProjectOwner, id: string): Promise<ProjectView> {
  return owner.ask('GET', `/api/projects/${id}`);
}

/** A project with two versions. */
async function saveTwo(owner: ProjectOwner) {
  const draft = await owner.draft();
  const project = await owner.saveProject(draft);
  const edited = await owner.edit(draft, rename('echo', 'again'));
  await owner.saveVersion(project, edited, { base: 1 });
  return { project, draft: edited };
}

describe('publishing', () => {
  test('serves a version, rolls back to an earlier one, and ends', async () => {
    const owner = await ProjectOwner.signIn();
    const { project } = await saveTwo(owner);
    expect(await lease(project.id)).toMatchObject({ ok: false, reason: 'unpublished' });
    await owner.publish(project, 1);
    const second = await owner.publish(project, 2);
    expect(second).toMatchObject({ visibility: 'private', published: { version: 2 } });
    expect(await lease(project.id)).toMatchObject({
      value: { project: project.id, account: owner.account, version: 2, publication: 2 },
    });
    expect(await seeProject(owner, project.id)).toMatchObject({ published: 2, latest: 2 });

    const back = await owner.publish(project, 1);
    expect(back.history.map(({ version }) => version)).toEqual([1, 2, 1]);
    expect(await lease(project.id)).toMatchObject({ value: { version: 1, publication: 3 } });
    const list = await owner.ask<VersionList>('GET', `/api/projects/${project.id}/versions`);
    expect(list.versions.map(({ isPublished }) => isPublished)).toEqual([false, true]);

    const path = `/api/projects/${project.id}/publication`;
    const ended = await owner.ask<EndpointView>('DELETE', path);
    expect(ended).toMatchObject({ published: null, publication: 4 });
    expect(await owner.ask('GET', `/api/projects/${project.id}/endpoint`)).toEqual(ended);
    expect(await lease(project.id)).toMatchObject({ reason: 'unpublished' });
    expect(await seeProject(owner, project.id)).toMatchObject({ published: null });
  });

  test('of a version that is not there is refused', async () => {
    const owner = await ProjectOwner.signIn();
    const { project } = await saveTwo(owner);
    const path = `/api/projects/${project.id}/publication`;
    expect((await owner.send('POST', path, { version: 3 })).status).toBe(404);
    expect((await owner.send('POST', path, { version: 0 })).status).toBe(422);
    expect(await lease(project.id)).toMatchObject({ ok: false });
  });

  test('of a red version is refused by the gate of the project, rolling back is not', async () => {
    const owner = await ProjectOwner.signIn();
    const { project } = await saveTwo(owner);
    await owner.publish(project, 1);
    await owner.ask('PATCH', `/api/projects/${project.id}`, { minScore: 80 });
    const post = (version: number) =>
      owner.send('POST', `/api/projects/${project.id}/publication`, { version });
    await indexVersionVerdict(env.DB, { project: project.id, number: 2 }, toJudged(79));
    expect(await problemOf(await post(2))).toContain('409 Version 2 has a score of 79');
    expect(await seeProject(owner, project.id)).toMatchObject({
      ...toJudged(79),
      published: 1,
    });
    await indexVersionVerdict(env.DB, { project: project.id, number: 2 }, toJudged(80));
    expect((await post(2)).status).toBe(200);
    expect((await post(1)).status).toBe(200);
    expect(await lease(project.id)).toMatchObject({ value: { version: 1 } });
  });

  test('of a version that nobody has checked is decided by a check of it', async () => {
    const owner = await ProjectOwner.signIn();
    const { project } = await saveTwo(owner);
    const path = `/api/projects/${project.id}`;
    const scoreOf = async (number: number) =>
      (await owner.ask<{ score: number | null }>('GET', `${path}/versions/${number}`)).score;
    await owner.ask('PATCH', path, { minScore: 100 });
    expect([await scoreOf(1), await scoreOf(2)]).toEqual([null, null]);
    const refused = await owner.send('POST', `${path}/publication`, { version: 1 });
    const score = await scoreOf(1);
    expect(await problemOf(refused)).toContain(`409 Version 1 has a score of ${score}`);
    // Asked for, the same report is answered, and no other version has it.
    const report = await owner.ask<{ score: number; checks: unknown[] }>(
      'GET',
      `${path}/versions/1/report`,
    );
    expect(report.score).toBe(score);
    expect(report.checks.length).toBeGreaterThan(50);
    expect(await scoreOf(2)).toBeNull();
    // The report was stored, and the database was lost before it had the verdict.
    const judged = { score: null, verdict: null };
    await indexVersionVerdict(env.DB, { project: project.id, number: 1 }, judged);
    const again = await owner.send('POST', `${path}/publication`, { version: 1 });
    expect(await problemOf(again)).toContain(`409 Version 1 has a score of ${score}`);
    const calls = await owner.ask<{ calls: unknown[] }>('GET', `${path}/calls`);
    expect(calls.calls).toEqual([]);
  });

  test('takes as many private endpoints as the plan has room for', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const [one, other] = [await owner.saveProject(draft), await owner.saveProject(draft)];
    await owner.publish(one, 1);
    const publish = () =>
      owner.send('POST', `/api/projects/${other.id}/publication`, { version: 1 });
    const show = (visibility: string) =>
      owner.send('PATCH', `/api/projects/${other.id}`, { visibility });
    expect(await problemOf(await publish())).toBe('403 limit-reached');
    const shown = await (await show('keys')).json<ProjectView>();
    expect(shown).toMatchObject({ visibility: 'keys', published: null });
    expect((await publish()).status).toBe(200);
    expect(await problemOf(await show('private'))).toBe('403 limit-reached');
    expect(await lease(other.id)).toMatchObject({ value: { visibility: 'keys' } });
    await owner.ask('DELETE', `/api/projects/${one.id}/publication`);
    expect((await show('private')).status).toBe(200);
    expect(await seeProject(owner, other.id)).toMatchObject({ visibility: 'private' });
  });
});

describe('deleting', () => {
  test('a live endpoint needs its name, closes it at once, and can be undone for a day', async () => {
    const owner = await ProjectOwner.signIn();
    const { project, draft } = await saveTwo(owner);
    const path = `/api/projects/${project.id}`;
    await owner.publish(project, 2);
    for (const body of [{}, { confirm: 'another' }]) {
      expect(await problemOf(await owner.send('DELETE', path, body))).toBe('409 endpoint-live');
    }
    expect(await lease(project.id)).toMatchObject({ ok: true });
    expect((await owner.send('DELETE', path, { confirm: project.slug })).status).toBe(204);
    expect(await lease(project.id)).toMatchObject({ reason: 'unpublished' });
    for (const [method, below, body] of [
      ['GET', '', undefined],
      ['GET', '/versions', undefined],
      ['POST', '/versions', { draft: draft.id, revision: draft.revision, base: 2 }],
      ['POST', '/publication', { version: 1 }],
      ['DELETE', '', { confirm: project.slug }],
    ] as const) {
      expect((await owner.send(method, path + below, body)).status).toBe(404);
    }
    const list = await owner.ask<{ projects: unknown[] }>('GET', '/api/projects');
    expect(list.projects).toEqual([]);
    const taken = toNewProject(draft, { slug: project.slug });
    expect(await problemOf(await owner.send('POST', '/api/projects', taken))).toContain('is taken');

    for (let time = 0; time < 2; time += 1) {
      expect((await owner.send('POST', `${path}/undelete`)).status).toBe(204);
      expect(await lease(project.id)).toMatchObject({ value: { version: 2 } });
    }
    expect(await seeProject(owner, project.id)).toMatchObject({ published: 2 });
    await env.DB.prepare('update projects set deleted_at = ? where id = ?')
      .bind(Date.now() - 25 * 60 * 60 * 1_000, project.id)
      .run();
    expect((await owner.send('POST', `${path}/undelete`)).status).toBe(404);
  });

  test('a project that is not live needs no confirmation', async () => {
    const owner = await ProjectOwner.signIn();
    const project = await owner.saveProject(await owner.draft());
    expect((await owner.send('DELETE', `/api/projects/${project.id}`)).status).toBe(204);
  });

  test('is undone only while the plan has room', async () => {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const project = await owner.saveProject(draft);
    await owner.publish(project, 1);
    const path = `/api/projects/${project.id}`;
    await owner.send('DELETE', path, { confirm: project.slug });
    const others = [];
    for (let made = 0; made < 3; made += 1) others.push(await owner.saveProject(draft));
    const undelete = () => owner.send('POST', `${path}/undelete`);
    const full = await undelete();
    expect((await full.json<{ detail: string }>()).detail).toContain('3 projects');
    const [first] = others;
    if (first) await owner.publish(first, 1);
    await owner.send('DELETE', `/api/projects/${others[2]?.id}`);
    const second = await undelete();
    expect((await second.json<{ detail: string }>()).detail).toContain('1 private endpoint');
    await owner.send('DELETE', `/api/projects/${first?.id}/publication`);
    expect((await undelete()).status).toBe(204);
  });

  test('that stopped half-way is said, and ends by a repetition or an undo', async () => {
    const owner = await ProjectOwner.signIn();
    const { project } = await saveTwo(owner);
    const close = { kind: 'close' as const, project: project.id, account: owner.account };
    await updateEndpoint(env, close);
    const publish = () =>
      owner.send('POST', `/api/projects/${project.id}/publication`, { version: 1 });
    expect(await problemOf(await publish())).toContain('was not finished');
    expect((await owner.send('POST', `/api/projects/${project.id}/undelete`)).status).toBe(204);
    expect((await publish()).status).toBe(200);
  });
});

describe('two users', () => {
  test('find none of each other’s projects, by any route', async () => {
    const [owner, other] = [await ProjectOwner.signIn(), await ProjectOwner.signIn()];
    const { project, draft } = await saveTwo(owner);
    await owner.publish(project, 1);
    const bodies: Record<string, unknown> = {
      'PATCH /:id': { title: 'Mine' },
      'DELETE /:id': { confirm: project.slug },
      'POST /:id/move': { account: other.account },
      'POST /:id/versions': { draft: draft.id, revision: draft.revision, base: 2 },
      'POST /:id/versions/:number/merge': { draft: draft.id, revision: draft.revision },
      'POST /:id/publication': { version: 2 },
      'POST /:id/tests': SAVED_TEST,
      'PUT /:id/tests/:test': SAVED_TEST,
    };
    const routes = projectsApi.routes.filter(({ method, path }) => {
      return method !== 'ALL' && path.startsWith('/:id');
    });
    const asked = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    expect(asked.size).toBeGreaterThanOrEqual(14);
    for (const route of asked) {
      const [method = '', path = ''] = route.split(' ');
      const named = path.replace(':id', project.id).replace(':number', '1');
      const address = `/api/projects${named}${path.endsWith('/diff') ? '?from=2' : ''}`;
      const answer = await other.send(method, address, bodies[route]);
      expect([route, answer.status]).toEqual([route, 404]);
      const stranger = new ProjectOwner();
      expect([route, (await stranger.send(method, address, bodies[route])).status]).toEqual([
        route,
        401,
      ]);
    }
    expect(await seeProject(owner, project.id)).toMatchObject({
      title: 'Upstream',
      published: 1,
      latest: 2,
    });
  });

  test('get what their role in an account allows', async () => {
    const [owner, member] = [await ProjectOwner.signIn(), await ProjectOwner.signIn()];
    const { project } = await saveTwo(owner);
    const path = `/api/projects/${project.id}`;
    const statuses = async () => [
      (await member.send('GET', path)).status,
      (await member.send('PATCH', path, { title: 'Ours' })).status,
      (await member.send('DELETE', path)).status,
    ];
    const join = env.DB.prepare('insert or replace into members values (?, ?, ?, 0)');
    await join.bind(owner.account, member.uid, 'viewer').run();
    expect(await statuses()).toEqual([200, 403, 403]);
    await join.bind(owner.account, member.uid, 'editor').run();
    expect(await statuses()).toEqual([200, 200, 403]);
    await join.bind(owner.account, member.uid, 'owner').run();
    expect(await statuses()).toEqual([200, 200, 204]);
  });

  test('who are not verified get nothing', async () => {
    const unverified = new Browser();
    const firebase = { sign_in_provider: 'password' };
    await unverified.signIn({ sub: crypto.randomUUID(), email_verified: false, firebase });
    expect((await unverified.fetch('/api/projects')).status).toBe(403);
  });
});

test('a slug of another’s is taken for everybody', async () => {
  const [owner, other] = [await ProjectOwner.signIn(), await ProjectOwner.signIn()];
  const slug = newSlug();
  await owner.saveProject(await owner.draft(), { slug });
  const answer = await other.send(
    'POST',
    '/api/projects',
    toNewProject(await other.draft(), { slug }),
  );
  expect(await problemOf(answer)).toContain('is taken');
});
