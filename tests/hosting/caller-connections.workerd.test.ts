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
import { problemOf, ProjectOwner } from '../projects/project-owner.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';
import {
  CONNECTED_DOCUMENT,
  decide,
  endTokensOf,
  registerClient,
  SIGN_IN_SITE,
  tokenRequestsOf,
  type RegisteredClient,
} from '../setup/connected-api.ts';
import { modernRequest } from '../setup/modern-request.ts';
import { MessageReader, RawSession } from './raw-session.workerd.ts';

const PLACE = { upstream: 'api', scheme: 'login' };
const ENDED = 'needs you to sign in to its API';

interface Served {
  owner: ProjectOwner;
  project: ProjectView;
  client: RegisteredClient;
  /** The secret that connecting sets. */
  name: string;
  path: string;
}

/** A tool of code beside the API's own. */
const toCode = (name: string, source: string) => ({
  edit: 'upsertTool',
  tool: {
    name,
    description: 'Calls the API in code.',
    enabled: true,
    inputSchema: { type: 'object' },
    action: { kind: 'code', source },
  },
});

/** A published project whose API each caller connects for themselves, with a client of its owner. */
async function publish(given: object = {}, ...edits: object[]): Promise<Served> {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.draft(CONNECTED_DOCUMENT);
  const client = await registerClient(`${SITE}/connect/callback`, given);
  const nameOf = (end: string) => draft.secrets.find(({ name }) => name.endsWith(end))?.name ?? '';
  const name = nameOf('_REFRESH_TOKEN');
  const edited = await owner.edit(draft, { edit: 'setSecret', name, scope: 'caller' }, ...edits);
  const project = await owner.saveProject(edited);
  await owner.publish(project, 1);
  await owner.ask('PATCH', `/api/projects/${project.id}`, { visibility: 'keys' });
  const put = (end: string, value: string) =>
    owner.ask('PUT', `/api/projects/${project.id}/secrets/live/${nameOf(end)}`, { value });
  await put('_CLIENT_ID', client.id);
  await put('_CLIENT_SECRET', client.secret);
  return { owner, project, client, name, path: `/api/credentials/${project.slug}` };
}

/** A key of the project's account, made by a user. */
async function createKey({ owner }: Served, maker = owner): Promise<string> {
  const body = { name: 'Test', projects: 'all' };
  const made = await owner.ask<CreatedKey>('POST', '/api/keys', body, 201);
  const rename = env.DB.prepare('update api_keys set created_by = ? where id = ?');
  await rename.bind(maker.uid, made.key.id).run();
  return made.token;
}

async function begin(user: ProjectOwner, { path }: Served): Promise<URL> {
  const { url } = await user.ask<{ url: string }>('POST', `${path}/connections`, PLACE);
  return new URL(url);
}

/** The user comes back from the API's sign-in: where they are led. */
async function comeBack(user: ProjectOwner, back: URL): Promise<string | null> {
  const headers = { 'sec-fetch-site': 'cross-site' };
  const answer = await user.browser.fetch(back.pathname + back.search, { headers });
  expect(answer.status).toBe(303);
  return answer.headers.get('location');
}

async function connect(user: ProjectOwner, served: Served): Promise<void> {
  const location = await comeBack(user, await decide(await begin(user, served)));
  expect(location).toBe(`/mcp/${served.project.slug}/credentials`);
}

async function isConnected(user: ProjectOwner, { path }: Served): Promise<boolean | undefined> {
  const { credentials } = await user.ask<CallerCredentials>('GET', path);
  return credentials[0]?.isSet;
}

interface Result {
  isError?: boolean;
  content: { text: string }[];
}

async function call<Answer = Result>(
  { project }: Served,
  token: string,
  more: object = {},
): Promise<Answer> {
  const made = modernRequest('tools/call', { name: 'list_notes', arguments: {}, ...more });
  const headers = new Headers(made.headers);
  headers.set('authorization', `Bearer ${token}`);
  const body = await made.text();
  const request = new Request(SITE + project.endpoint, { method: 'POST', headers, body });
  const answer = await exports.default.fetch(request);
  const { result } = await answer.json<{ result: Answer }>();
  return result;
}

const textOf = ({ content }: Result) => content.map(({ text }) => text).join('');

