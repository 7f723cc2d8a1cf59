import { env, exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { CreatedKey } from '#app/api-keys/api-key.ts';
import type {
  CallerCredentials,
  StoredCredential,
} from '#app/hosting/credentials/caller-credentials.ts';
import type { ProjectView } from '#app/projects/project.ts';
import { removeProjectsOf } from '#app/projects/remove-projects.server.ts';
import { toCallerSecretOwner } from '#app/projects/secrets/project-secret-owner.ts';
import type { SecretStatusList } from '#app/projects/secrets/project-secrets.ts';

import { accountLifecycle } from '../../workers/account-lifecycle.ts';
import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { newSlug, problemOf, ProjectOwner } from '../projects/project-owner.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';
import { modernRequest } from '../setup/modern-request.ts';
import { MessageReader, RawSession } from './raw-session.workerd.ts';

const WHO = { get: { operationId: 'who', security: [{ key: [] }], responses: { 200: {} } } };
/** An API that tells whose key came, by its length. */
const DOCUMENT = {
  ...UPSTREAM_DOCUMENT,
  paths: { '/who': WHO, '/page': UPSTREAM_DOCUMENT.paths['/page'] },
};

interface Served {
  owner: ProjectOwner;
  project: ProjectView;
  name: string;
  path: string;
}

/** A published project whose API each caller calls with a key of their own. */
async function publish(): Promise<Served> {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.draft(DOCUMENT);
  const name = draft.secrets[0]?.name ?? '';
  const edited = await owner.edit(draft, { edit: 'setSecret', name, scope: 'caller' });
  const project = await owner.saveProject(edited);
  await owner.publish(project, 1);
  return { owner, project, name, path: `/api/credentials/${project.slug}` };
}

/** Another member of an account, who makes keys of it in their own name. */
async function join(owner: ProjectOwner): Promise<ProjectOwner> {
  const member = await ProjectOwner.signIn();
  const row = env.DB.prepare("insert into members values (?, ?, 'editor', 0)");
  await row.bind(owner.account, member.uid).run();
  return member;
}

/** A key of the project's account that a user has made. */
async function createKey({ owner }: Served, maker = owner): Promise<CreatedKey> {
  const body = { name: 'Test', projects: 'all' };
  const made = await owner.ask<CreatedKey>('POST', '/api/keys', body, 201);
  const rename = env.DB.prepare('update api_keys set created_by = ? where id = ?');
  await rename.bind(maker.uid, made.key.id).run();
  return made;
}

interface Result {
  isError?: boolean;
  content: { text: string }[];
}

async function call<Answer = Result>(
  { project }: Served,
  tool: string,
  token?: string,
  more: object = {},
): Promise<Answer> {
  const made = modernRequest('tools/call', { name: tool, ...more });
  const headers = new Headers(made.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const request = new Request(SITE + project.endpoint, {
    method: 'POST',
    headers,
    body: made.body,
  });
  const answer = await exports.default.fetch(request);
  const { result } = await answer.json<{ result: Answer }>();
  return result;
}

const textOf = ({ content }: Result) => content.map(({ text }) => text).join('');

function give(user: ProjectOwner, { path, name }: Served, value: string): Promise<Response> {
  return user.send('PUT', `${path}/${name}`, { value });
}

async function countOf(owner: string): Promise<number> {
  const row = env.DB.prepare('select count(*) as n from secrets where owner = ?').bind(owner);
  return (await row.first<number>('n')) ?? 0;
}

test('a call uses the credential of the user behind its key, and never that of another', async () => {
  const served = await publish();
  const { owner, project, name } = served;
  const member = await join(owner);
  const [ownKey, memberKey] = [await createKey(served), await createKey(served, member)];
  expect(textOf(await call(served, 'who', ownKey.token))).toContain(
    `${SITE}/mcp/${project.slug}/credentials`,
  );
  expect((await give(owner, served, 'k'.repeat(20))).status).toBe(200);
  expect(textOf(await call(served, 'who', ownKey.token))).toContain('"length":20');
  const other = await call(served, 'who', memberKey.token);
  expect(other.isError).toBe(true);
  expect(textOf(other)).toContain('needs your own credential');
  expect((await give(member, served, 'k'.repeat(31))).status).toBe(200);
  expect(textOf(await call(served, 'who', memberKey.token))).toContain('"length":31');
  expect(textOf(await call(served, 'who', ownKey.token))).toContain('"length":20');

  // A value of the project's own is not looked at, nor asked for.
  const list = await owner.ask<SecretStatusList>(
    'GET',
    `/api/projects/${project.id}/secrets?environment=live`,
  );
  expect(list).toEqual({ secrets: [], ofCallers: [name] });
  await member.send('DELETE', `${served.path}/${name}`);
  await owner.ask('PUT', `/api/projects/${project.id}/secrets/live/${name}`, {
    value: 'k'.repeat(44),
  });
  expect(textOf(await call(served, 'who', memberKey.token))).toContain('needs your own credential');
});

const CAN_OPEN = {
  _meta: { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } } },
};

