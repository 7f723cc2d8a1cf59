import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { TAB_MODEL } from '#app/builder/models/model-choice.ts';
import { toRules } from '#app/builder/models/own-models.server.ts';
import type { OfferedModels, Trial } from '#app/builder/models/trial.ts';
import { requireConfig } from '#app/platform/config.ts';

import type { ModelAnswer } from '../../fakes/model-script.ts';
import { Browser, newUid } from '../../setup/browser.workerd.ts';

import { readChunks } from '../../chat/chat-visitor.ts';
import { readRequests, scriptModels } from './steer-models.ts';

const OPENAI = { kind: 'openai-compatible', baseUrl: 'https://api.openai.com/v1' };
const ANTHROPIC = { kind: 'anthropic', baseUrl: 'https://api.anthropic.com/v1' };
const CALL = { lines: [{ call: 'report_ready', input: { word: 'ready' } }] };
const HELLO = { lines: [{ say: 'Hello from your model.' }] };

const newKey = () => `sk-connect-${crypto.randomUUID()}`;

function post(browser: Browser, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return browser.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function tryWith(answers: ModelAnswer[], more: object = {}): Promise<Trial> {
  const value = newKey();
  await scriptModels(value, { answers });
  const connection = { ...OPENAI, model: 'gpt-own', value, ...more };
  const tried = await post(new Browser(), '/api/models/try', connection);
  expect(tried.status).toBe(200);
  expect(tried.headers.get('cache-control')).toBe('private, no-store');
  return tried.json();
}

async function newChat(browser: Browser): Promise<string> {
  const created = await browser.fetch('/api/chats', { method: 'POST' });
  const { id }: { id: string } = await created.json();
  return id;
}

const message = (text: string) => ({ id: 'm', role: 'user', parts: [{ type: 'text', text }] });

/** Connects a model in the tab of a guest, and gives its token. */
async function connect(browser: Browser, value: string): Promise<string> {
  const body = { ...OPENAI, model: 'gpt-own', value };
  const connected = await post(browser, '/api/models/tab', body);
  expect(connected.status).toBe(200);
  const { token, ...rest }: { token: string; expiresAt: number } = await connected.json();
  expect(rest).toMatchObject({ kind: 'openai-compatible', label: 'gpt-own' });
  expect(rest.expiresAt).toBeGreaterThan(Date.now());
  expect(token).not.toContain(value);
  return token;
}

test.each([
  ['OpenAI', OPENAI],
  ['Anthropic', ANTHROPIC],
])('a model of %s that calls the tool passes the test', async (_name, provider) => {
  const value = newKey();
  await scriptModels(value, { answers: [CALL] });
  const connection = { ...provider, model: 'm-1', value };
  const tried = await post(new Browser(), '/api/models/try', connection);
  expect(await tried.json()).toEqual({ ok: true });
  expect(JSON.stringify((await readRequests(value))[0]?.body)).toContain('report_ready');
});

test.each<[string, ModelAnswer, string, RegExp]>([
  ['a rejected key', { status: 401 }, 'key', /rejected the API key \(401\)/],
  ['an account without credit', { status: 402 }, 'key', /no credit left/],
  ['an unknown model', { status: 404 }, 'model', /does not know the model "gpt-own"/],
  [
    'a model without tools',
    { status: 400, message: 'gpt-own does not support tools' },
    'tools',
    /cannot call tools here\. It says: gpt-own does not support tools/,
  ],
  ['a model that only talks', { lines: [{ say: 'ready' }] }, 'tools', /did not call the tool/],
  ['a page instead of an API', { page: '<h1>Hi</h1>' }, 'address', /no such API below \/v1/],
  ['a redirect', { redirect: 'https://models.example.net/' }, 'address', /redirects/],
  ['a broken server', { status: 503 }, 'model', /failed \(503\)/],
  ['an error in the stream', { lines: [{ error: 'out of memory' }] }, 'model', /out of memory/],
])('the test names %s', async (_what, answer, failed, detail) => {
  expect(await tryWith([answer])).toMatchObject({
    ok: false,
    failed,
    detail: expect.stringMatching(detail),
  });
});

test('the test reports an unknown host, and a private one', async () => {
  const nowhere = await tryWith([], { baseUrl: 'https://nowhere.example.net/v1' });
  expect(nowhere).toMatchObject({ failed: 'address' });
  const inside = await tryWith([], { baseUrl: 'https://private.example.net/v1' });
  expect(inside).toMatchObject({
    failed: 'address',
    detail: 'private.example.net leads into a private network.',
  });
});

test('a provider’s message is shown without the key', async () => {
  const value = newKey();
  const told = { status: 401, message: `Wrong: ${value}` };
  await scriptModels(value, { answers: [told] });
  const body = { ...OPENAI, model: 'm', value };
  const text = await (await post(new Browser(), '/api/models/try', body)).text();
  expect(text).toContain('Wrong: [your key]');
  expect(text).not.toContain(value);
});

test("a provider's list contains only models for chats", async () => {
  const value = newKey();
  const models = [
    { id: 'gpt-own' },
    { id: 'models/gemini-own' },
    { id: 'text-embedding-3-small' },
    { id: 'talker', supported_parameters: ['temperature'] },
    { id: 'caller', name: 'The caller', supported_parameters: ['tools'] },
    { id: 'old', capabilities: { function_calling: false } },
    { nonsense: true },
  ];
  await scriptModels(value, { answers: [], models });
  const listed = await post(new Browser(), '/api/models/offered', { ...OPENAI, value });
  const offered: OfferedModels = await listed.json();
  expect(offered).toEqual({
    ok: true,
    models: [{ id: 'gpt-own' }, { id: 'gemini-own' }, { id: 'caller', name: 'The caller' }],
  });
  const wrong = { ...ANTHROPIC, value: newKey() };
  const refused = await post(new Browser(), '/api/models/offered', wrong);
  expect(await refused.json()).toMatchObject({ ok: false, failed: 'key' });
});

test('prices of a provider’s list come with its models, for a million tokens', async () => {
  const value = newKey();
  const models = [
    { id: 'dear', pricing: { prompt: '0.000003', completion: '0.000015', image: '0.01' } },
    { id: 'free', pricing: { prompt: '0', completion: '0' } },
    // It depends on the request.
    { id: 'auto', pricing: { prompt: '-1', completion: '-1' } },
    { id: 'half', pricing: { prompt: '0.000001' } },
    { id: 'odd', pricing: { prompt: 'ask us', completion: '' } },
  ];
  await scriptModels(value, { answers: [], models });
  const listed = await post(new Browser(), '/api/models/offered', { ...OPENAI, value });
  expect(await listed.json()).toEqual({
    ok: true,
    models: [
      { id: 'dear', price: { input: 3, output: 15 } },
      { id: 'free', price: { input: 0, output: 0 } },
      { id: 'auto' },
      { id: 'half' },
      { id: 'odd' },
    ],
  });
});

test('a list that is too large is rejected before it fills the memory', async () => {
  const value = newKey();
  const models = [{ id: 'gpt-own', description: 'x'.repeat(5_000_000) }];
  await scriptModels(value, { answers: [], models });
  const listed = await post(new Browser(), '/api/models/offered', { ...OPENAI, value });
  expect(await listed.json()).toMatchObject({
    ok: false,
    failed: 'address',
    detail: 'The response of api.openai.com is too large for a list of models.',
  });
});

test('addresses on the server’s machine are rejected unless the operator allows them', async () => {
  const local = { ...OPENAI, baseUrl: 'http://localhost:11434/v1', value: '' };
  for (const path of ['offered', 'try', 'tab']) {
    const body = path === 'offered' ? local : { ...local, model: 'qwen3' };
    const refused = await post(new Browser(), `/api/models/${path}`, body);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      detail: expect.stringContaining('LOCAL_MODELS=on'),
    });
  }
});

