import { env, exports } from 'cloudflare:workers';
import { Hono } from 'hono';
import { beforeAll, beforeEach, expect, test } from 'vitest';

import { createApiKeyToken } from '#app/api-keys/api-key-token.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ImportWarning } from '#app/blueprint/import/import-warning.ts';
import type { VersionDetails } from '#app/management/answers.ts';
import { managementApi } from '#app/management/management-api.server.ts';
import { requireKey } from '#app/management/require-key.server.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import type { Problem } from '#app/platform/problem.ts';
import type { EndpointView } from '#app/projects/endpoint/endpoint.ts';
import type { ProjectPage, ProjectView } from '#app/projects/project.ts';
import { insertTest } from '#app/projects/tests/test-store.server.ts';
import type { VersionDiff } from '#app/projects/version-diff.ts';
import type { ListedVersion, VersionList } from '#app/projects/version.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { newSlug, ProjectOwner, statusesOf } from '../projects/project-owner.workerd.ts';
import { bearer, SITE } from '../setup/browser.workerd.ts';
import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { KeyHolder, sendAs } from './key-holder.workerd.ts';

interface Saved {
  project: ProjectView;
  version: ListedVersion;
  warnings: ImportWarning[];
}

const DOCUMENT = JSON.stringify(UPSTREAM_DOCUMENT);

let owner: ProjectOwner;
let script: KeyHolder;
beforeAll(async () => {
  owner = await ProjectOwner.signIn();
  await owner.buy('team');
});
// A key of its own for each test: what costs computing time is limited by key.
beforeEach(async () => {
  script = await KeyHolder.of(owner);
});

function create(over: object = {}): Promise<Saved> {
  return script.ask('POST', '/projects', { document: DOCUMENT, ...over }, 201);
}

async function problemOf(answer: Response): Promise<Problem> {
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  return answer.json();
}

/** A version's blueprint with another description of its first tool. */
async function reworded(project: string, version: number): Promise<Blueprint> {
  const path = `/projects/${project}/versions/${version}/blueprint`;
  const blueprint = await script.ask<Blueprint>('GET', path);
  const [first, ...rest] = blueprint.tools;
  if (!first) throw new Error('The server has tools.');
  return { ...blueprint, tools: [{ ...first, description: 'Says it in other words.' }, ...rest] };
}

test('a document becomes a project, which is listed, viewed and changed', async () => {
  const slug = newSlug();
  const { project, version, warnings } = await create({ slug, title: 'By script' });
  expect(project).toMatchObject({ title: 'By script', slug, published: null, latest: 1 });
  expect(version).toMatchObject({ number: 1, draft: null, tools: project.tools });
  expect(warnings).toEqual(expect.any(Array));
  const path = `/projects/${project.id}`;
  expect(await script.ask('GET', path)).toEqual(project);
  const { projects } = await script.ask<ProjectPage>('GET', `/projects?q=${slug}`);
  expect(projects.map(({ id }) => id)).toEqual([project.id]);
  const changed = await script.ask<ProjectView>('PATCH', path, { title: 'Renamed', minScore: 50 });
  expect(changed).toMatchObject({ title: 'Renamed', minScore: 50 });
  // The owner's own screens show the same project.
  expect(await owner.ask('GET', `/api/projects/${project.id}`)).toEqual(changed);
});

test('the same Idempotency-Key makes one project and one version, however often it comes', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const send = (path: string, body: object) => script.send('POST', path, body, key);
  const body = { document: DOCUMENT };
  const both = await Promise.all([send('/projects', body), send('/projects', body)]);
  expect(statusesOf(both)).toEqual([200, 201]);
  const [one, other] = await Promise.all(both.map((answer) => answer.json<Saved>()));
  expect(one?.project.id).toBe(other?.project.id);
  const id = one?.project.id ?? '';
  const versions = `/projects/${id}/versions`;
  const blueprint = await reworded(id, 1);
  expect((await send(versions, { blueprint })).status).toBe(201);
  const again = await send(versions, { blueprint: await reworded(id, 1) });
  expect(again.status).toBe(200);
  expect(await again.json()).toMatchObject({ version: { number: 2 } });
  expect((await script.ask<VersionList>('GET', versions)).latest).toBe(2);
});

