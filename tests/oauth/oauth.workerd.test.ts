import { env, exports } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';

import type { CreatedKey } from '#app/api-keys/api-key.ts';
import type { NamedCallPage } from '#app/hosting/calls/call-entry.ts';
import { findServed } from '#app/hosting/endpoint/find-served.server.ts';
import { identifyEndpointCaller } from '#app/hosting/endpoint/identify-caller.server.ts';
import { revokeAppsOf } from '#app/oauth/apps/grant-store.server.ts';
import type { ConnectedApp } from '#app/oauth/apps/connected-app.ts';
import { LEASE_MS } from '#app/projects/endpoint/lease-cache.server.ts';
import type { EndpointVisibility, ProjectView } from '#app/projects/project.ts';

import { ProjectOwner } from '../projects/project-owner.workerd.ts';
import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { breakBinding, freezeNamespace } from '../setup/broken-binding.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';
import { modernRequest } from '../setup/modern-request.ts';
import { decide, OauthClient, open, tryOpen } from './oauth-client.workerd.ts';

const ALL = ['tools:read', 'tools:write', 'tools:destructive'];

let owner: ProjectOwner;
let project: ProjectView;
let addresses = 0;

beforeAll(async () => {
  owner = await ProjectOwner.signIn();
  await owner.buy('team');
  project = await publish(owner, 'keys');
});

async function publish(user: ProjectOwner, visibility: EndpointVisibility): Promise<ProjectView> {
  const made = await user.saveProject(await user.draft());
  await user.publish(made, 1);
  await user.ask('PATCH', `/api/projects/${made.id}`, { visibility });
  return made;
}

/** A client that a user lets call an endpoint, with its tokens. */
async function connect(user: ProjectOwner, { slug }: ProjectView, scopes = ALL) {
  const client = new OauthClient();
  await client.register();
  const asked = await open(user, await client.toAddress(slug));
  const { code = '' } = await decide(user, asked, scopes);
  const answer = await client.exchange(slug, code);
  expect(answer.status).toBe(200);
  const tokens = await answer.json<{ access_token: string; refresh_token: string }>();
  return { client, code, access: tokens.access_token, refresh: tokens.refresh_token };
}

function ask(
  { slug }: ProjectView,
  method: string,
  token: string | null,
  params: { name?: string; uri?: string; arguments?: object } = {},
) {
  addresses += 1;
  const made = modernRequest(method, params);
  const headers = new Headers(made.headers);
  headers.set('cf-connecting-ip', `198.51.100.${addresses}`);
  headers.set('origin', 'https://client.example');
  if (params.uri !== undefined) headers.set('mcp-name', params.uri);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const init = { method: 'POST', headers, body: made.body };
  return exports.default.fetch(new Request(`${SITE}/mcp/${slug}`, init));
}

const get = (path: string) => exports.default.fetch(new Request(SITE + path));