test('the server’s machine is allowed by the operator, or with the published key', () => {
  const published = 'dev:bG9jYWwtZGV2ZWxvcG1lbnQta2V5LW5vdC1zZWNyZXQ=';
  const allows = (SEAL_KEYS: string, more: object = {}) => {
    const config = requireConfig({ SEAL_KEYS, ...more });
    return toRules({ origin: 'http://localhost:5173', config }).allowsLoopback;
  };
  expect(allows(published)).toBe(true);
  expect(allows(published, { LOCAL_MODELS: 'off' })).toBe(false);
  expect(allows(env.SEAL_KEYS)).toBe(false);
  expect(allows(env.SEAL_KEYS, { LOCAL_MODELS: 'on' })).toBe(true);
});

test("a guest's key is used in that guest's chat only", async () => {
  const [ann, bob] = [new Browser(), new Browser()];
  const value = newKey();
  await scriptModels(value, { answers: [HELLO, HELLO], repeatsLast: true });
  const connection = await connect(ann, value);
  const asked = { message: message('Hello'), model: TAB_MODEL, connection };

  const chat = await newChat(ann);
  const turn = await (await post(ann, `/api/chats/${chat}/turns`, asked)).text();
  expect(turn).toContain('model.');
  expect(turn).not.toContain(value);
  expect(turn).not.toContain(connection);
  expect(await readRequests(value)).toHaveLength(1);

  const stolen = await post(bob, `/api/chats/${await newChat(bob)}/turns`, asked);
  expect(stolen.status).toBe(422);
  expect(await stolen.json()).toMatchObject({ detail: expect.stringMatching(/connect it again/) });

  const user = new Browser();
  await user.signIn({ sub: newUid() });
  const signedIn = await post(user, `/api/chats/${await newChat(user)}/turns`, asked);
  expect(signedIn.status).toBe(422);
  expect(await readRequests(value)).toHaveLength(1);
});