test('each caller connects the API for their own calls, and for nobody else’s', async () => {
  const served = await publish();
  const { owner, project, client, name, path } = served;
  const other = await ProjectOwner.signIn();
  const [key, otherKey] = [await createKey(served), await createKey(served, other)];
  const { credentials } = await other.ask<CallerCredentials>('GET', path);
  expect(credentials).toMatchObject([
    {
      name,
      isSet: false,
      origins: [SIGN_IN_SITE],
      connection: { place: PLACE, title: 'Notes', signInHost: 'id.example.net', isSetUp: true },
    },
  ]);
  const url = await begin(other, served);
  expect(url.searchParams.get('client_id')).toBe(client.id);
  expect(url.searchParams.get('code_challenge_method')).toBe('S256');
  expect(url.searchParams.get('redirect_uri')).toBe(`${SITE}/connect/callback`);
  for (const hidden of [project.id, project.slug, other.uid])
    expect(url.href).not.toContain(hidden);
  await comeBack(other, await decide(url));
  const result = await call(served, otherKey);
  expect(textOf(result)).toContain('"path":"/api/notes"');
  expect(JSON.stringify(result)).not.toMatch(/access-|refresh-/);
  // What one caller has connected is nothing of the owner's, nor of anybody else's.
  const refused = await call(served, key);
  expect(refused.isError).toBe(true);
  expect(textOf(refused)).toContain(`${ENDED}: it is not connected`);
  expect(textOf(refused)).toContain(`${SITE}/mcp/${project.slug}/credentials`);
  const list = await owner.ask<SecretStatusList>(
    'GET',
    `/api/projects/${project.id}/secrets?environment=live`,
  );
  expect(list.ofCallers).toEqual([name]);
  expect(list.secrets.map((secret) => secret.name)).not.toContain(name);
  const rows = await env.DB.prepare('select * from secrets where owner like ?')
    .bind(`%${project.id}%`)
    .all();
  expect(JSON.stringify(rows.results)).not.toMatch(/refresh-|access-/);
  const log = await owner.send('GET', `/api/projects/${project.id}/calls`);
  expect(await log.text()).not.toMatch(/refresh-|access-/);
});

test('the account lists what was connected, and ending it there or on the page ends it for calls', async () => {
  const served = await publish();
  const { project, name, path } = served;
  const user = await ProjectOwner.signIn();
  const key = await createKey(served, user);
  await connect(user, served);
  expect((await call(served, key)).isError ?? false).toBe(false);
  const list = await user.ask<{ credentials: StoredCredential[] }>('GET', '/api/credentials');
  expect(list.credentials).toMatchObject([{ project: project.id, name, connects: 'Notes' }]);
  await user.send('DELETE', `/api/credentials/${project.id}/${name}`);
  expect(textOf(await call(served, key))).toContain(ENDED);
  await connect(user, served);
  await user.send('DELETE', `${path}/${name}`);
  expect(await isConnected(user, served)).toBe(false);
  expect(textOf(await call(served, key))).toContain(ENDED);
});

const CAN_OPEN = {
  _meta: { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } } },
};

interface Asked {
  requestState: string;
  inputRequests: Record<string, { params: { mode: string; url: string; message: string } }>;
}

test('a client of 2026 is sent to the page, and again where the API has ended the connection', async () => {
  const served = await publish();
  const { owner, project, client } = served;
  const key = await createKey(served);
  const asked = await call<Asked>(served, key, CAN_OPEN);
  const [[question, { params }] = ['', { params: {} }]] = Object.entries(asked.inputRequests);
  expect(params).toMatchObject({
    mode: 'url',
    url: `${SITE}/mcp/${project.slug}/credentials`,
    message: expect.stringContaining('Connect it on this page'),
  });
  await connect(owner, served);
  const answered = {
    ...CAN_OPEN,
    requestState: asked.requestState,
    inputResponses: { [question]: { action: 'accept' } },
  };
  expect(textOf(await call(served, key, answered))).toContain('/api/notes');

  await endTokensOf(client, 'revoke');
  const again = await call<Asked>(served, key, CAN_OPEN);
  expect(Object.values(again.inputRequests)).toMatchObject([{ params: { mode: 'url' } }]);
  expect(await isConnected(owner, served)).toBe(false);
  const silent = await call(served, key);
  expect(silent.isError).toBe(true);
  expect(textOf(silent)).toContain('or the connection has ended. Connect it once at');
  await connect(owner, served);
  expect(textOf(await call(served, key))).toContain('/api/notes');
});

