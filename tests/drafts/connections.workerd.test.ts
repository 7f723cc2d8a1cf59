import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { DraftView } from '#app/drafts/draft.ts';

import {
  CONNECTED_DOCUMENT,
  decide,
  endTokensOf,
  registerClient,
  SIGN_IN_SITE,
  tokenRequestsOf,
} from '../setup/connected-api.ts';
import { callMcpTool, ORIGIN, Visitor } from '../setup/drafts.ts';

const CALLBACK = `${ORIGIN}/connect/callback`;
const PLACE = { upstream: 'api', scheme: 'login' };

/** A server whose client is set, and its owner. */
async function makeServer(given: object = {}) {
  const maker = new Visitor();
  const draft = await maker.submit(CONNECTED_DOCUMENT);
  const client = await registerClient(CALLBACK, given);
  const nameOf = (end: string) => draft.secrets.find(({ name }) => name.endsWith(end))?.name ?? '';
  const put = (end: string, value: string) =>
    maker.json('PUT', `/api/drafts/${draft.id}/secrets/${nameOf(end)}`, { value });
  expect((await put('_CLIENT_ID', client.id)).status).toBe(200);
  expect((await put('_CLIENT_SECRET', client.secret)).status).toBe(200);
  const [upstream] = 'upstreams' in draft.blueprint ? draft.blueprint.upstreams : [];
  const place = { ...PLACE, upstream: upstream?.id ?? '' };
  return { maker, draft, client, place, refreshToken: nameOf('_REFRESH_TOKEN'), put };
}

type Server = Awaited<ReturnType<typeof makeServer>>;

