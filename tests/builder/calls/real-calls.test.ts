import type { UIMessage } from 'ai';
import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { hashCallBasis } from '#app/builder/calls/call-basis.ts';
import { keepAnswer, toKeptCall } from '#app/builder/calls/keep-answer.ts';
import { chooseSecrets, mayCallAtOnce } from '#app/builder/calls/plan-real-call.ts';
import { TurnTrust } from '#app/builder/models/turn-trust.ts';
import type { RecordedAnswer } from '#app/sandbox/answer-recorder.ts';

import { callBuilderTool, edit, openWorkspace, SMALL } from '../tools/open-workspace.ts';

const CODE = {
  name: 'sum',
  enabled: true,
  inputSchema: { type: 'object' },
  action: { kind: 'code', source: 'export default () => 1;' },
};
const SERVER = edit(SMALL, { edit: 'upsertTool', tool: CODE });

function toolOf({ tools }: Blueprint, name: string): Blueprint['tools'][number] {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`There is no ${name}.`);
  return tool;
}

function change(name: string, more: object, of: Blueprint = SERVER): Blueprint {
  return edit(of, { edit: 'upsertTool', tool: { ...toolOf(of, name), ...more } });
}

const inner = (path: string) => ({ action: { ...toolOf(SERVER, 'get_user').action, path } });

test.each([
  ['its path', change('get_user', inner('/admins/{id}'))],
  ['its base URL', edit(SERVER, { edit: 'setUpstream', id: 'api', baseUrl: 'https://b.example' })],
  [
    'how it proves who calls',
    edit(SERVER, {
      edit: 'setAuth',
      upstream: 'api',
      auth: [{ id: 'key', kind: 'bearer', secret: 'KEY' }],
      security: [['key']],
    }),
  ],
  ['a policy', edit(SERVER, { edit: 'setPolicies', timeoutMs: 1_234 })],
  ['that it is there', edit(SERVER, { edit: 'removeTool', name: 'get_user' })],
])('a call is bound to %s', async (_what, changed) => {
  const before = await hashCallBasis(SERVER, 'get_user');
  expect(await hashCallBasis(changed, 'get_user')).not.toBe(before);
});

test('a call is not bound to texts and to other tools, one of code to all that it may call', async () => {
  const described = change('get_user', { description: 'Says more.' });
  const other = change('get_order', inner('/other/{id}'));
  const before = await hashCallBasis(SERVER, 'get_user');
  expect(await hashCallBasis(described, 'get_user')).toBe(before);
  expect(await hashCallBasis(other, 'get_user')).toBe(before);
  const code = await hashCallBasis(SERVER, 'sum');
  expect(await hashCallBasis(described, 'sum')).toBe(code);
  expect(await hashCallBasis(other, 'sum')).not.toBe(code);
});

const named = { namedBy: () => 'person' as const };
const documented = { namedBy: () => 'document' as const };

test('at once is called only what reads, where the person named the host', () => {
  const { upstreams } = SERVER;
  const reads = toolOf(SERVER, 'get_user');
  expect(mayCallAtOnce(reads, upstreams, named)).toBe(true);
  expect(mayCallAtOnce(reads, upstreams, documented)).toBe(false);
  expect(mayCallAtOnce(reads, [], named)).toBe(false);
  const plain = upstreams.map((each) => ({ ...each, baseUrl: 'http://api.example.com' }));
  expect(mayCallAtOnce(reads, plain, named)).toBe(false);
  const hosts = upstreams.map((each) => ({ ...each, allowedHosts: ['cdn.example.com'] }));
  const oneOfThem = {
    namedBy: (host: string) => (host === 'api.example.com' ? ('person' as const) : null),
  };
  expect(mayCallAtOnce(reads, hosts, oneOfThem)).toBe(false);
  for (const more of [
    { action: { ...reads.action, method: 'POST' } },
    { annotations: { destructiveHint: true } },
    { annotations: { readOnlyHint: false } },
    { action: CODE.action },
  ]) {
    const tool = toolOf(change('get_user', more), 'get_user');
    expect(mayCallAtOnce(tool, upstreams, named), JSON.stringify(more)).toBe(false);
  }
});

