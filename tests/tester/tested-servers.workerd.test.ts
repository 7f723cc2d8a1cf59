import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { TestedServer, TestedServerList } from '#app/tester/servers/keeping/tested-server.ts';

import { Browser, newUid } from '../setup/browser.workerd.ts';

const PATH = '/api/tester/servers';
const SETTINGS = {
  name: 'Weather',
  url: 'https://api.example.com/mcp?region=eu',
  transport: 'http',
  era: '2025-11-25',
  route: 'auto',
  headerNames: ['X-Api-Key'],
  auth: { kind: 'oauth', clientId: 'id', scope: 'read', method: null },
  timeoutMs: 60_000,
  maxTimeoutMs: 600_000,
};

async function signedIn(): Promise<Browser> {
  const browser = new Browser();
  await browser.signIn({ sub: newUid() });
  return browser;
}

function put(browser: Browser, id: string, settings: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(settings);
  return browser.fetch(`${PATH}/${id}`, { method: 'PUT', headers, body });
}

async function list(browser: Browser): Promise<TestedServer[]> {
  const answer: TestedServerList = await (await browser.fetch(PATH)).json();
  return answer.servers;
}

test('a server is saved, changed and forgotten, each for its own account alone', async () => {
  const [owner, other] = [await signedIn(), await signedIn()];
  const id = crypto.randomUUID();
  expect((await put(owner, id, SETTINGS)).status).toBe(200);
  // Ids are made by browsers: the same one in another account is another server.
  expect((await put(other, id, { ...SETTINGS, name: 'Theirs' })).status).toBe(200);
  expect((await put(owner, id, { ...SETTINGS, name: 'Renamed' })).status).toBe(200);
  expect(await list(owner)).toEqual([{ id, ...SETTINGS, name: 'Renamed' }]);
  expect(await list(other)).toEqual([{ id, ...SETTINGS, name: 'Theirs' }]);
  expect((await owner.fetch(`${PATH}/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await owner.fetch(`${PATH}/${id}`, { method: 'DELETE' })).status).toBe(404);
  expect(await list(owner)).toEqual([]);
  expect(await list(other)).toHaveLength(1);
});

test.each([
  ['the value of a header', { headers: [{ name: 'X-Api-Key', value: 'v' }] }],
  ['a bearer token', { auth: { kind: 'bearer', token: 'abc' } }],
  ['the secret of a client', { auth: { ...SETTINGS.auth, clientSecret: 'abc' } }],
  ['a password in the address', { url: 'https://user:abc@api.example.com/mcp' }],
  ['a key in the address', { url: 'https://api.example.com/mcp?api_key=abc' }],
  ['a path that gives access', { url: `https://api.example.com/${'aB3'.repeat(12)}/mcp` }],
  ['an address that is none', { url: 'javascript:alert(1)' }],
  ['another revision', { era: '1999-01-01' }],
  ['no name', { name: '' }],
  ['more than an hour', { timeoutMs: 3_600_001 }],
])('%s is not stored', async (_, wrong) => {
  const owner = await signedIn();
  const id = crypto.randomUUID();
  expect((await put(owner, id, { ...SETTINGS, ...wrong })).status).toBe(422);
  const rows = await env.DB.prepare('select * from tested_servers where id = ?').bind(id).all();
  expect(rows.results).toEqual([]);
});

test('an account keeps 100 servers; one of them can still be changed', async () => {
  const owner = await signedIn();
  const id = crypto.randomUUID();
  await put(owner, id, SETTINGS);
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 99)
     insert into tested_servers select account_id, 'old ' || i, settings, 1, 1
     from tested_servers, n where id = ?`,
  )
    .bind(id)
    .run();
  expect((await put(owner, crypto.randomUUID(), SETTINGS)).status).toBe(409);
  expect((await put(owner, id, { ...SETTINGS, name: 'Changed' })).status).toBe(200);
  expect(await list(owner)).toHaveLength(100);
});