/** A browser with more than one cookie, as `Visitor` has not. */
async function begin({ maker, draft, place }: Server): Promise<{ url: URL; cookie: string }> {
  const guest = maker.cookie;
  const answer = await maker.json('POST', `/api/drafts/${draft.id}/connections`, place);
  expect(answer.status).toBe(200);
  const mark = answer.headers.get('set-cookie') ?? '';
  expect(mark).toMatch(/^connect=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
  maker.cookie = guest;
  const { url }: { url: string } = await answer.json();
  return { url: new URL(url), cookie: `${guest}; ${mark.split(';')[0]}` };
}

/** Opens the callback in a browser with these cookies: where it leads, and what it says. */
async function comeBack(back: URL, cookie: string | null, by = new Visitor()) {
  const answer = await by.fetch(back.pathname + back.search, {
    redirect: 'manual',
    headers: { ...(cookie === null ? {} : { cookie }), 'sec-fetch-site': 'cross-site' },
  });
  expect(answer.status).toBe(303);
  return { location: answer.headers.get('location'), headers: answer.headers };
}

async function statusOf({ maker, draft, refreshToken }: Server) {
  const answer = await maker.fetch(`/api/drafts/${draft.id}`);
  const view: DraftView = await answer.json();
  return view.secrets.find(({ name }) => name === refreshToken);
}

async function connect(server: Server): Promise<void> {
  const { url, cookie } = await begin(server);
  const { location } = await comeBack(await decide(url), cookie);
  expect(location).toBe(`/chat/${server.draft.id}`);
  await server.maker.change(server.draft, { environment: 'test' });
}

const call = ({ draft }: Server) => callMcpTool(draft.endpoint, 'list_notes', {}, draft.token);

test('an owner connects an API, and its tools call it as them', async () => {
  const server = await makeServer();
  const { draft, client } = server;
  expect(await statusOf(server)).toMatchObject({ isSet: false });
  const { url, cookie } = await begin(server);
  expect(url.origin + url.pathname).toBe(`${SIGN_IN_SITE}/authorize`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: CALLBACK,
    scope: 'notes',
    state: expect.stringMatching(/^s1\.new\./),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  // Whoever sees the address learns nothing of the draft.
  expect(url.href).not.toContain(draft.id);
  const { location, headers } = await comeBack(await decide(url), cookie);
  expect(location).toBe(`/chat/${draft.id}`);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(await statusOf(server)).toEqual({
    name: server.refreshToken,
    isSet: true,
    needsConfirmation: false,
    origins: [SIGN_IN_SITE],
  });
  await server.maker.change(draft, { environment: 'test' });
  const result = await call(server);
  expect(result['structuredContent']).toMatchObject({ path: '/api/notes', scope: 'notes' });
  expect(JSON.stringify(result)).not.toMatch(/access-|refresh-/);
});

test('what is stored is sealed, and nothing of it is in an answer of ours', async () => {
  const server = await makeServer();
  await connect(server);
  const { results } = await env.DB.prepare('SELECT * FROM secrets WHERE owner = ?')
    .bind(`draft:${server.draft.id}`)
    .all();
  expect(results).toHaveLength(3);
  expect(JSON.stringify(results)).not.toMatch(/refresh-|secret-[\w-]{10}/);
  const view = await server.maker.fetch(`/api/drafts/${server.draft.id}`);
  expect(await view.text()).not.toMatch(/refresh-[\w-]{10}/);
});

test('calls that come at once buy one token, and a replaced refresh token is stored', async () => {
  const server = await makeServer({ expiresIn: 31 });
  await connect(server);
  const results = await Promise.all([call(server), call(server), call(server)]);
  for (const result of results) expect(result['isError'] ?? false).toBe(false);
  await endTokensOf(server.client, 'expire');
  const later = await Promise.all([call(server), call(server)]);
  for (const result of later) expect(result['isError'] ?? false).toBe(false);
  const asked = await tokenRequestsOf(server.client);
  expect(asked.every(({ error }) => error === null)).toBe(true);
  // Each refresh used the token that the one before it had given, or the server had ended them all.
  expect(asked.filter(({ grant }) => grant === 'refresh_token').length).toBeGreaterThan(1);
});

test('a permission that was taken back is told, and the API is shown as not connected', async () => {
  const server = await makeServer();
  await connect(server);
  await call(server);
  await endTokensOf(server.client, 'revoke');
  const result = await call(server);
  expect(result['isError']).toBe(true);
  expect(JSON.stringify(result)).toContain('has to be connected again');
  expect(await statusOf(server)).toMatchObject({ isSet: false });
  expect(JSON.stringify(await call(server))).toContain('by connecting the API');
  await connect(server);
  expect((await call(server))['isError'] ?? false).toBe(false);
});

test('disconnecting ends it at once', async () => {
  const server = await makeServer();
  await connect(server);
  expect((await call(server))['isError'] ?? false).toBe(false);
  const path = `/api/drafts/${server.draft.id}/secrets/${server.refreshToken}`;
  expect((await server.maker.fetch(path, { method: 'DELETE' })).status).toBe(204);
  expect(JSON.stringify(await call(server))).toContain('by connecting the API');
});

test('a permission that is not given connects nothing', async () => {
  const server = await makeServer({ decision: 'deny' });
  const { url, cookie } = await begin(server);
  const { location, headers } = await comeBack(await decide(url), cookie);
  expect(location).toBe(`/chat/${server.draft.id}`);
  expect(headers.get('set-cookie')).toContain('message=');
  expect(await statusOf(server)).toMatchObject({ isSet: false });
  expect(await tokenRequestsOf(server.client)).toEqual([]);
});

test('a state works once, however often its answer comes', async () => {
  const server = await makeServer();
  const { url, cookie } = await begin(server);
  const back = await decide(url);
  await Promise.all([comeBack(back, cookie), comeBack(back, cookie), comeBack(back, cookie)]);
  await comeBack(back, cookie);
  // A second exchange would have made the server end what the first one gave.
  expect(await tokenRequestsOf(server.client)).toEqual([
    expect.objectContaining({ grant: 'authorization_code', error: null }),
  ]);
  await server.maker.change(server.draft, { environment: 'test' });
  expect((await call(server))['isError'] ?? false).toBe(false);
});

test('only the browser and the owner that began can end it', async () => {
  const victim = await makeServer();
  const attacker = await makeServer();
  const begun = await begin(victim);
  const back = await decide(begun.url);
  const [guest = '', mark = ''] = begun.cookie.split('; ');
  const own = await begin(attacker);
  const [foreignGuest = '', foreignMark = ''] = own.cookie.split('; ');
  for (const cookie of [
    null,
    foreignGuest,
    own.cookie,
    `${foreignGuest}; ${mark}`,
    guest,
    mark,
    `${guest}; ${mark}; connect=twice`,
  ]) {
    const { location } = await comeBack(back, cookie);
    expect(location, String(cookie)).toBe('/');
  }
  expect(await tokenRequestsOf(victim.client)).toEqual([]);
  // None of that has used up what the owner began.
  await comeBack(back, begun.cookie);
  expect(await statusOf(victim)).toMatchObject({ isSet: true });

  // The answer to what the attacker began, opened by the victim, with a mark of their own.
  const lure = await decide(own.url);
  const again = await begin(victim);
  expect((await comeBack(lure, again.cookie)).location).toBe('/');
  expect(await statusOf(attacker)).toMatchObject({ isSet: false });
  expect(await tokenRequestsOf(attacker.client)).toEqual([]);
  expect(foreignMark).not.toBe(mark);
});

test('what an owner began in one browser does not end in another of theirs', async () => {
  const server = await makeServer();
  const first = await begin(server);
  const second = await begin(server);
  const back = await decide(first.url);
  const { location } = await comeBack(back, second.cookie);
  expect(location).toBe(`/chat/${server.draft.id}`);
  expect(await statusOf(server)).toMatchObject({ isSet: false });
  await comeBack(back, first.cookie);
  expect(await statusOf(server)).toMatchObject({ isSet: true });
});

test('a state that we did not write, or that is altered, is nobody’s', async () => {
  const server = await makeServer();
  const { url, cookie } = await begin(server);
  const back = await decide(url);
  const state = back.searchParams.get('state') ?? '';
  for (const forged of [
    '',
    'x',
    state.slice(0, -2),
    `${state}A`,
    state.replace('s1.new', 's1.old'),
  ]) {
    const altered = new URL(back);
    altered.searchParams.set('state', forged);
    expect((await comeBack(altered, cookie)).location, forged).toBe('/');
  }
  expect(await tokenRequestsOf(server.client)).toEqual([]);
});

test('no parameter of the callback leads anywhere, and a code of another client buys nothing', async () => {
  const server = await makeServer();
  const { url, cookie } = await begin(server);
  const foreign = await makeServer();
  const foreignBack = await decide((await begin(foreign)).url);
  const back = await decide(url);
  back.searchParams.set('code', foreignBack.searchParams.get('code') ?? '');
  for (const name of ['redirect_uri', 'next', 'return', 'url', 'iss']) {
    back.searchParams.set(name, 'https://evil.example.net/');
  }
  const { location } = await comeBack(back, cookie);
  expect(location).toBe(`/chat/${server.draft.id}`);
  expect(await statusOf(server)).toMatchObject({ isSet: false });
});

test('a redirect address that somebody altered on the way gets no code', async () => {
  const server = await makeServer();
  const { url } = await begin(server);
  url.searchParams.set('redirect_uri', 'https://evil.example.net/callback');
  expect((await decide(url)).host).toBe('nowhere.example.net');
});

test('what was changed while the person signed in is not connected', async () => {
  const server = await makeServer();
  const { url, cookie } = await begin(server);
  const back = await decide(url);
  const [upstream] = 'upstreams' in server.draft.blueprint ? server.draft.blueprint.upstreams : [];
  const [scheme] = upstream?.auth ?? [];
  const auth = [{ ...scheme, tokenUrl: 'https://upstream.example.net/token' }];
  await server.maker.change(server.draft, {
    edits: [{ edit: 'setAuth', upstream: upstream?.id, auth }],
  });
  await comeBack(back, cookie);
  expect(await statusOf(server)).toMatchObject({ isSet: false });
});

test('secrets that moved are not used before their owner says so', async () => {
  const server = await makeServer();
  await connect(server);
  const [upstream] = 'upstreams' in server.draft.blueprint ? server.draft.blueprint.upstreams : [];
  const [scheme] = upstream?.auth ?? [];
  const auth = [{ ...scheme, authorizationUrl: 'https://upstream.example.net/authorize' }];
  await server.maker.change(server.draft, {
    edits: [{ edit: 'setAuth', upstream: upstream?.id, auth }],
  });
  const path = `/api/drafts/${server.draft.id}/connections`;
  const refused = await server.maker.json('POST', path, server.place);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('_CLIENT_ID');
});

test('another API that names the same secret does not get what was connected', async () => {
  const server = await makeServer();
  const thief = { id: 'thief', kind: 'bearer', secret: server.refreshToken };
  await server.maker.change(server.draft, {
    edits: [
      { edit: 'setUpstream', id: 'thief', baseUrl: 'https://upstream.example.net/v1' },
      { edit: 'setAuth', upstream: 'thief', auth: [thief] },
    ],
  });
  await connect(server);
  expect(await statusOf(server)).toMatchObject({ isSet: true, needsConfirmation: true });
  expect((await call(server))['isError']).toBe(true);
});

test('only the owner begins, from our own pages, with a client that is set', async () => {
  const server = await makeServer();
  const { draft, maker, place } = server;
  const path = `/api/drafts/${draft.id}/connections`;
  expect((await new Visitor().json('POST', path, place)).status).toBe(404);
  const authorization = { authorization: `Bearer ${draft.token}` };
  expect((await new Visitor().json('POST', path, place, authorization)).status).toBe(403);
  const foreign = await maker.fetch(path, { method: 'POST', body: JSON.stringify(place) });
  expect([400, 415, 422]).toContain(foreign.status);
  expect((await maker.json('POST', path, { ...place, scheme: 'other' })).status).toBe(404);
  const name = draft.secrets.find((each) => each.name.endsWith('_CLIENT_SECRET'))?.name ?? '';
  await maker.fetch(`/api/drafts/${draft.id}/secrets/${name}`, { method: 'DELETE' });
  const unset = await maker.json('POST', path, place);
  expect(unset.status).toBe(409);
  expect(await unset.text()).toContain(name);
});

test('of windows that are never ended the oldest give way, and no other', async () => {
  const server = await makeServer();
  const windows: Awaited<ReturnType<typeof begin>>[] = [];
  for (let count = 0; count < 11; count += 1) windows.push(await begin(server));
  const end = async ({ url, cookie }: (typeof windows)[number]) => {
    await comeBack(await decide(url), cookie);
    return (await statusOf(server))?.isSet;
  };
  const [oldest, second] = windows;
  expect(await end(oldest!)).toBe(false);
  expect(await end(second!)).toBe(true);
});

test('a token endpoint in a private network is not called', async () => {
  const server = await makeServer();
  const [upstream] = 'upstreams' in server.draft.blueprint ? server.draft.blueprint.upstreams : [];
  const [scheme] = upstream?.auth ?? [];
  const auth = [{ ...scheme, tokenUrl: 'https://private.example.net/token' }];
  await server.maker.change(server.draft, {
    edits: [{ edit: 'setAuth', upstream: upstream?.id, auth }],
  });
  await server.put('_CLIENT_ID', server.client.id);
  await server.put('_CLIENT_SECRET', server.client.secret);
  const { url, cookie } = await begin(server);
  const { location } = await comeBack(await decide(url), cookie);
  expect(location).toBe(`/chat/${server.draft.id}`);
  expect(await statusOf(server)).toMatchObject({ isSet: false });
});
