import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { ModelList } from '#app/builder/models/model-choice.ts';
import type { ModelKeyView } from '#app/builder/models/model-key.ts';
import { createOwnSend } from '#app/builder/models/own-models.server.ts';
import { requireConfig } from '#app/platform/config.ts';

import { Browser, newUid } from '../../setup/browser.workerd.ts';

import { readRequests, scriptModels } from './steer-models.ts';

const KEY_PATH = '/api/models/keys/openai-compatible';

/** The call that every trial asks for. */
const CALL = { lines: [{ call: 'report_ready', input: { word: 'ready' } }] };

let keys = 0;

/** A key that no other test has. */
function newKey(): string {
  keys += 1;
  return `sk-own-${keys}-${crypto.randomUUID()}`;
}

async function signedIn(): Promise<Browser> {
  const browser = new Browser();
  await browser.signIn({ sub: newUid() });
  return browser;
}

function send(browser: Browser, method: string, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return browser.fetch(path, { method, headers, body: JSON.stringify(body) });
}

async function store(browser: Browser, value: string, more: object = {}): Promise<ModelKeyView> {
  const stored = await send(browser, 'PUT', KEY_PATH, { model: 'gpt-own', value, ...more });
  expect(stored.status).toBe(200);
  return stored.json();
}

async function listOf(browser: Browser): Promise<ModelKeyView[]> {
  const listed: { keys: ModelKeyView[] } = await (await browser.fetch('/api/models/keys')).json();
  return listed.keys;
}

/** A turn of a new chat, as text of its stream. */
async function chat(browser: Browser, text: string, more: object = {}): Promise<string> {
  const created = await browser.fetch('/api/chats', { method: 'POST' });
  const { id }: { id: string } = await created.json();
  const message = { id: 'm', role: 'user', parts: [{ type: 'text', text }] };
  return (await send(browser, 'POST', `/api/chats/${id}/turns`, { message, ...more })).text();
}

/** Puts something else into the row of a key. */
async function tamper(lastFour: string, assignment: string, value: string): Promise<void> {
  const sql = `update model_keys set ${assignment} = ? where last_four = ?`;
  await env.DB.prepare(sql).bind(value, lastFour).run();
}

test('a signed-out user has the built-in builder, and no keys', async () => {
  const guest = new Browser();
  const models: ModelList = await (await guest.fetch('/api/models')).json();
  expect(models).toEqual({
    models: [
      {
        id: 'built-in',
        label: 'Built-in builder',
        kind: 'built-in',
        takesImages: false,
        own: false,
      },
    ],
    default: 'built-in',
    keeps: 'tab',
    allowsLocal: false,
  });
  expect((await guest.fetch('/api/models/keys')).status).toBe(401);
  const body = { model: 'm', value: newKey() };
  expect((await send(guest, 'PUT', KEY_PATH, body)).status).toBe(401);
  expect((await guest.fetch(KEY_PATH, { method: 'DELETE' })).status).toBe(401);
});

test('an own key is sealed, used in the chat, and never returned', async () => {
  const browser = await signedIn();
  const value = newKey();
  await scriptModels(value, { answers: [{ lines: [{ say: 'I am yours.' }] }] });
  const stored = await store(browser, value, { label: 'Mine' });
  expect(stored).toMatchObject({
    kind: 'openai-compatible',
    label: 'Mine',
    baseUrl: 'https://api.openai.com/v1',
    lastFour: value.slice(-4),
    usedAt: null,
  });
  const models: ModelList = await (await browser.fetch('/api/models')).json();
  expect(models).toMatchObject({
    default: 'own:openai-compatible',
    models: [{ id: 'own:openai-compatible', label: 'Mine', own: true }, { id: 'built-in' }],
  });
  expect(await chat(browser, 'Hello')).toContain('yours.');
  expect(await readRequests(value)).toHaveLength(1);
  // Noted beside the turn, which does not wait for it.
  await expect.poll(async () => (await listOf(browser))[0]?.usedAt).toEqual(expect.any(Number));
  const [used] = await listOf(browser);
  const rows = await env.DB.prepare('select * from model_keys').all();
  expect(JSON.stringify([rows.results, stored, models, used])).not.toContain(value);
});