test('a client of 2025 is asked in its session, also where the connection ends in a call', async () => {
  const served = await publish();
  const { owner, client } = served;
  const key = await createKey(served);
  const session = await RawSession.open(served.project.endpoint, { elicitation: { url: {} } }, key);
  const params = { name: 'list_notes', arguments: {} };
  const ask = async (id: number, meanwhile: () => Promise<void>) => {
    const stream = new MessageReader(await session.post({ id, method: 'tools/call', params }));
    const question = await stream.next();
    expect(question).toMatchObject({ method: 'elicitation/create', params: { mode: 'url' } });
    await meanwhile();
    await session.post({ id: question['id'] ?? null, result: { action: 'accept' } });
    return JSON.stringify(await stream.next());
  };
  expect(await ask(1, () => connect(owner, served))).toContain('/api/notes');
  await endTokensOf(client, 'revoke');
  expect(await ask(2, () => connect(owner, served))).toContain('/api/notes');
});

test('code that names its API is not run before its caller has connected it; other code is told after', async () => {
  const source = (api: string) =>
    `export default async (args, context) => {
       await context.log('info', 'runs');
       return context.json(${api}, { path: '/notes' });
     };`;
  const edits = [toCode('plain', source("'api'")), toCode('other', source("['a', 'pi'].join('')"))];
  const served = await publish({}, ...edits);
  const { owner, project } = served;
  const key = await createKey(served);
  const stopped = await call<Asked>(served, key, { ...CAN_OPEN, name: 'plain' });
  expect(Object.values(stopped.inputRequests)).toHaveLength(1);
  const told = await call(served, key, { ...CAN_OPEN, name: 'other' });
  expect(told.isError).toBe(true);
  expect(textOf(told)).toContain(`${SITE}/mcp/${project.slug}/credentials`);
  await connect(owner, served);
  for (const name of ['plain', 'other']) {
    expect(textOf(await call(served, key, { name }))).toContain('/api/notes');
  }
});

test('calls that come at once buy one token, and replaced refresh tokens are kept for each caller', async () => {
  const served = await publish({ expiresIn: 31 });
  const other = await ProjectOwner.signIn();
  const [key, otherKey] = [await createKey(served), await createKey(served, other)];
  await connect(served.owner, served);
  await connect(other, served);
  for (let round = 0; round < 3; round += 1) {
    const calls = [key, key, otherKey, key, otherKey].map((token) => call(served, token));
    for (const result of await Promise.all(calls)) expect(result.isError ?? false).toBe(false);
    await endTokensOf(served.client, 'expire');
  }
  const asked = await tokenRequestsOf(served.client);
  expect(asked.filter(({ error }) => error !== null)).toEqual([]);
  expect(asked.filter(({ grant }) => grant === 'authorization_code')).toHaveLength(2);
});

test('only the user who began ends it, in their browser, for that endpoint, and once', async () => {
  const served = await publish();
  const elsewhere = await publish();
  const user = await ProjectOwner.signIn();
  const attacker = await ProjectOwner.signIn();
  const back = await decide(await begin(user, served));
  await begin(attacker, served);
  // Another user, who has begun as well, and the same user without the browser that began.
  expect(await comeBack(attacker, back)).toBe(`/mcp/${served.project.slug}/credentials`);
  const mark = user.browser.cookies.get('__Host-connect') ?? '';
  user.browser.cookies.delete('__Host-connect');
  expect(await comeBack(user, back)).toBe('/');
  user.browser.cookies.set('__Host-connect', mark);
  // Nobody who is signed out, and no visitor with the mark alone.
  const stranger = new ProjectOwner();
  stranger.browser.cookies.set('__Host-connect', mark);
  expect(await comeBack(stranger, back)).toBe('/');
  expect(await tokenRequestsOf(served.client)).toEqual([]);

  await comeBack(user, back);
  expect(await isConnected(user, served)).toBe(true);
  expect(await isConnected(user, elsewhere)).toBe(false);
  expect(await isConnected(attacker, served)).toBe(false);
  await comeBack(user, back);
  await begin(user, served);
  await comeBack(user, back);
  // A second exchange of the code would have made the server end what the first one gave.
  expect(await tokenRequestsOf(served.client)).toHaveLength(1);
});