interface Asked {
  requestState: string;
  inputRequests: Record<string, { method: string; params: { mode: string; url: string } }>;
}

test('a client of 2026 that opens addresses is sent to the page, and the call goes on afterwards', async () => {
  const served = await publish();
  const { owner, project } = served;
  const { token } = await createKey(served);
  const asked = await call<Asked>(served, 'who', token, CAN_OPEN);
  const [[key, question] = ['', null]] = Object.entries(asked.inputRequests);
  expect(question).toMatchObject({
    method: 'elicitation/create',
    params: { mode: 'url', url: `${SITE}/mcp/${project.slug}/credentials` },
  });
  const answer = (action: string) => ({
    ...CAN_OPEN,
    requestState: asked.requestState,
    inputResponses: { [key]: { action } },
  });
  const nothing = await call(served, 'who', token, answer('accept'));
  expect(textOf(nothing)).toContain('needs your own credential for its API. Enter it once');
  expect(textOf(await call(served, 'who', token, answer('decline')))).toContain('declined');
  await give(owner, served, 'k'.repeat(20));
  expect(textOf(await call(served, 'who', token, answer('accept')))).toContain('"length":20');
});

test('a client of 2025 that opens addresses is asked in its session', async () => {
  const served = await publish();
  const { token } = await createKey(served);
  const canOpen = { elicitation: { url: {} } };
  const session = await RawSession.open(served.project.endpoint, canOpen, token);
  const params = { name: 'who', arguments: {} };
  const stream = new MessageReader(await session.post({ id: 1, method: 'tools/call', params }));
  const question = await stream.next();
  expect(question).toMatchObject({
    method: 'elicitation/create',
    params: { mode: 'url', elicitationId: expect.any(String) },
  });
  await give(served.owner, served, 'k'.repeat(20));
  await session.post({ id: question['id'] ?? null, result: { action: 'accept' } });
  expect(JSON.stringify(await stream.next())).toContain('length');
});

test('a rotated key calls with the same credential, and tools that need none ask for none', async () => {
  const served = await publish();
  const { owner } = served;
  const { key, token } = await createKey(served);
  expect(textOf(await call(served, 'page', token))).not.toContain('your own credential');
  await give(owner, served, 'k'.repeat(20));
  const rotated = await owner.ask<CreatedKey>(
    'POST',
    `/api/keys/${key.id}/rotate`,
    { overlapHours: 0 },
    201,
  );
  expect(textOf(await call(served, 'who', rotated.token))).toContain('"length":20');
});

test('a visitor of a public endpoint is told to come with a key or signed in', async () => {
  const served = await publish();
  const { owner, project } = served;
  await owner.ask('PATCH', `/api/projects/${project.id}`, { visibility: 'public' });
  const result = await call(served, 'who');
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain('this client did not identify you');
});

test('the page’s list says what is given, never the value, to who may call and to nobody else', async () => {
  const served = await publish();
  const { owner, project, name, path } = served;
  const stranger = await ProjectOwner.signIn();
  await give(owner, served, 'a credential of mine');
  const list = await owner.ask<CallerCredentials>('GET', path);
  expect(list).toMatchObject({ slug: project.slug, credentials: [{ name, isSet: true }] });
  expect(JSON.stringify(list)).not.toContain('a credential of mine');
  expect((await stranger.send('GET', path)).status).toBe(404);
  expect((await give(stranger, served, 'k'.repeat(20))).status).toBe(404);
  await owner.ask('PATCH', `/api/projects/${project.id}`, { visibility: 'keys' });
  const theirs = await stranger.ask<CallerCredentials>('GET', path);
  expect(theirs.credentials).toMatchObject([{ name, isSet: false }]);
  const odd = await stranger.send('PUT', `${path}/OTHER`, { value: 'k'.repeat(20) });
  expect(odd.status).toBe(404);
  const elsewhere = { value: 'k'.repeat(20), origins: ['https://elsewhere.example.net'] };
  const moved = await stranger.send('PUT', `${path}/${name}`, elsewhere);
  expect(await problemOf(moved)).toMatch(/^409/);
});