test('the first way to authenticate whose secrets can be used is taken; of none the first lacks', () => {
  const auth = ['ONE', 'TWO'].map((secret) => ({ id: secret, kind: 'bearer', secret }));
  const security = [['ONE'], ['TWO']];
  const server = edit(SERVER, { edit: 'setAuth', upstream: 'api', auth, security });
  const tool = toolOf(server, 'get_user');
  const origins = ['https://api.example.com'];
  const status = (name: string, isSet: boolean, needsConfirmation = false) => ({
    name,
    isSet,
    needsConfirmation,
    origins,
  });
  const choose = (...statuses: ReturnType<typeof status>[]) =>
    chooseSecrets(tool, server.upstreams, statuses);
  expect(choose(status('ONE', false), status('TWO', true))).toEqual({
    names: ['TWO'],
    problem: null,
  });
  expect(choose(status('ONE', false)).problem).toMatch(/^ONE has no value.*Setup/);
  expect(choose(status('ONE', true, true)).problem).toMatch(
    /^ONE may not be sent to https:\/\/api\.example\.com until/,
  );
});

const answer = (text: string, more: Partial<RecordedAnswer> = {}): RecordedAnswer => ({
  upstream: 'api',
  method: 'GET',
  path: '/users/7?full=true',
  status: 200,
  mediaType: 'application/json; charset=utf-8',
  text,
  ...more,
});
const call = { tool: 'get_user', arguments: { id: 7 } };

test('an answer is kept for its operation, of several pages the first, with the call as example', () => {
  const run = { content: [], answers: [answer('{"name":"Ann"}'), answer('{"name":"Bob"}')] };
  const kept = toKeptCall(SERVER, call, run);
  expect(kept?.mocks).toMatchObject([{ path: '/users/{id}', body: { name: 'Ann' } }]);
  if (kept === null) return;
  const server = keepAnswer(SERVER, kept);
  if (!server.ok) throw new Error(server.message);
  const { blueprint } = server.value;
  expect(toolOf(blueprint, 'get_user').examples).toEqual([{ arguments: { id: 7 } }]);
  // Kept again, it is no second example.
  const again = keepAnswer(blueprint, kept);
  expect(again.ok && again.value.blueprint).toEqual(blueprint);
});

test('of code each answer is kept where it was asked for', () => {
  const run = {
    content: [],
    answers: [answer('{"a":1}'), answer('x', { path: '/y', mediaType: '' })],
  };
  const kept = toKeptCall(SERVER, { tool: 'sum', arguments: {} }, run);
  expect(kept?.mocks).toMatchObject([
    { path: '/users/7', body: { a: 1 } },
    { path: '/y', body: 'x', mediaType: 'text/plain' },
  ]);
});

test('what is no text, too long, or of an unknown tool is not kept; an error is, without example', () => {
  const none = (answers: RecordedAnswer[], tool = 'get_user') =>
    toKeptCall(SERVER, { tool, arguments: {} }, { content: [], answers });
  expect(none([])).toBeNull();
  expect(none([{ ...answer(''), text: null }])).toBeNull();
  expect(none([answer('x'.repeat(200_001))])).toBeNull();
  expect(none([answer('{}')], 'nothing')).toBeNull();
  const failed = {
    content: [],
    isError: true,
    answers: [answer('{"error":"x"}', { status: 404 })],
  };
  const kept = toKeptCall(SERVER, call, failed);
  const server = kept && keepAnswer(SERVER, kept);
  if (!server?.ok) throw new Error('It is not kept.');
  expect(toolOf(server.value.blueprint, 'get_user').examples ?? []).toEqual([]);
});

test('an answer that is not what the tool promises is refused with the reason', () => {
  const output = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const server = change('get_user', { outputSchema: output });
  const kept = toKeptCall(server, call, { content: [], answers: [answer('{"other":1}')] });
  expect(kept && keepAnswer(server, kept)).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^The answer is not what get_user promises: .*name/),
  });
});

test('further pages of a real answer are read without another call', async () => {
  const workspace = openWorkspace(SERVER);
  const said: UIMessage = {
    id: 'q',
    role: 'user',
    parts: [{ type: 'text', text: 'Look what https://api.example.com answers.' }],
  };
  workspace.trust = new TurnTrust([said]);
  let made = 0;
  workspace.ports.runTool = (_call, options) => {
    if (options?.upstream !== 'real') {
      return Promise.resolve({ content: [{ type: 'text', text: 'mocked' }] });
    }
    made += 1;
    return Promise.resolve({ content: [{ type: 'text', text: `${made}`.repeat(25_000) }] });
  };
  const call = { name: 'get_user', arguments: { id: 1 }, upstream: 'real' };
  const read = (input: object) => callBuilderTool(workspace, 'run_tool', { ...call, ...input });
  expect(await read({})).toMatchObject({ page: { number: 1, of: 3 } });
  expect(await read({ page: 3 })).toEqual({
    text: '1'.repeat(5_004),
    page: { number: 3, of: 3 },
  });
  expect(await read({ page: 2, arguments: { id: 2 } })).toHaveProperty('problems');
  expect(await read({ page: 2, upstream: 'mock' })).toHaveProperty('problems');
  expect(made).toBe(1);
});
