import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { createEventStreamParser } from '#app/api-client/event-stream.ts';
import { countTurnsLeft, sweepTurns } from '#app/chat/turns/turn-store.server.ts';
import { toDay } from '#app/chat/turns/turn-budget.ts';
import { readConfig } from '#app/platform/config.ts';
import { signTurn } from '#app/tester/steps/step-ticket.server.ts';
import { StepEvent, type StepMessage } from '#app/evals/loop/step.ts';

import worker from '../../workers/app.ts';
import { readRequests, scriptModels } from '../builder/models/steer-models.ts';
import type { ModelAnswer } from '../fakes/model-script.ts';
import { Browser, newUid } from '../setup/browser.workerd.ts';

const TOOLS = [
  {
    name: 'add',
    description: 'Adds two numbers.',
    inputSchema: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    },
  },
];
const QUESTION: StepMessage = { role: 'user', text: 'What is 2 plus 3?' };
const CALL_ADD: ModelAnswer = {
  lines: [{ say: 'I add.' }, { call: 'add', input: { a: 2, b: 3 } }],
  usage: { input: 1_000, cached: 400, output: 20 },
};

const KINDS = {
  'openai-compatible': { baseUrl: 'https://api.openai.com/v1', model: 'gpt-test' },
  anthropic: { baseUrl: 'https://api.anthropic.com/v1', model: 'claude-test' },
} as const;
type Kind = keyof typeof KINDS;

let keys = 0;

/** A model that the operator pays, with what it answers. */
async function configure(answers: ModelAnswer[], kind: Kind = 'openai-compatible') {
  keys += 1;
  const key = `sk-steps-${keys}`;
  await scriptModels(key, { answers });
  const price = { input: 3, output: 15, cached: 0.3 };
  const provider = { kind, ...KINDS[kind], keyVariable: 'KEY_STEPS', price };
  const bindings = { MODEL_PROVIDERS: JSON.stringify([provider]), KEY_STEPS: key };
  return { key, bindings, model: `${kind}:${KINDS[kind].model}` };
}

async function send(browser: Browser, body: object, bindings: object = {}): Promise<Response> {
  const request = browser.request('/api/tester/steps', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ instructions: 'Use tools.', tools: TOOLS, ...body }),
  });
  const context = createExecutionContext();
  const response = await worker.fetch(request, { ...env, ...bindings }, context);
  await waitOnExecutionContext(context);
  return browser.keep(response);
}

async function readEvents(response: Response): Promise<StepEvent[]> {
  expect(response.status).toBe(200);
  const events = createEventStreamParser()(await response.text());
  return events.map(({ data }) => StepEvent.parse(JSON.parse(data)));
}

/** All of a step in one: its text, its calls and its end, or its error. */
async function take(browser: Browser, body: object, bindings: object = {}) {
  const events = await readEvents(await send(browser, body, bindings));
  const said = events.flatMap((event) => (event.type === 'text' ? [event.delta] : [])).join('');
  const calls = events.flatMap((event) => (event.type === 'call' ? [event.call] : []));
  return { said, calls, last: events.at(-1) };
}

async function problemOf(response: Response) {
  return { status: response.status, ...(await response.json<{ detail: string }>()) };
}

function resultsOf(calls: { id: string; tool: string; input: object }[], said = ''): StepMessage[] {
  const results = calls.map(({ id, tool }) => ({ id, tool, text: '5', isError: false }));
  const asked = calls.map((call) => ({ ...call, input: { a: 2, b: 3 } }));
  return [QUESTION, { role: 'assistant', text: said, calls: asked }, { role: 'tool', results }];
}

async function signIn(): Promise<{
  browser: Browser;
  who: string;
  turnsLeft: () => Promise<number>;
}> {
  const browser = new Browser();
  const uid = newUid();
  await browser.signIn({ sub: uid });
  const row = await env.DB.prepare('select account_id from members where uid = ?')
    .bind(uid)
    .first<{ account_id: string }>();
  const who = `account:${row?.account_id}`;
  const turnsLeft = () => countTurnsLeft(env.DB, [{ who, limit: 100 }], toDay(Date.now()).day);
  return { browser, who, turnsLeft };
}