test('a turn with the key of a tab has its cost, of which an estimate is told while it runs', async () => {
  const guest = new Browser();
  const value = newKey();
  const usage = { input: 10_000, output: 200 };
  await scriptModels(value, { answers: [{ ...HELLO, usage }] });
  const body = { ...OPENAI, model: 'gpt-5', value, price: { input: 3, output: 15 } };
  const { token: connection } = (await (await post(guest, '/api/models/tab', body)).json()) as {
    token: string;
  };
  const asked = { message: message('Hello'), model: TAB_MODEL, connection };
  const turn = await post(guest, `/api/chats/${await newChat(guest)}/turns`, asked);
  const told = (await readChunks(turn)).filter(({ type }) => type === 'data-usage');
  const [first, last] = [told[0], told.at(-1)];
  // Before the model has said anything: what is sent, and what that costs.
  expect(first).toMatchObject({
    transient: true,
    data: { steps: 1, tokens: 0, isEstimate: true, model: 'gpt-5' },
  });
  const estimate = Object(first?.['data']) as { input: number; cost: number };
  expect(estimate.input).toBeGreaterThan(3_000);
  expect(estimate.cost).toBeCloseTo((estimate.input * 3) / 1e6);
  expect(last).toMatchObject({ data: { steps: 1, cost: 0.033 } });
  expect(last).not.toHaveProperty('transient');
});

test('nothing of a connection is stored on the server', async () => {
  const guest = new Browser();
  const value = newKey();
  await scriptModels(value, { answers: [HELLO], repeatsLast: true });
  const connection = await connect(guest, value);
  const id = await newChat(guest);
  const turns = `/api/chats/${id}/turns`;
  await (
    await post(guest, turns, { message: message('One'), model: TAB_MODEL, connection })
  ).text();
  const chat = await (await guest.fetch(`/api/chats/${id}`)).text();
  expect(chat).not.toContain(value);
  expect(chat).not.toContain(connection);
  // Without what the tab sends, the built-in builder answers.
  const next = { message: { ...message('What can you do?'), id: 'm2' } };
  expect(await (await post(guest, turns, next)).text()).toContain('Built-in builder');
  expect(await readRequests(value)).toHaveLength(1);
});

test('a modified connection is rejected', async () => {
  const guest = new Browser();
  const value = newKey();
  await scriptModels(value, { answers: [HELLO] });
  const token = await connect(guest, value);
  const connection = `${token.slice(0, -4)}AAAA`;
  const asked = { message: message('Hello'), model: TAB_MODEL, connection };
  const refused = await post(guest, `/api/chats/${await newChat(guest)}/turns`, asked);
  expect(refused.status).toBe(422);
  expect(await readRequests(value)).toEqual([]);
});

test('a guest’s autopilot uses the key of their tab, and stores nothing of it', async () => {
  const guest = new Browser();
  const value = newKey();
  await scriptModels(value, { answers: [HELLO], repeatsLast: true });
  const connection = await connect(guest, value);
  const id = await newChat(guest);
  const goal = { goal: 'A server', target: 90, maxRounds: 1, model: TAB_MODEL, connection };
  const begun = await post(guest, `/api/chats/${id}/autopilot`, goal);
  expect(begun.status).toBe(201);
  expect(await begun.text()).not.toContain(connection);
  await expect.poll(async () => (await readRequests(value)).length).toBeGreaterThan(0);
  await expect
    .poll(async () =>
      (await (await guest.fetch(`/api/chats/${id}/autopilot`)).text()).includes('"end":"'),
    )
    .toBe(true);
});

test('a signed-in user’s keys are stored in the account only', async () => {
  const user = new Browser();
  await user.signIn({ sub: newUid() });
  const body = { ...OPENAI, model: 'gpt-own', value: newKey() };
  expect((await post(user, '/api/models/tab', body)).status).toBe(409);
});
