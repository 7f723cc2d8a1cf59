import { afterAll, beforeAll, expect, test } from 'vitest';

import { createOauthTokens, type AskPerson } from '#app/mcp-client/oauth/create-oauth-tokens.ts';
import { createOauthSend } from '#app/mcp-client/oauth/create-oauth-send.ts';
import type { OauthProblem, OauthSettings } from '#app/mcp-client/oauth/oauth-flow.ts';
import type { OauthStepId } from '#app/mcp-client/oauth/oauth-steps.ts';
import type { KeptAuthorization } from '#app/mcp-client/oauth/oauth-store.ts';
import { CLIENT_DOCUMENT_PATH, toClientMetadata } from '#app/mcp-client/oauth/client-document.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { createConnection } from '#app/mcp-client/create-connection.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';
import { succeed } from '#app/platform/result.ts';

import { startOauthServer, type OauthServer } from '../servers/start-oauth-server.ts';
import { SETTINGS } from './fake-authority.ts';

const BUILDER = 'https://builder.example';
const LOCAL = {
  redirectUri: 'http://localhost:5173/client/callback',
  clientDocument: `http://localhost:5173${CLIENT_DOCUMENT_PATH}`,
};

const TARGET: Omit<ServerTarget, 'url'> = {
  id: 'notes',
  name: 'Notes',
  transport: 'http',
  era: 'auto',
  route: 'direct',
  headers: [],
  auth: { kind: 'oauth', clientId: '', clientSecret: '', scope: '', method: null },
  timeoutMs: 30_000,
  maxTimeoutMs: 60_000,
};

let server: OauthServer;
const connections: ServerConnection[] = [];

beforeAll(async () => {
  const document = {
    client_id: BUILDER + CLIENT_DOCUMENT_PATH,
    ...toClientMetadata(`${BUILDER}/client/callback`),
    token_endpoint_auth_method: 'none',
  };
  server = await startOauthServer({
    outside: ({ url }) => (url === document.client_id ? Response.json(document) : undefined),
  });
});

afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await server.close();
});

const toText = (outcome: object) => JSON.stringify(outcome);

/** The person's browser: presses a link of the page, and gives the query that it came back with. */
const press =
  (answer: 'allow' | 'deny'): AskPerson =>
  async ({ url }) => {
    const page = await fetch(`${url}&answer=${answer}`, { redirect: 'manual' });
    return succeed(new URL(page.headers.get('location') ?? '').search.slice(1));
  };

/** A client with what it keeps, and what happened to it. */
function createClient(askPerson: AskPerson, over: Partial<OauthSettings> = LOCAL) {
  const store: { kept: KeptAuthorization | null } = { kept: null };
  const steps: OauthStepId[] = [];
  const ends: (OauthProblem | null)[] = [];
  const tokens = createOauthTokens({
    settings: { ...SETTINGS, serverUrl: server.url, ...over },
    send: createOauthSend({
      fetch: (url, init) => fetch(url, init),
      relayUrl: null,
      route: 'auto',
    }),
    store: {
      read: () => store.kept,
      write: (kept) => {
        store.kept = kept;
      },
    },
    askPerson,
    onStep: (id) => steps.push(id),
    onEnd: (problem) => ends.push(problem),
  });
  const connection = createConnection({ ...TARGET, url: server.url }, { tokens });
  connections.push(connection);
  /** Calls a tool, over a connection that is made with the first call. */
  const call = async (name: string) => {
    if (connection.getState().status !== 'connected') {
      const connected = await connection.connect();
      if (!connected.ok) return connected;
    }
    return connection.request('tools/call', { name, arguments: {} });
  };
  return { call, store, steps, ends, tokens };
}

test('a client that nobody knows registers, signs in, and its call is answered', async () => {
  const { call, store, steps, ends } = createClient(press('allow'));
  expect(toText(await call('read_notes'))).toContain('read_notes is done');
  expect(steps).toEqual(['resource', 'server', 'client', 'request', 'callback', 'token']);
  expect(ends).toEqual([null]);
  expect(store.kept).toMatchObject({
    scope: 'notes:read',
    client: { source: 'dynamic' },
    tokens: { issuer: new URL(server.url).origin },
  });
  await call('read_notes');
  expect(steps).toHaveLength(6);
});