test('a version keeps what is edited in the one before, and a newer one than its base is a conflict', async () => {
  const { project } = await create();
  const versions = `/projects/${project.id}/versions`;
  const blueprint = await reworded(project.id, 1);
  const two = await script.ask<Saved>('POST', versions, { blueprint, base: 1 }, 201);
  expect(two.version).toMatchObject({ number: 2, base: 1 });
  // The same document again takes nothing of that away, and makes no version.
  const same = await script.ask<Saved>('POST', versions, { document: DOCUMENT });
  expect(same.version.number).toBe(2);
  const late = await script.send('POST', versions, {
    base: 1,
    blueprint: {
      ...blueprint,
      identity: { ...blueprint.identity, title: 'Another' },
    },
  });
  expect(await problemOf(late)).toMatchObject({ status: 409, title: 'version_conflict' });
  const details = await script.ask<VersionDetails>('GET', `${versions}/2`);
  expect(details.toolList.map(({ name }) => name)).toEqual(blueprint.tools.map(({ name }) => name));
  const { contract } = await script.ask<VersionDiff>('GET', `${versions}/2/diff?from=1`);
  expect(contract).toMatchObject({ isBreaking: false, counts: { words: 1 } });
  const zip = await script.send('GET', `${versions}/2/files.zip`);
  expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = await script.ask<{ path: string }[]>('GET', `${versions}/2/files`);
  expect(files.map(({ path }) => path)).toContain('package.json');
  const etagOf = async () => (await script.send('GET', `${versions}/2/files`)).headers.get('etag');
  const etag = await etagOf();
  const [tool] = blueprint.tools;
  const saved = {
    name: 'Answers quickly',
    tool: tool?.name ?? '',
    upstream: 'any' as const,
    arguments: {},
    expect: { outcome: 'success' as const, checks: [] },
  };
  expect(await insertTest(env.DB, project.id, saved, Date.now())).not.toBeNull();
  const tested = await script.ask<{ path: string; content: string }[]>(
    'GET',
    `${versions}/2/files`,
  );
  expect(JSON.stringify(tested)).toContain('Answers quickly');
  expect(await etagOf()).not.toBe(etag);
});