test('a key is replaced by another of its kind, and deleted when it is removed', async () => {
  const browser = await signedIn();
  await store(browser, newKey());
  const second = newKey();
  await store(browser, second);
  expect(await listOf(browser)).toMatchObject([{ lastFour: second.slice(-4) }]);
  expect((await browser.fetch(KEY_PATH, { method: 'DELETE' })).status).toBe(204);
  expect(await listOf(browser)).toEqual([]);
});

test("nobody sees another user's keys", async () => {
  await store(await signedIn(), newKey());
  expect(await listOf(await signedIn())).toEqual([]);
});

test('a chosen own key that is missing is not replaced by another model', async () => {
  const browser = await signedIn();
  const chosen = { model: 'own:openai-compatible' };
  expect(await chat(browser, 'Hello', chosen)).toContain('Choose another model');
  const value = newKey();
  await scriptModels(value, { answers: [{ lines: [{ say: 'I am yours.' }] }] });
  await store(browser, value);
  expect(await chat(browser, 'Hello', chosen)).toContain('yours.');
});

test('a price is stored with its key, and a turn has its cost', async () => {
  const browser = await signedIn();
  const value = newKey();
  const price = { input: 3, output: 15 };
  const usage = { input: 10_000, output: 200 };
  const answer = { lines: [{ say: 'Hello.' }], usage };
  await scriptModels(value, { answers: [answer], repeatsLast: true });
  expect(await store(browser, value, { price })).toMatchObject({ price });
  expect(await listOf(browser)).toMatchObject([{ price }]);
  expect(await chat(browser, 'Hello')).toContain('"cost":0.033');
  // A key that replaces it is for the same model, or for another one.
  expect(await store(browser, value)).toMatchObject({ price });
  expect(await store(browser, value, { model: 'gpt-other' })).not.toHaveProperty('price');
  await store(browser, value, { price });
  expect(await store(browser, value, { price: null })).not.toHaveProperty('price');
  expect(await chat(browser, 'Hello')).not.toContain('"cost"');
});

test('a cost that the provider reports needs no price', async () => {
  const browser = await signedIn();
  const value = newKey();
  const usage = { input: 10_000, output: 200, cost: 0.0421 };
  await scriptModels(value, { answers: [{ lines: [{ say: 'Hello.' }], usage }] });
  await store(browser, value, { baseUrl: 'https://api.openai.com/v1' });
  expect(await chat(browser, 'Hello')).toContain('"cost":0.0421');
});

test.each([{ input: -1, output: 1 }, { input: 1 }, { input: '3', output: 15 }, 3])(
  'what is no price is rejected: %j',
  async (price) => {
    const browser = await signedIn();
    const body = { model: 'm', value: newKey(), price };
    expect((await send(browser, 'PUT', KEY_PATH, body)).status).toBe(422);
  },
);

test('a key is sent only to the origin it was sealed for', async () => {
  const browser = await signedIn();
  const value = newKey();
  await scriptModels(value, { answers: [] });
  const { lastFour } = await store(browser, value);
  await tamper(lastFour, 'base_url', 'https://models.example.net/v1');
  expect(await chat(browser, 'Hello')).toContain('its key cannot be read');
  const trial = { model: 'm', baseUrl: 'https://api.openai.com/v1' };
  expect((await send(browser, 'POST', `${KEY_PATH}/test`, trial)).status).toBe(422);
  expect(await readRequests(value)).toEqual([]);
});