test('calls that are refused at once ask the person once', async () => {
  let asked = 0;
  const { call, store } = createClient((request) => {
    asked += 1;
    return press('allow')(request);
  });
  await call('read_notes');
  expect(asked).toBe(1);
  const { kept } = store;
  if (!kept?.tokens) throw new Error('There are no tokens.');
  store.kept = { ...kept, tokens: { ...kept.tokens, accessToken: 'ended', refreshToken: null } };
  const answers = await Promise.all([1, 2, 3].map(() => call('read_notes')));
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(asked).toBe(2);
});

test('the server reads our client ID document', async () => {
  const over = {
    redirectUri: `${BUILDER}/client/callback`,
    clientDocument: BUILDER + CLIENT_DOCUMENT_PATH,
  };
  const { call, store } = createClient(press('allow'), over);
  expect((await call('read_notes')).ok).toBe(true);
  expect(store.kept?.client).toMatchObject({ id: over.clientDocument, source: 'document' });
});

test('a token that ended is refreshed without the person', async () => {
  const { call, store, steps } = createClient(press('allow'));
  await call('read_notes');
  steps.length = 0;
  const { kept } = store;
  if (!kept?.tokens) throw new Error('There are no tokens.');
  const before = kept.tokens.refreshToken;
  store.kept = { ...kept, tokens: { ...kept.tokens, accessToken: 'ended' } };
  expect((await call('read_notes')).ok).toBe(true);
  expect(steps).toEqual(['resource', 'server', 'refresh']);
  expect(store.kept.tokens?.refreshToken).not.toBe(before);
  // Neither token is of any use: the person is asked.
  steps.length = 0;
  store.kept = { ...kept, tokens: { ...kept.tokens, accessToken: 'x', refreshToken: 'ended' } };
  expect((await call('read_notes')).ok).toBe(true);
  expect(steps).toContain('callback');
});

test('a call that needs another scope asks for both, once', async () => {
  const { call, store, steps } = createClient(press('allow'));
  await call('read_notes');
  steps.length = 0;
  expect(toText(await call('write_notes'))).toContain('write_notes is done');
  expect(store.kept?.scope).toBe('notes:read notes:write');
  expect(steps).toEqual(['resource', 'server', 'request', 'callback', 'token']);
});

test('who declines gets the refusal, with the reason', async () => {
  const { call, store, ends } = createClient(press('deny'));
  expect(await call('read_notes')).toMatchObject({ reason: 'unauthorized', status: 401 });
  expect(ends).toMatchObject([{ reason: 'denied', code: 'access_denied' }]);
  expect(store.kept).toBeNull();
});

test('a refusal that no scope would change asks nobody', async () => {
  const { tokens, steps, ends } = createClient(press('allow'));
  const challenge = 'Bearer error="access_denied"';
  expect(await tokens.onRefused({ status: 403, challenge, token: null })).toBe(false);
  expect(steps).toEqual([]);
  expect(ends).toMatchObject([{ code: 'forbidden' }]);
});

test('a server that asks for a scope again and again is given up', async () => {
  const { tokens, call, steps } = createClient(press('allow'));
  await call('write_notes');
  steps.length = 0;
  const challenge = 'Bearer error="insufficient_scope", scope="notes:write"';
  expect(await tokens.onRefused({ status: 403, challenge, token: await tokens.getToken() })).toBe(
    false,
  );
  expect(steps).not.toContain('request');
});

test('a client of before is not used at an authorization server that it does not belong to', async () => {
  const { call, store, steps } = createClient(press('allow'));
  await call('read_notes');
  steps.length = 0;
  const { kept } = store;
  if (!kept?.tokens || !kept.client) throw new Error('Nothing is kept.');
  const issuer = 'https://old.example';
  const client = { ...kept.client, issuer, id: 'old', secret: 'old' };
  store.kept = { ...kept, client, tokens: { ...kept.tokens, issuer, accessToken: 'old' } };
  expect((await call('read_notes')).ok).toBe(true);
  expect(steps).toContain('client');
  expect(store.kept.client?.id).not.toBe('old');
});
