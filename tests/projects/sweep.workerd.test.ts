import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { removeDraftsOf } from '#app/drafts/remove-drafts.server.ts';
import { sweepDrafts } from '#app/drafts/sweep-drafts.server.ts';
import { toEndpointStub } from '#app/projects/endpoint/endpoint-stub.server.ts';
import { removeProjectsOf } from '#app/projects/remove-projects.server.ts';
import { sweepProjects } from '#app/projects/sweep-projects.server.ts';
import { storeVersionReport } from '#app/projects/version-report-store.server.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { breakBinding } from '../setup/broken-binding.workerd.ts';
import { newSlug, ProjectOwner, rename, toNewProject } from './project-owner.workerd.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

const lease = (id: string) => toEndpointStub(env, id).lease();

async function count(table: string, where = '1'): Promise<number> {
  const statement = env.DB.prepare(`select count(*) as n from ${table} where ${where}`);
  return (await statement.first<number>('n')) ?? 0;
}

/** A published project whose version has a report and secrets, and another version. */
async function settle() {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.draft();
  const secret = `/api/drafts/${draft.id}/secrets/${draft.secrets[0]?.name}`;
  await owner.send('PUT', secret, { value: 'a value' });
  await owner.ask('GET', `/api/drafts/${draft.id}/report`);
  const project = await owner.saveProject(draft, { secrets: 'copy', slug: newSlug() });
  const edited = await owner.edit(draft, rename('echo', 'again'));
  await owner.saveVersion(project, edited, { base: 1 });
  await owner.publish(project, 1);
  return { owner, project, draft };
}

async function blobsOf(project: string): Promise<string[]> {
  const { objects } = await env.BLOBS.list();
  const versions = await env.DB.prepare(
    'select blueprint, artifact, warnings from versions where project = ?',
  )
    .bind(project)
    .all<Record<string, string>>();
  const hashes = versions.results.flatMap((row) => Object.values(row));
  return objects.map(({ key }) => key).filter((key) => hashes.some((hash) => key.includes(hash)));
}

test('what a version holds outlives its draft, and goes a day after its project', async () => {
  const { owner, project } = await settle();
  const blobs = await blobsOf(project.id);
  // Two blueprints, two artifacts of three parts, and warnings that are the same.
  expect(blobs).toHaveLength(9);
  await env.BLOBS.put('blueprints/unused.json', '{}');
  await removeDraftsOf(env, owner.account);
  expect(await count('drafts')).toBe(0);
  expect(await sweepDrafts(env, Date.now() + 25 * HOUR_MS)).toMatchObject({ blobs: 1 });
  expect(await blobsOf(project.id)).toEqual(blobs);
  const files = `/api/projects/${project.id}/versions/1/files`;
  expect((await owner.send('GET', files)).status).toBe(200);

  await owner.send('DELETE', `/api/projects/${project.id}`, { confirm: project.slug });
  const deletedAt = Date.now();
  await sweepProjects(env, deletedAt + 23 * HOUR_MS);
  expect(await count('projects', `id = '${project.id}'`)).toBe(1);
  expect(await count('secrets', `owner like 'project:${project.id}:%'`)).toBe(2);

  expect(await sweepProjects(env, deletedAt + 25 * HOUR_MS)).toMatchObject({ projects: 1 });
  expect(await count('projects', `id = '${project.id}'`)).toBe(0);
  expect(await count('versions', `project = '${project.id}'`)).toBe(0);
  expect(await count('point_blobs', `draft like 'version:%'`)).toBe(0);
  expect(await count('secrets', `owner like 'project:${project.id}:%'`)).toBe(0);
  expect((await env.BLOBS.list({ prefix: 'version-reports/' })).objects).toEqual([]);
  // A database that refers to nothing is taken for a lost one, and nothing is swept.
  expect(await sweepDrafts(env, Date.now() + 25 * HOUR_MS)).toMatchObject({ blobs: 0 });
  expect(await env.BLOBS.head(blobs[0] ?? '')).not.toBeNull();
  const other = await ProjectOwner.signIn();
  await other.draft({ ...UPSTREAM_DOCUMENT, info: { title: 'Other', version: '1.0.0' } });
  await sweepDrafts(env, Date.now() + 25 * HOUR_MS);
  const left = (await env.BLOBS.list()).objects.map(({ key }) => key);
  // The other draft has no warnings either.
  const shared = blobs.filter((key) => key.startsWith('warnings/'));
  expect(left.filter((key) => blobs.includes(key))).toEqual(shared);
});

test('projects go with their account, and those that were late for its end by the sweep', async () => {
  const [one, other] = [await settle(), await settle()];
  await removeProjectsOf(env, one.owner.account);
  expect(await lease(one.project.id)).toMatchObject({ reason: 'unpublished' });
  expect(await lease(other.project.id)).toMatchObject({ ok: true });
  expect(await count('projects', `account = '${one.owner.account}'`)).toBe(0);

  await env.DB.prepare('delete from users where uid = ?').bind(other.owner.uid).run();
  expect(await sweepProjects(env, Date.now())).toMatchObject({ projects: 1 });
  expect(await lease(other.project.id)).toMatchObject({ reason: 'unpublished' });
  expect(await count('projects')).toBe(0);
  expect(await count('slugs', 'retired_at is null')).toBe(0);
});

test('a removal that stops on the way goes on when it is repeated', async () => {
  const { owner, project } = await settle();
  for (const broken of [
    { PROJECTS: breakBinding(env.PROJECTS) },
    { BLOBS: breakBinding(env.BLOBS) },
  ]) {
    await expect(removeProjectsOf({ ...env, ...broken }, owner.account)).rejects.toThrow();
    expect(await count('versions', `project = '${project.id}'`)).toBe(2);
  }
  await removeProjectsOf(env, owner.account);
  expect(await count('versions', `project = '${project.id}'`)).toBe(0);
  expect((await env.BLOBS.list({ prefix: `version-reports/${project.id}/` })).objects).toEqual([]);
});

test('the address of a removed project is nobody else’s for ninety days', async () => {
  const { owner, project } = await settle();
  await removeProjectsOf(env, owner.account);
  expect(await count('slugs', `slug = '${project.slug}' and account = ''`)).toBe(1);
  const other = await ProjectOwner.signIn();
  const wish = toNewProject(await other.draft(), { slug: project.slug });
  await sweepProjects(env, Date.now() + 89 * DAY_MS);
  expect((await other.send('POST', '/api/projects', wish)).status).toBe(409);
  await sweepProjects(env, Date.now() + 91 * DAY_MS);
  expect((await other.send('POST', '/api/projects', wish)).status).toBe(201);
});

test('a report that was late for the end of its project goes, one of a project stays', async () => {
  const { project, owner, draft } = await settle();
  const { report } = await owner.ask<{ report: null }>('GET', `/api/drafts/${draft.id}`);
  expect(report).toBeNull();
  const stored = await env.BLOBS.get(`version-reports/${project.id}/1.json`);
  const late = { project: 'gone', number: 1 };
  await storeVersionReport(env.BLOBS, late, JSON.parse((await stored?.text()) ?? ''));
  expect(await sweepProjects(env, Date.now() + HOUR_MS)).toMatchObject({ reports: 0 });
  expect(await sweepProjects(env, Date.now() + 25 * HOUR_MS)).toMatchObject({ reports: 1 });
  const left = (await env.BLOBS.list({ prefix: 'version-reports/' })).objects;
  expect(left.map(({ key }) => key)).toContain(`version-reports/${project.id}/1.json`);
  expect(left.map(({ key }) => key)).not.toContain('version-reports/gone/1.json');
});