test('a sealed key opens in no other row', async () => {
  const [ann, bob] = [await signedIn(), await signedIn()];
  const [annsKey, bobsKey] = [newKey(), newKey()];
  const anns = await store(ann, annsKey);
  const bobs = await store(bob, bobsKey);
  const found = env.DB.prepare('select sealed from model_keys where last_four = ?');
  const sealed = (await found.bind(anns.lastFour).first<string>('sealed')) ?? '';
  await tamper(bobs.lastFour, 'sealed', sealed);
  await scriptModels(annsKey, { answers: [] });
  expect(await chat(bob, 'Hello')).toContain('its key cannot be read');
  expect(await readRequests(annsKey)).toEqual([]);
});

test('a key is tested with a real request, and its failure is reported', async () => {
  const browser = await signedIn();
  const value = newKey();
  await scriptModels(value, { answers: [CALL, CALL], repeatsLast: true });
  const trial = { model: 'gpt-own', value };
  const good = await send(browser, 'POST', `${KEY_PATH}/test`, trial);
  expect(await good.json()).toEqual({ ok: true });
  const unknown = { model: 'gpt-own', value: newKey() };
  const bad = await send(browser, 'POST', `${KEY_PATH}/test`, unknown);
  expect(bad.status).toBe(502);
  expect(await bad.json()).toMatchObject({
    detail: expect.stringMatching(/^api\.openai\.com rejected the API key \(401\)\./),
  });
  await store(browser, value);
  const again = await send(browser, 'POST', `${KEY_PATH}/test`, { model: 'gpt-own' });
  expect(await again.json()).toEqual({ ok: true });
});

test.each([
  'http://api.openai.com/v1',
  'http://localhost:11434/v1',
  'https://localhost/v1',
  'https://127.0.0.1/v1',
  'https://169.254.169.254/latest',
  'https://[::1]/v1',
  'https://user:password@api.openai.com/v1',
  'https://models.internal/v1',
  'https://builder.test/v1',
  'ftp://api.openai.com/v1',
  'nonsense',
])('a key for %s is rejected', async (baseUrl) => {
  const browser = await signedIn();
  const body = { model: 'm', value: newKey(), baseUrl };
  expect((await send(browser, 'PUT', KEY_PATH, body)).status).toBe(422);
});

test('a key does not follow a name into a private network', async () => {
  const browser = await signedIn();
  const baseUrl = 'https://private.example.net/v1';
  const trial = { model: 'm', value: newKey(), baseUrl };
  const tried = await send(browser, 'POST', `${KEY_PATH}/test`, trial);
  expect(tried.status).toBe(502);
  expect(await tried.json()).toMatchObject({
    detail: expect.stringContaining('leads into a private network'),
  });
});

test.each([
  ['a key with a line break', { model: 'm', value: 'sk-12345678\nx' }],
  ['a short key', { model: 'm', value: 'short' }],
  ['no model', { value: 'sk-12345678' }],
  ['something else', { model: 'm', value: 'sk-12345678', admin: true }],
])('%s is rejected with its location', async (_what, body) => {
  const browser = await signedIn();
  const refused = await send(browser, 'PUT', KEY_PATH, body);
  expect(refused.status).toBe(422);
  expect(await refused.text()).not.toContain('sk-12345678');
});

test('requests with own keys have a separate rate limit, for each account and host', async () => {
  const asked: string[] = [];
  const limit = async ({ key }: RateLimitOptions) => {
    asked.push(key);
    return { success: false };
  };
  const config = requireConfig({ SEAL_KEYS: env.SEAL_KEYS });
  const app = { origin: 'http://localhost', config, env: { ...env, LIMIT_HOSTS: { limit } } };
  for (const account of ['one', 'two']) {
    const send = createOwnSend(app, account);
    const sent = await send(new Request('https://api.openai.com/v1/chat/completions'));
    expect(sent).toMatchObject({ ok: false, reason: 'rateLimited' });
  }
  expect(asked).toEqual(['model:one:api.openai.com', 'model:two:api.openai.com']);
});