test('whoever may not call a server any more still finds and deletes what they gave it', async () => {
  const [served, other] = [await publish(), await publish()];
  const { owner, project, name } = served;
  const user = await ProjectOwner.signIn();
  for (const each of [served, other]) {
    await each.owner.ask('PATCH', `/api/projects/${each.project.id}`, { visibility: 'keys' });
    await give(user, each, 'a credential of mine');
  }
  const list = async () => {
    const path = '/api/credentials';
    return (await user.ask<{ credentials: StoredCredential[] }>('GET', path)).credentials;
  };
  const titleOf = async (id: string) =>
    (await list()).find((credential) => credential.project === id)?.title;
  expect(await titleOf(project.id)).toBe(project.title);
  expect(JSON.stringify(await list())).not.toContain('a credential of mine');
  await owner.ask('PATCH', `/api/projects/${project.id}`, { visibility: 'private' });
  await other.owner.ask('PATCH', `/api/projects/${other.project.id}`, { slug: newSlug() });
  expect(await titleOf(project.id)).toBeNull();
  expect(await titleOf(other.project.id)).toBe(other.project.title);
  // By the name of a private endpoint, by a former name, and by the id of the project.
  const stranger = await ProjectOwner.signIn();
  for (const place of [project.id, project.slug]) {
    await stranger.ask('GET', '/api/credentials');
    expect((await stranger.send('DELETE', `/api/credentials/${place}/${name}`)).status).toBe(204);
  }
  expect(await list()).toHaveLength(2);
  expect((await user.send('DELETE', `${other.path}/${name}`)).status).toBe(204);
  expect((await user.send('DELETE', `/api/credentials/${project.id}/${name}`)).status).toBe(204);
  expect(await list()).toEqual([]);
});

test('credentials go with the project and with the account, and nobody else’s do', async () => {
  const served = await publish();
  const { owner, project } = served;
  const member = await join(owner);
  const other = await publish();
  await join(other.owner);
  await give(owner, served, 'k'.repeat(20));
  await give(member, served, 'k'.repeat(21));
  await give(other.owner, other, 'k'.repeat(22));
  await accountLifecycle.revoke(env, member.uid);
  expect(await countOf(toCallerSecretOwner(member.uid, project.id))).toBe(0);
  expect(await countOf(toCallerSecretOwner(owner.uid, project.id))).toBe(1);
  await removeProjectsOf(env, owner.account);
  expect(await countOf(toCallerSecretOwner(owner.uid, project.id))).toBe(0);
  expect(await countOf(toCallerSecretOwner(other.owner.uid, other.project.id))).toBe(1);
});

test('during a rollout callers give what either version asks for, for the origins of both', async () => {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.draft(DOCUMENT);
  const name = draft.secrets[0]?.name ?? '';
  const [origin = ''] = draft.secrets[0]?.origins ?? [];
  const project = await owner.saveProject(draft);
  await owner.publish(project, 1);
  const path = `/api/credentials/${project.slug}`;
  const { credentials } = await owner.ask<CallerCredentials>('GET', path);
  expect(credentials).toEqual([]);
  const read = await owner.send('GET', `/api/drafts/${draft.id}/blueprint`);
  const blueprint = await read.json<{ upstreams: { id: string }[] }>();
  const moved = 'https://moved.example.net';
  const edited = await owner.edit(
    draft,
    { edit: 'setSecret', name, scope: 'caller' },
    { edit: 'setUpstream', id: blueprint.upstreams[0]?.id, baseUrl: moved },
  );
  await owner.saveVersion(project, edited, { base: 1 });
  await owner.ask('POST', `/api/projects/${project.id}/publication`, { version: 2, share: 50 });
  const during = await owner.ask<CallerCredentials>('GET', path);
  const origins = [moved, origin].toSorted();
  expect(during.credentials).toMatchObject([{ name, isSet: false, origins }]);
  await owner.ask('PUT', `${path}/${name}`, { value: 'k'.repeat(20), origins });
  // Bound to both, it needs no confirmation with whichever version stays.
  await owner.publish(project, 2);
  const after = await owner.ask<CallerCredentials>('GET', path);
  expect(after.credentials).toMatchObject([{ name, isSet: true, needsConfirmation: false }]);
});