test.each<Kind>(['openai-compatible', 'anthropic'])(
  'a model of %s is asked with the browser’s tools, and gets their results',
  async (kind) => {
    const { browser, turnsLeft } = await signIn();
    const answers = [CALL_ADD, { lines: [{ say: 'It is 5.' }] }];
    const { key, bindings, model } = await configure(answers, kind);
    const first = await take(browser, { model, messages: [QUESTION] }, bindings);
    expect(first.said).toBe('I add.');
    expect(first.calls).toMatchObject([{ tool: 'add', input: { a: 2, b: 3 } }]);
    expect(first.last).toMatchObject({ type: 'end', finish: 'calls' });
    const { usage, ticket } = { ticket: '', usage: null, ...first.last };
    // 600 tokens at 3 dollars, 400 at 0.3 and 20 at 15, for a million.
    expect(usage).toEqual({ input: 1_000, cached: 400, output: 20, cost: 0.00222 });
    const messages = resultsOf(first.calls, first.said);
    const second = await take(browser, { model, messages, ticket }, bindings);
    expect(second).toMatchObject({ said: 'It is 5.', calls: [], last: { finish: 'stop' } });
    expect(await turnsLeft()).toBe(99);
    const [asked, told] = (await readRequests(key)).map(({ body }) => JSON.stringify(body));
    expect(asked).toContain('Adds two numbers.');
    expect(asked).toContain('Use tools.');
    expect(told).toContain(`"${first.calls[0]?.id}"`);
  },
);

test('the results of calls continue a turn only with its ticket, and as often as it has steps', async () => {
  const { browser, turnsLeft } = await signIn();
  const { bindings, model } = await configure(Array.from({ length: 30 }, () => CALL_ADD));
  const first = await take(browser, { model, messages: [QUESTION] }, bindings);
  const messages = resultsOf(first.calls);
  const { ticket } = { ticket: '', ...first.last };
  const proceed = (more: object) => send(browser, { model, messages, ...more }, bindings);
  expect(await problemOf(await proceed({}))).toMatchObject({ status: 409 });
  expect(await problemOf(await proceed({ ticket: `x${ticket}` }))).toMatchObject({ status: 409 });
  const other = (await signIn()).browser;
  const stolen = await send(other, { model, messages, ticket }, bindings);
  expect(await problemOf(stolen)).toMatchObject({ status: 409 });
  // A free turn has 20 steps; the same ticket may come again, and is counted again.
  for (let step = 2; step <= 20; step += 1) {
    expect((await readEvents(await proceed({ ticket }))).at(-1)?.type).toBe('end');
  }
  const spent = await problemOf(await proceed({ ticket }));
  expect(spent).toMatchObject({ status: 409, detail: expect.stringContaining('20 steps') });
  expect(await turnsLeft()).toBe(99);
});

test('a turn cannot outlive the count of its steps, however often its ticket is renewed', async () => {
  const { browser, who } = await signIn();
  const { bindings, model } = await configure(Array.from({ length: 30 }, () => CALL_ADD));
  const now = Date.now();
  const { day: today } = toDay(now);
  const config = readConfig({ ...env, ...bindings });
  if (!config.ok) throw new Error('The settings of the tests are not valid.');
  const messages = resultsOf([{ id: 'c1', tool: 'add', input: {} }]);
  const proceed = async (day: number) => {
    const turn = { id: `of-day-${day}`, day };
    const ticket = await signTurn({ config: config.value }, turn, who, now);
    return send(browser, { model, messages, ticket }, bindings);
  };
  for (let step = 1; step <= 20; step += 1) expect((await proceed(today - 1)).status).toBe(200);
  await sweepTurns(env.DB, today);
  const spent = await problemOf(await proceed(today - 1));
  expect(spent).toMatchObject({ status: 409, detail: expect.stringContaining('20 steps') });
  expect((await proceed(today - 2)).status).toBe(409);
});