test('a connection begins only for who may call, with what is the caller’s own and set up', async () => {
  const served = await publish();
  const { owner, project, path } = served;
  const stranger = await ProjectOwner.signIn();
  const post = (user: ProjectOwner, place: object) =>
    user.send('POST', `${path}/connections`, place);
  expect((await post(new ProjectOwner(), PLACE)).status).toBe(401);
  expect((await post(stranger, { ...PLACE, scheme: 'other' })).status).toBe(404);
  const clientId = await owner.ask<SecretStatusList>(
    'GET',
    `/api/projects/${project.id}/secrets?environment=live`,
  );
  const id = clientId.secrets.find(({ name }) => name.endsWith('_CLIENT_ID'))?.name ?? '';
  await owner.send('DELETE', `/api/projects/${project.id}/secrets/live/${id}`);
  expect(await problemOf(await post(stranger, PLACE))).toMatch(/^409/);
  const { credentials } = await stranger.ask<CallerCredentials>('GET', path);
  expect(credentials).toMatchObject([{ connection: { isSetUp: false } }]);
  await owner.ask('PATCH', `/api/projects/${project.id}`, { visibility: 'private' });
  expect((await post(stranger, PLACE)).status).toBe(404);
});

/** Publishes another version, whose API is elsewhere. */
async function moveApi({ owner, project }: Served): Promise<void> {
  const draft = await owner.ask<{ id: string; revision: number }>(
    'POST',
    `/api/projects/${project.id}/versions/1/draft`,
    undefined,
    201,
  );
  const view = await owner.ask<Parameters<ProjectOwner['edit']>[0]>(
    'GET',
    `/api/drafts/${draft.id}`,
  );
  const moved = 'https://upstream.example.net/v1';
  const edited = await owner.edit(view, {
    edit: 'setUpstream',
    id: PLACE.upstream,
    baseUrl: moved,
  });
  await owner.saveVersion(project, edited, { base: 1 });
  await owner.publish(project, 2);
}

test('an API that moved after its page was opened, or while its user signed in, is not connected', async () => {
  const served = await publish();
  const { owner, project, path } = served;
  const user = await ProjectOwner.signIn();
  const { credentials } = await user.ask<CallerCredentials>('GET', path);
  const start = { ...PLACE, origins: credentials[0]?.origins };
  const { url } = await user.ask<{ url: string }>('POST', `${path}/connections`, start);
  const back = await decide(new URL(url));
  await moveApi(served);
  // Also where the owner of the server has agreed that its client goes there.
  const live = `/api/projects/${project.id}/secrets`;
  const { secrets } = await owner.ask<SecretStatusList>('GET', `${live}?environment=live`);
  for (const { name, isSet } of secrets) {
    if (isSet) await owner.ask('PUT', `${live}/live/${name}`, { confirm: true });
  }
  await comeBack(user, back);
  expect(await isConnected(user, served)).toBe(false);
  const late = await user.send('POST', `${path}/connections`, start);
  expect(await problemOf(late)).toMatch(/^409/);
  await connect(user, served);
  expect(await isConnected(user, served)).toBe(true);
});

test('a token goes nowhere that its user was not shown: a moved API has to be connected again', async () => {
  const served = await publish();
  const { owner, project } = served;
  const key = await createKey(served);
  await connect(owner, served);
  await moveApi(served);
  const list = await owner.ask<CallerCredentials>('GET', served.path);
  expect(list.credentials).toMatchObject([
    { isSet: true, needsConfirmation: true, connection: { isSetUp: false } },
  ]);
  // First its owner agrees that the client goes there, which no caller can.
  expect(textOf(await call(served, key))).toContain('Ask the operator of this server');
  const live = `/api/projects/${project.id}/secrets`;
  const { secrets } = await owner.ask<SecretStatusList>('GET', `${live}?environment=live`);
  for (const { name, isSet } of secrets) {
    if (isSet) await owner.ask('PUT', `${live}/live/${name}`, { confirm: true });
  }
  expect(textOf(await call(served, key))).toContain(ENDED);
});

test('connections go with the account and with the project', async () => {
  const served = await publish();
  const { owner, project } = served;
  const user = await ProjectOwner.signIn();
  await connect(owner, served);
  await connect(user, served);
  const countOf = async ({ uid }: ProjectOwner) => {
    const row = env.DB.prepare('select count(*) as n from secrets where owner = ?');
    return row.bind(toCallerSecretOwner(uid, project.id)).first<number>('n');
  };
  await accountLifecycle.revoke(env, user.uid);
  expect(await Promise.all([countOf(user), countOf(owner)])).toEqual([0, 1]);
  await removeProjectsOf(env, owner.account);
  expect(await countOf(owner)).toBe(0);
});