test('what cannot be a server is refused with the place of the fault, and makes nothing', async () => {
  const before = await script.ask<ProjectPage>('GET', '/projects');
  const refused = async (body: unknown) => {
    const { status, problems = [] } = await problemOf(await script.send('POST', '/projects', body));
    return [status, ...problems.map(({ path }) => path)];
  };
  expect(await refused({})).toEqual([422, '$']);
  expect(await refused({ document: DOCUMENT, url: 'https://api.example.com' })).toEqual([422, '$']);
  expect(await refused({ document: 'no document' })).toEqual([400, '$']);
  expect(await refused({ blueprint: { schemaVersion: 1 } })).toEqual(
    expect.arrayContaining([422, '$.identity']),
  );
  expect(await refused({ document: DOCUMENT, slug: 'mcp' })).toEqual([422]);
  // Deep enough to end the stack of who walks through it.
  const deep = `{"blueprint":{"identity":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
  const headers = { ...bearer(script.token), 'content-type': 'application/json' };
  const nested = new Request(`${SITE}/api/v1/projects`, { method: 'POST', headers, body: deep });
  expect(await problemOf(await exports.default.fetch(nested))).toMatchObject({
    status: 422,
    detail: 'The body of the request is nested too deeply.',
  });
  expect(await refused({ document: DOCUMENT, visibility: 'public' })).toEqual([422, '$']);
  const broken = await sendAs(`Bearer ${script.token}`, 'POST', '/projects');
  expect(await problemOf(broken)).toMatchObject({ status: 400 });
  expect((await script.ask<ProjectPage>('GET', '/projects')).left).toBe(before.left);
});

test('a version is published, opened, rolled back to and taken offline', async () => {
  const { project } = await create();
  const path = `/projects/${project.id}`;
  const blueprint = await reworded(project.id, 1);
  await script.ask('POST', `${path}/versions`, { blueprint }, 201);
  const publish = (version: number) =>
    script.ask<EndpointView>('POST', `${path}/publication`, { version });
  expect((await publish(2)).published?.version).toBe(2);
  const open = await script.ask<EndpointView>('PATCH', `${path}/endpoint`, {
    visibility: 'public',
  });
  expect(open.visibility).toBe('public');
  expect((await publish(1)).published?.version).toBe(1);
  expect((await publish(2)).history.map(({ version }) => version)).toEqual([2, 1, 2]);
  const health = await owner.browser.fetch(`${project.endpoint}/health`);
  expect(await health.json()).toEqual({ status: 'ok', version: 2 });
  expect(await script.ask('GET', `${path}/calls`)).toMatchObject({ calls: [], next: null });
  expect(await script.ask('GET', `${path}/usage`)).toMatchObject({
    quota: { leftToday: expect.any(Number) },
  });
  const live = await script.send('DELETE', path);
  expect(await problemOf(live)).toMatchObject({ status: 409, title: 'endpoint_live' });
  expect((await script.ask<EndpointView>('DELETE', `${path}/publication`)).published).toBeNull();
  expect((await script.send('DELETE', path)).status).toBe(204);
  expect((await script.send('GET', path)).status).toBe(404);
  expect((await script.send('POST', `${path}/undelete`)).status).toBe(204);
  expect(await script.ask('GET', path)).toMatchObject({ published: null });
});

test('a secret is set and deleted, and never shown; where it goes cannot be confirmed', async () => {
  const { project } = await create();
  const path = `/projects/${project.id}/secrets/live`;
  const { secrets } = await script.ask<{ secrets: { name: string; origins: string[] }[] }>(
    'GET',
    path,
  );
  const [secret] = secrets;
  if (!secret) throw new Error('The server needs a secret.');
  const one = `${path}/${secret.name}`;
  const set = await script.send('PUT', one, {
    value: 'a value nobody reads',
    origins: secret.origins,
  });
  expect(await set.clone().json()).toMatchObject({ name: secret.name, isSet: true });
  expect(await set.text()).not.toContain('a value nobody reads');
  expect(await (await script.send('GET', path)).text()).not.toContain('a value nobody reads');
  const confirmed = await script.send('PUT', one, { confirm: true });
  expect((await problemOf(confirmed)).status).toBe(422);
  expect((await script.send('DELETE', one)).status).toBe(204);
  expect(await script.ask('GET', path)).toMatchObject({ secrets: [{ isSet: false }] });
});

test('a key for chosen projects manages these, and creates none', async () => {
  const [mine, other] = [await create(), await create()];
  const limited = await KeyHolder.of(owner, { projects: [mine.project.id] });
  const { projects } = await limited.ask<ProjectPage>('GET', '/projects');
  expect(projects.map(({ id }) => id)).toEqual([mine.project.id]);
  expect((await limited.send('GET', `/projects/${other.project.id}`)).status).toBe(404);
  const made = await limited.send('POST', '/projects', { document: DOCUMENT });
  expect(await problemOf(made)).toMatchObject({
    status: 403,
    detail: expect.stringContaining('chosen projects'),
  });
});

test('cookies and ID tokens count for nothing, and a key that only calls is told what it lacks', async () => {
  expect((await owner.browser.fetch('/api/v1/projects')).status).toBe(401);
  const idToken = await owner.browser.signIn({ sub: owner.uid });
  const byToken = await owner.browser.fetch('/api/v1/projects', { headers: bearer(idToken) });
  expect((await problemOf(byToken)).status).toBe(401);
  const caller = await KeyHolder.of(owner, { mayManage: false });
  const refused = await caller.send('GET', '/projects');
  expect(refused.headers.get('www-authenticate')).toContain('insufficient_scope');
  expect(await problemOf(refused)).toMatchObject({
    status: 403,
    title: 'manage_required',
    detail: expect.stringContaining('Manage through the API'),
  });
  const inAddress = await script.send('GET', `/projects?q=${script.token}`);
  expect(await problemOf(inAddress)).toMatchObject({ status: 400 });
  // A page of another site has no key to send, and a program may say where it comes from.
  const fromElsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  const body = { document: DOCUMENT };
  expect((await sendAs(null, 'POST', '/projects', body, fromElsewhere)).status).toBe(401);
  expect((await script.send('POST', '/projects', {}, fromElsewhere)).status).toBe(422);
});

test('a key that asks for too much is told when to go on', async () => {
  let answer = await script.send('POST', '/projects', {});
  for (let sent = 1; answer.status !== 429 && sent < 50; sent += 1) {
    answer = await script.send('POST', '/projects', {});
  }
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await problemOf(answer)).toMatchObject({ status: 429 });
  // What costs nothing goes on, and so does every other key.
  expect((await script.send('GET', '/projects')).status).toBe(200);
  const other = await KeyHolder.of(owner);
  expect((await other.send('POST', '/projects', {})).status).toBe(422);
});

test('a mistyped key is refused without a look at the database', async () => {
  const absent = new Proxy(env.DB, {
    get: () => {
      throw new Error('The database was asked.');
    },
  });
  const app = { ...makeApp({ DB: absent }), nonce: '', origin: SITE };
  const mistyped = script.token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  const request = new Request(`${SITE}/api/v1/projects`, { headers: bearer(mistyped) });
  expect(await requireKey(app, request)).toMatchObject({ reason: 'keyRefused', why: 'malformed' });
  const whole = new Request(`${SITE}/api/v1/projects`, { headers: bearer(script.token) });
  expect(await requireKey(app, whole)).toMatchObject({ reason: 'storeUnavailable' });
});

test('made-up keys of one address are looked up only so often', async () => {
  let asked = 0;
  const counted = new Proxy(env.DB, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name === 'prepare') asked += 1;
      return member.bind(target);
    },
  });
  const app = { ...makeApp({ DB: counted }), nonce: '', origin: SITE };
  const api = new Hono<AppEnv>()
    .use((c, next) => {
      c.set('app', app);
      return next();
    })
    .route('/', managementApi);
  const statuses: number[] = [];
  // Twice the limit and more: a minute may begin meanwhile.
  while (!statuses.includes(429) && statuses.length < 500) {
    const headers = { ...bearer(createApiKeyToken()), 'cf-connecting-ip': '198.51.100.77' };
    statuses.push((await api.request('/projects', { headers })).status);
  }
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(asked).toBe(statuses.filter((status) => status === 401).length);
  // Nobody else is kept out, nor is who was let in a moment ago.
  const known = { 'cf-connecting-ip': '198.51.100.77' };
  expect((await script.send('GET', '/projects')).status).toBe(200);
  expect((await script.send('GET', '/projects', undefined, known)).status).toBe(200);
});

test('the document is open to everybody, and to tools of other origins', async () => {
  const answer = await sendAs(null, 'GET', '/openapi.json');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await answer.json()).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: `${SITE}/api/v1` }],
  });
});