test('a guest has the turns of a guest, and none is taken by a model that fails at once', async () => {
  const guest = new Browser();
  const failing: ModelAnswer[] = [{ status: 400 }, { status: 401 }];
  const hello: ModelAnswer = { lines: [{ say: 'Hi.' }] };
  const { bindings, model } = await configure([...failing, ...Array(9).fill(hello)]);
  const ask = () => send(guest, { model, messages: [QUESTION], tools: [] }, bindings);
  const [refused] = await readEvents(await ask());
  expect(refused).toEqual({ type: 'error', message: 'gpt-test rejected the request.' });
  expect((await readEvents(await ask())).at(-1)?.type).toBe('error');
  for (let turn = 0; turn < 8; turn += 1) {
    expect((await readEvents(await ask())).at(-1)?.type).toBe('end');
  }
  const spent = await problemOf(await ask());
  expect(spent).toMatchObject({ status: 429, limit: 'turnsPerDay' });
  expect(spent.detail).toContain('With an account');
});

test('a model of an own key takes no turn, and nobody else can ask it', async () => {
  const { browser, turnsLeft } = await signIn();
  const key = `sk-steps-own-${crypto.randomUUID()}`;
  await scriptModels(key, { answers: [CALL_ADD] });
  const stored = await browser.fetch('/api/models/keys/openai-compatible', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-own', value: key }),
  });
  expect(stored.status).toBe(200);
  const asked = { model: 'own:openai-compatible', messages: [QUESTION] };
  const own = await take(browser, asked);
  expect(own.calls).toMatchObject([{ tool: 'add' }]);
  expect(own.last).toMatchObject({ type: 'end', usage: { input: 1_000, cost: null } });
  expect(own.last).not.toHaveProperty('ticket');
  expect(await turnsLeft()).toBe(100);
  for (const caller of [new Browser(), (await signIn()).browser]) {
    expect(await problemOf(await send(caller, asked))).toMatchObject({ status: 422 });
  }
  // The built-in builder works on drafts, and stands in for nobody here.
  expect((await send(browser, { ...asked, model: 'built-in' })).status).toBe(422);
});

test.each<Kind>(['openai-compatible', 'anthropic'])(
  'a busy model of %s is waited for, and an answer without words does not end the conversation',
  async (kind) => {
    const hello: ModelAnswer = { lines: [{ say: 'Hi.' }] };
    const { bindings, model } = await configure([{ status: 429, retryAfter: 0 }, hello], kind);
    const silent: StepMessage = { role: 'assistant', text: '', calls: [] };
    const body = { model, messages: [QUESTION, silent, QUESTION] };
    const events = await readEvents(await send(new Browser(), body, bindings));
    expect(events.map(({ type }) => type)).toEqual(['waiting', 'text', 'end']);
  },
);

test('arguments that are no JSON object arrive as they were written', async () => {
  const { bindings, model } = await configure([
    {
      lines: [
        { call: 'add', text: '{"a": 2' },
        { call: 'add', text: '[2, 3]' },
      ],
    },
  ]);
  const { calls } = await take(new Browser(), { model, messages: [QUESTION] }, bindings);
  expect(calls).toMatchObject([
    { input: {}, unread: '{"a": 2' },
    { input: {}, unread: '[2, 3]' },
  ]);
});

test('what does not fit into the model, or is no conversation, is refused before it is counted', async () => {
  const { browser, turnsLeft } = await signIn();
  const { bindings, model } = await configure([]);
  const long = { role: 'user', text: 'word '.repeat(120_000) };
  const tooLong = await problemOf(await send(browser, { model, messages: [long] }, bindings));
  expect(tooLong).toMatchObject({ status: 413, detail: expect.stringContaining('tokens') });
  // The window of the model is larger; what a turn of this tier reads is not.
  const dear = { role: 'user', text: 'word '.repeat(60_000) };
  expect((await send(browser, { model, messages: [dear] }, bindings)).status).toBe(413);
  // Only a picture is not counted by its characters, and there are none here.
  const disguised = { role: 'user', text: `data:image/${'word '.repeat(120_000)}` };
  expect((await send(browser, { model, messages: [disguised] }, bindings)).status).toBe(413);
  const answered = { role: 'assistant', text: 'Hi', calls: [] };
  const wrong: object[] = [
    { messages: [] },
    { messages: [answered] },
    { messages: [QUESTION, answered] },
    { messages: [QUESTION], tools: [{ name: 'a b', inputSchema: {} }] },
    { messages: [QUESTION], more: true },
  ];
  for (const body of wrong) {
    expect((await send(browser, { model, ...body }, bindings)).status).toBe(422);
  }
  expect(await turnsLeft()).toBe(100);
});