test('a client finds its way from the refusal to the authorization server', async () => {
  const refused = await ask(project, 'tools/list', null);
  expect(refused.status).toBe(401);
  const path = `/.well-known/oauth-protected-resource/mcp/${project.slug}`;
  expect(refused.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${SITE}${path}"`);
  expect(refused.headers.get('access-control-expose-headers')?.toLowerCase()).toContain(
    'www-authenticate',
  );
  const metadata = await get(path);
  expect(metadata.headers.get('access-control-allow-origin')).toBe('*');
  expect(metadata.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await metadata.json()).toEqual({
    resource: `${SITE}/mcp/${project.slug}`,
    authorization_servers: [SITE],
    bearer_methods_supported: ['header'],
    scopes_supported: ALL,
  });
  const server = await get('/.well-known/oauth-authorization-server');
  const about = await server.json<Record<string, unknown>>();
  expect(about).toMatchObject({
    issuer: SITE,
    authorization_endpoint: `${SITE}/oauth/authorize`,
    token_endpoint: `${SITE}/oauth/token`,
    registration_endpoint: `${SITE}/oauth/register`,
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });
  expect(about).not.toHaveProperty('protected_resources');
  expect((await get('/.well-known/oauth-protected-resource/mcp/no-such-server')).status).toBe(404);
});

test('a user lets an app call an endpoint, and it does', async () => {
  const user = await ProjectOwner.signIn();
  const client = new OauthClient();
  expect((await client.register()).status).toBe(201);
  const asked = await open(user, await client.toAddress(project.slug));
  expect(asked).toMatchObject({
    title: 'Upstream',
    app: {
      name: 'Editor',
      domain: null,
      client: client.id.slice(0, 8),
      redirectHost: '127.0.0.1',
      isLocal: true,
    },
  });
  expect(asked.groups.map(({ scope }) => scope)).toContain('tools:read');
  const { code = '', state, iss } = await decide(user, asked, ALL);
  expect({ state, iss }).toEqual({ state: 'state-1', iss: SITE });
  const answer = await client.exchange(project.slug, code);
  const { access_token: token, resource } = await answer.json<Record<string, string>>();
  expect(resource).toBe(`${SITE}/mcp/${project.slug}`);
  const listed = await ask(project, 'tools/list', token ?? '');
  expect(listed.status).toBe(200);
  expect(JSON.stringify(await listed.json())).toContain('"page"');
  // A code works once.
  expect((await client.exchange(project.slug, code)).status).toBe(400);
});

test('a token of one endpoint is none at another', async () => {
  const other = await publish(owner, 'keys');
  const { access } = await connect(owner, project);
  expect((await ask(project, 'tools/list', access)).status).toBe(200);
  const wrong = await ask(other, 'tools/list', access);
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
  // Nor can a code be taken elsewhere, or for no endpoint at all.
  const client = new OauthClient();
  await client.register();
  const { code = '' } = await decide(
    owner,
    await open(owner, await client.toAddress(project.slug)),
    ALL,
  );
  expect((await client.exchange(other.slug, code)).status).toBe(400);
  const nowhere = await client.exchange(null, code);
  expect(await nowhere.json()).toMatchObject({ error: 'invalid_target' });
  expect((await client.exchange(project.slug, code)).status).toBe(200);
});

test('a token is for the project whose endpoint it was, also where another one has its address now', async () => {
  const former = await publish(owner, 'keys');
  const heir = await publish(await ProjectOwner.signIn(), 'keys');
  const { access } = await connect(owner, former);
  const pass = env.DB.prepare('update slugs set project = ? where slug = ?');
  await pass.bind(heir.id, former.slug).run();
  expect((await ask(former, 'tools/list', access)).status).toBe(401);
  const { access: again } = await connect(owner, former);
  expect((await ask(former, 'tools/list', again)).status).toBe(200);
});

test('a private endpoint is for members of its account, also after it was opened to others', async () => {
  const stranger = await ProjectOwner.signIn();
  const { access } = await connect(stranger, project);
  const own = await connect(owner, project);
  await owner.ask('PATCH', `/api/projects/${project.id}`, { visibility: 'private' });
  try {
    expect((await ask(project, 'tools/list', access)).status).toBe(401);
    expect((await ask(project, 'tools/list', own.access)).status).toBe(200);
    const address = await own.client.toAddress(project.slug);
    expect(await tryOpen(stranger, address)).toEqual({ ok: false, reason: 'foreignEndpoint' });
  } finally {
    await owner.ask('PATCH', `/api/projects/${project.id}`, { visibility: 'keys' });
  }
});

test('an app calls only the groups of tools that it was let call', async () => {
  const { access } = await connect(owner, project, ['tools:write']);
  const call = { name: 'page', arguments: {} };
  const refused = await ask(project, 'tools/call', access, call);
  expect(refused.status).toBe(403);
  expect(refused.headers.get('www-authenticate')).toContain(
    'error="insufficient_scope", scope="tools:write tools:read"',
  );
  const { access: reads } = await connect(owner, project, ['tools:read']);
  expect((await ask(project, 'tools/call', reads, call)).status).toBe(200);
  // The owner of the endpoint sees in its log which app it was.
  const log = async () => {
    const path = `/api/projects/${project.id}/calls?limit=2`;
    const { calls } = await owner.ask<NamedCallPage>('GET', path);
    return calls.map(({ app, end }) => `${app}: ${end}`);
  };
  await expect.poll(log).toContain('Editor: unauthorized');
});

test('who refuses is asked once, and the app is told', async () => {
  const client = new OauthClient();
  await client.register();
  const asked = await open(owner, await client.toAddress(project.slug));
  expect(await decide(owner, asked, [])).toMatchObject({ error: 'access_denied', iss: SITE });
  const again = await owner.send('POST', '/api/oauth/consent', {
    handle: asked.handle,
    slug: asked.slug,
    scopes: ALL,
  });
  expect(again.status).toBe(409);
});

test('a request is answered in the browser that opened it, for its endpoint, from our own pages', async () => {
  const user = await ProjectOwner.signIn();
  const other = await publish(owner, 'keys');
  const client = new OauthClient();
  await client.register();
  const { handle, slug } = await open(user, await client.toAddress(project.slug));
  const body = { handle, slug, scopes: ALL };
  const thief = await ProjectOwner.signIn();
  expect((await thief.send('POST', '/api/oauth/consent', body)).status).toBe(409);
  const foreign = { 'sec-fetch-site': 'cross-site' };
  expect((await user.send('POST', '/api/oauth/consent', body, foreign)).status).toBe(403);
  const elsewhere = { ...body, slug: other.slug };
  expect((await user.send('POST', '/api/oauth/consent', elsewhere)).status).toBe(409);
});

test('requests that nobody can answer are told on the page, and never sent to a stranger', async () => {
  const client = new OauthClient();
  await client.register();
  const problems = [
    await tryOpen(owner, await client.toAddress('no-such-server')),
    await tryOpen(
      owner,
      await client.toAddress(project.slug, { resource: 'https://evil.net/mcp' }),
    ),
    await tryOpen(owner, await client.toAddress(project.slug, { client_id: 'nobody' })),
    await tryOpen(
      owner,
      await client.toAddress(project.slug, { redirect_uri: 'https://evil.net/take' }),
    ),
  ];
  expect(problems.map((each) => (each.ok ? 'ok' : each.reason))).toEqual([
    'unknownEndpoint',
    'unknownEndpoint',
    'invalidRequest',
    'invalidRequest',
  ]);
  // Its own address is told what is wrong with its request.
  const plain = await tryOpen(
    owner,
    await client.toAddress(project.slug, { code_challenge_method: 'plain' }),
  );
  expect(plain).toMatchObject({ ok: false, reason: 'wrongRequest' });
  const long = await client.toAddress(project.slug, { client_id: 'x'.repeat(600) });
  expect(await tryOpen(owner, long)).toMatchObject({ ok: false, reason: 'invalidRequest' });
  const tooLong = await client.exchange(project.slug, `a:${'b'.repeat(600)}:c`);
  expect(tooLong.status).toBe(400);
  const dangerous = await client.register({ redirect_uris: ['javascript:alert(1)'] });
  expect(dangerous.status).toBe(400);
});

test('tokens are refreshed, and a revoked app is refused', async () => {
  const user = await ProjectOwner.signIn();
  const { client, refresh } = await connect(user, project);
  const form = { grant_type: 'refresh_token', refresh_token: refresh };
  const resource = `${SITE}/mcp/${project.slug}`;
  const refreshed = await client.ask({ ...form, resource });
  expect(refreshed.status).toBe(200);
  const { access_token: access } = await refreshed.json<{ access_token: string }>();
  const { apps } = await user.ask<{ apps: ConnectedApp[] }>('GET', '/api/oauth/apps');
  expect(apps).toMatchObject([{ name: 'Editor', domain: null, slug: project.slug, scopes: ALL }]);
  const path = `/api/oauth/apps/${apps[0]?.id}`;
  expect((await owner.send('DELETE', path)).status).toBe(404);
  expect((await user.send('DELETE', path)).status).toBe(204);
  expect((await ask(project, 'tools/list', access)).status).toBe(401);
  expect((await user.ask<{ apps: unknown[] }>('GET', '/api/oauth/apps')).apps).toEqual([]);
});

test('a client gives its token back (RFC 7009)', async () => {
  const { client, access } = await connect(owner, project);
  expect((await client.ask({ token: access })).status).toBe(200);
  expect((await ask(project, 'tools/list', access)).status).toBe(401);
});

test('a token stands in the store by its hash alone', async () => {
  const { access, refresh } = await connect(owner, project);
  const { keys } = await env.OAUTH_KV.list();
  const values = await Promise.all(keys.map(({ name }) => env.OAUTH_KV.get(name)));
  const stored = JSON.stringify([keys, values]);
  for (const token of [access, refresh]) {
    expect(stored).not.toContain(token.slice(token.lastIndexOf(':') + 1));
  }
});

test('tools that run behind a resource or a prompt need their group, too', async () => {
  const draft = await owner.edit(
    await owner.draft(),
    {
      edit: 'upsertResource',
      resource: { uri: 'page://{path}', name: 'page', content: { kind: 'tool', tool: 'page' } },
    },
    {
      edit: 'upsertPrompt',
      prompt: { name: 'ask_page', arguments: [], messages: [], tool: 'page' },
    },
  );
  const made = await owner.saveProject(draft);
  await owner.publish(made, 1);
  const { access } = await connect(owner, made, ['tools:write']);
  const read = await ask(made, 'resources/read', access, { uri: 'page://a' });
  expect(read.status).toBe(403);
  const got = await ask(made, 'prompts/get', access, { name: 'ask_page' });
  expect(got.status).toBe(403);
  const { access: reads } = await connect(owner, made, ['tools:read']);
  expect((await ask(made, 'resources/read', reads, { uri: 'page://a' })).status).toBe(200);
});

test('with a user go the apps that they have connected, also where the store still holds them', async () => {
  const user = await ProjectOwner.signIn();
  const { access } = await connect(user, project);
  const { access: unused } = await connect(user, project);
  expect((await ask(project, 'tools/list', access)).status).toBe(200);
  const { keys } = await env.OAUTH_KV.list({ prefix: `grant:${user.uid}:` });
  const kept = await Promise.all(keys.map(({ name }) => env.OAUTH_KV.get(name)));
  expect(kept).toHaveLength(2);
  await env.DB.prepare('delete from accounts where personal_uid = ?').bind(user.uid).run();
  expect((await ask(project, 'tools/list', unused)).status).toBe(401);
  await revokeAppsOf(env, user.uid);
  expect((await env.OAUTH_KV.list({ prefix: `grant:${user.uid}:` })).keys).toEqual([]);
});

test('the calls of users from elsewhere are limited by user', async () => {
  const stranger = await ProjectOwner.signIn();
  const { access } = await connect(stranger, project);
  const statuses = new Set<number>();
  // The limit is of a minute: another one may begin meanwhile.
  for (let sent = 0; sent < 600 && !statuses.has(429); sent += 10) {
    const call = { name: 'no_such_tool', arguments: {} };
    const some = Array.from({ length: 10 }, () => ask(project, 'tools/call', access, call));
    for (const { status } of await Promise.all(some)) statuses.add(status);
  }
  expect(statuses).toContain(429);
});

test('a revoked key and a disconnected app are refused after a lease, whatever KV still tells', async () => {
  const user = await ProjectOwner.signIn();
  const { access } = await connect(user, project);
  const body = { name: 'K', projects: 'all' };
  const made = await owner.ask<CreatedKey>('POST', '/api/keys', body, 201);
  const frozen = { OAUTH_KV: freezeNamespace(env.OAUTH_KV), CACHE: freezeNamespace(env.CACHE) };
  const app = { ...makeApp(frozen), origin: SITE, nonce: 'n' };
  const leased = await findServed(app, project.slug, Date.now());
  if (!leased.ok) throw new Error(leased.reason);
  const place = { slug: project.slug, lease: leased.value };
  const identify = (token: string, now: number, by = app) => {
    const request = new Request(SITE, { headers: { authorization: `Bearer ${token}` } });
    return identifyEndpointCaller(by, request, place, now);
  };
  const isLetIn = async (token: string, now: number) => (await identify(token, now)).ok;
  const tokens = [access, made.token];
  const start = Date.now();
  for (const token of tokens) expect(await isLetIn(token, start)).toBe(true);
  // While the store is away, nobody can tell: a client that heard 401 would sign its user out.
  const stores = { OAUTH_KV: breakBinding(env.OAUTH_KV), CACHE: breakBinding(env.CACHE) };
  const away = { ...makeApp(stores), origin: SITE, nonce: 'n' };
  expect(await identify(access, start + LEASE_MS, away)).toEqual({
    ok: false,
    reason: 'storeUnavailable',
  });
  expect((await identify(made.token, start + LEASE_MS, away)).ok).toBe(true);
  expect((await owner.send('DELETE', `/api/keys/${made.key.id}`)).ok).toBe(true);
  const { apps } = await user.ask<{ apps: ConnectedApp[] }>('GET', '/api/oauth/apps');
  expect((await user.send('DELETE', `/api/oauth/apps/${apps[0]?.id}`)).status).toBe(204);
  for (const token of tokens) expect(await isLetIn(token, start + 2 * LEASE_MS)).toBe(false);
});

test('a browser keeps few questions open: the oldest one ends where another is asked', async () => {
  const user = await ProjectOwner.signIn();
  const client = new OauthClient();
  await client.register();
  const asked = [];
  for (let count = 0; count < 5; count += 1) {
    asked.push(await open(user, await client.toAddress(project.slug)));
  }
  const cookies = [...user.browser.cookies.keys()].filter((name) => name.includes('consent'));
  expect(cookies).toHaveLength(4);
  const [oldest, second] = asked;
  await expect(decide(user, oldest!, ALL)).rejects.toThrow('409');
  expect(await decide(user, second!, ALL)).toHaveProperty('code');
});
