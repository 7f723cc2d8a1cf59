import { env, exports } from 'cloudflare:workers';
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';

import type { DraftState } from '#app/drafts/draft-state.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import petstore from '../specs/petstore-3.0.json?raw';
import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { callMcpTool, ORIGIN, sendMcp, Visitor } from '../setup/drafts.ts';

const SECRET = 'a-very/secret+key 1';

/** A draft on the real upstream with its secret set. */
async function makeTested() {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  const [secret] = draft.secrets;
  if (secret === undefined) throw new Error('The document names a secret.');
  const path = `/api/drafts/${draft.id}/secrets/${secret.name}`;
  const set = await maker.json('PUT', path, { value: SECRET });
  expect(set.status).toBe(200);
  await maker.change(draft, { environment: 'test' });
  return { maker, draft, secret: secret.name, path };
}

function content(result: JsonObject): JsonObject {
  const { structuredContent } = result;
  if (
    typeof structuredContent !== 'object' ||
    structuredContent === null ||
    Array.isArray(structuredContent)
  ) {
    throw new Error(JSON.stringify(result));
  }
  return structuredContent;
}

test('a pasted document is an MCP server at once: tools are listed and answer from the document', async () => {
  const draft = await new Visitor().submit(petstore);
  const { message, status } = await sendMcp(draft.endpoint, 'tools/list', {}, draft.token);
  expect(status).toBe(200);
  const listed = JSON.stringify(message);
  expect(listed).toContain('getPetById');
  const result = await callMcpTool(draft.endpoint, 'getPetById', { petId: 1 }, draft.token);
  expect(result['isError'] ?? false).toBe(false);
  expect(result['_meta']).toMatchObject({ 'mcp-builder/mock': true });
  expect(content(result)).toMatchObject({ name: expect.any(String) });
});

test('a resource that a tool gives is marked as mock, too', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  const content = { kind: 'tool', tool: 'echo' };
  const resource = { uri: 'echo://last', name: 'last', content };
  await maker.change(draft, { edits: [{ edit: 'upsertResource', resource }] });
  const uri = { uri: 'echo://last' };
  const { message } = await sendMcp(draft.endpoint, 'resources/read', uri, draft.token);
  expect(message['result']).toMatchObject({
    contents: [{ text: '{"mocked":"echo"}' }],
    _meta: { 'mcp-builder/mock': true },
  });
});

test('both eras of the protocol are spoken', async () => {
  const draft = await new Visitor().submit(UPSTREAM_DOCUMENT);
  const hello = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const legacy = await sendMcp(draft.endpoint, 'initialize', hello, draft.token);
  expect(legacy.message['result']).toMatchObject({ serverInfo: { name: expect.any(String) } });
  const modern = await new Visitor().json(
    'POST',
    draft.endpoint,
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'server/discover',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
    {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'server/discover',
      authorization: `Bearer ${draft.token}`,
    },
  );
  expect(modern.status).toBe(200);
  expect(await modern.text()).toContain('2026-07-28');
});

test('bad arguments are an error of the tool that names the parameter', async () => {
  const draft = await new Visitor().submit(petstore);
  const result = await callMcpTool(draft.endpoint, 'getPetById', { petId: 'rex' }, draft.token);
  expect(result['isError']).toBe(true);
  expect(JSON.stringify(result)).toContain('petId');
});

test('the real upstream and its secret are for who has the token; of a shared server everybody else gets the mock', async () => {
  const { draft, maker } = await makeTested();
  await maker.share(draft, 'unlisted');
  const mine = content(await callMcpTool(draft.endpoint, 'echo', {}, draft.token));
  expect(mine).toMatchObject({ host: 'upstream.example.net' });
  expect(mine['headers']).toHaveProperty('x-key');

  const theirs = await callMcpTool(draft.endpoint, 'echo');
  expect(content(theirs)).toEqual({ mocked: 'echo' });
  expect(theirs['_meta']).toMatchObject({ 'mcp-builder/mock': true });
});

test('a cookie alone never reaches the real upstream, nor a private server at all', async () => {
  const { draft, maker } = await makeTested();
  const call = () =>
    maker.json(
      'POST',
      draft.endpoint,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: {} } },
      { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    );
  expect((await call()).status).toBe(401);
  await maker.share(draft, 'public');
  expect(await (await call()).text()).toContain('mocked');
});

test('secrets that the upstream echoes are blanked, in plain and in base64', async () => {
  const { draft } = await makeTested();
  const text = JSON.stringify(await callMcpTool(draft.endpoint, 'echo', {}, draft.token));
  expect(text).toContain('[redacted]');
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(btoa(SECRET).replace(/=+$/, '').slice(0, -1));
});

test('on the mock, the token changes nothing and no secret is sent', async () => {
  const { draft, maker } = await makeTested();
  await maker.change(draft, { environment: 'mock' });
  const result = await callMcpTool(draft.endpoint, 'echo', {}, draft.token);
  expect(content(result)).toEqual({ mocked: 'echo' });
});

test('a call that needs a secret which is not set says so', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  await maker.change(draft, { environment: 'test' });
  const result = await callMcpTool(draft.endpoint, 'echo', {}, draft.token);
  expect(result['isError']).toBe(true);
  expect(JSON.stringify(result)).toContain(draft.secrets[0]?.name);
});

test('a value is never answered, stored in the open, or shown to strangers', async () => {
  const { draft, maker, path } = await makeTested();
  const shown = await (await maker.fetch(`/api/drafts/${draft.id}`)).text();
  expect(shown).not.toContain(SECRET);
  const { results } = await env.DB.prepare('select * from secrets').all();
  expect(results.length).toBeGreaterThan(0);
  expect(JSON.stringify(results)).not.toContain(SECRET);
  expect((await maker.fetch(path)).status).toBe(405);
});

test('moving an upstream unbinds its secret until the maker confirms in the screen', async () => {
  const { draft, maker, path, secret } = await makeTested();
  const upstream = 'tools' in draft.blueprint ? draft.blueprint.upstreams[0]?.id : undefined;
  const moved = await maker.change(draft, {
    edits: [{ edit: 'setUpstream', id: upstream, baseUrl: 'https://moved.example.net/v1' }],
  });
  expect(moved.secrets).toEqual([
    {
      name: secret,
      isSet: true,
      needsConfirmation: true,
      origins: ['https://moved.example.net'],
    },
  ]);
  const refused = await callMcpTool(draft.endpoint, 'echo', {}, draft.token);
  expect(refused['isError']).toBe(true);

  const byToken = await new Visitor().json(
    'PUT',
    path,
    { confirm: true },
    {
      authorization: `Bearer ${draft.token}`,
    },
  );
  expect(byToken.status).toBe(403);
  expect((await callMcpTool(draft.endpoint, 'echo', {}, draft.token))['isError']).toBe(true);

  const confirmed = await maker.json('PUT', path, { confirm: true });
  expect(await confirmed.json()).toMatchObject({ isSet: true, needsConfirmation: false });
  const result = content(await callMcpTool(draft.endpoint, 'echo', {}, draft.token));
  expect(result).toMatchObject({ host: 'moved.example.net' });
});

test('a secret never goes elsewhere than its maker saw, though the upstream moves at that moment', async () => {
  const { draft, maker, path, secret } = await makeTested();
  const upstream = 'tools' in draft.blueprint ? draft.blueprint.upstreams[0]?.id : undefined;
  const seen = draft.secrets.find(({ name }) => name === secret)?.origins;
  const edits = [{ edit: 'setUpstream', id: upstream, baseUrl: 'https://moved.example.net/v1' }];
  await maker.change(draft, { edits });

  for (const change of [
    { value: 'new value', origins: seen },
    { confirm: true, origins: seen },
  ]) {
    const late = await maker.json('PUT', path, change);
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({
      detail: expect.stringContaining('moved.example.net'),
    });
    expect((await callMcpTool(draft.endpoint, 'echo', {}, draft.token))['isError']).toBe(true);
  }
  const aware = { confirm: true, origins: ['https://moved.example.net'] };
  expect((await maker.json('PUT', path, aware)).status).toBe(200);
});

test('a forgotten secret is gone, an undeclared one cannot be set, and values have bounds', async () => {
  const { draft, maker, path } = await makeTested();
  const base = `/api/drafts/${draft.id}/secrets`;
  expect((await maker.json('PUT', `${base}/OTHER`, { value: 'x' })).status).toBe(404);
  expect((await maker.json('PUT', path, { value: '' })).status).toBe(422);
  expect((await maker.json('PUT', path, { value: 'x'.repeat(20_000) })).status).toBe(422);
  expect((await maker.json('PUT', path, { confirm: false })).status).toBe(422);
  expect((await maker.fetch(path, { method: 'DELETE' })).status).toBe(204);
  expect((await maker.json('PUT', path, { confirm: true })).status).toBe(409);
  expect((await callMcpTool(draft.endpoint, 'echo', {}, draft.token))['isError']).toBe(true);
});

test('an upstream that is down, huge, lying, or leads inside gives an error that says so', async () => {
  const { draft, maker } = await makeTested();
  await maker.change(draft, { edits: [{ edit: 'setPolicies', maxUpstreamBytes: 1_000_000 }] });
  for (const [name, words] of [
    ['broken', /503/],
    ['huge', /1000000|limit|longer/],
    ['inside', /redirect/],
    ['lie', /JSON/i],
    ['page', /html|JSON/i],
  ] as const) {
    const result = await callMcpTool(draft.endpoint, name, {}, draft.token);
    expect(result['isError'], name).toBe(true);
    expect(JSON.stringify(result), name).toMatch(words);
  }
});

test('an upstream that is slow is given up', async () => {
  const { draft, maker } = await makeTested();
  await maker.change(draft, { edits: [{ edit: 'setPolicies', timeoutMs: 100 }] });
  const result = await callMcpTool(draft.endpoint, 'slow', {}, draft.token);
  expect(result['isError']).toBe(true);
  expect(JSON.stringify(result)).toMatch(/did not answer in time/);
});

test('an upstream in a private network, at an IP address or without a name is not called', async () => {
  const { draft, maker } = await makeTested();
  const id = 'tools' in draft.blueprint ? draft.blueprint.upstreams[0]?.id : undefined;
  for (const baseUrl of [
    'https://private.example.net/v1',
    'https://metadata.example.net',
    'https://127.0.0.1/v1',
    'https://[::1]/v1',
    'http://upstream.example.net/v1',
    'https://gone.example.net',
  ]) {
    await maker.change(draft, { edits: [{ edit: 'setUpstream', id, baseUrl }] });
    const result = await callMcpTool(draft.endpoint, 'slow', {}, draft.token);
    expect(result['isError'], baseUrl).toBe(true);
    expect(JSON.stringify(result), baseUrl).not.toContain('10.0.0.7');
  }
});

test('a code action runs in the sandbox, calls the upstream and is cut off when it never ends', async () => {
  const { draft, maker } = await makeTested();
  const upstream = 'tools' in draft.blueprint ? draft.blueprint.upstreams[0]?.id : undefined;
  const tool = (name: string, source: string) => ({
    edit: 'upsertTool',
    tool: {
      name,
      enabled: true,
      inputSchema: { type: 'object' },
      action: { kind: 'code', source },
    },
  });
  await maker.change(draft, {
    edits: [
      tool(
        'who',
        `import type { ToolContext } from '../runtime/definition.ts';
        export default async (args: object, context: ToolContext) => {
          const outcome = await context.fetch('${upstream}', { method: 'GET', path: '/echo', headers: [] });
          return outcome.ok ? { answer: JSON.parse(new TextDecoder().decode(outcome.response.body)) } : outcome.message;
        };`,
      ),
      tool('spin', 'export default () => { let n = 1; while (n > 0) n += 1; return n; };'),
    ],
  });
  const mine = await callMcpTool(draft.endpoint, 'who', {}, draft.token);
  expect(JSON.stringify(mine)).toContain('upstream.example.net');
  expect(JSON.stringify(mine)).not.toContain(SECRET);
  await maker.share(draft, 'unlisted');
  const theirs = await callMcpTool(draft.endpoint, 'who');
  expect(JSON.stringify(theirs)).toContain('mocked');
  const spun = await callMcpTool(draft.endpoint, 'spin');
  expect(spun['isError']).toBe(true);
});

test('an edit shows in the tool list at once, and deselected tools are gone', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  const list = () => sendMcp(draft.endpoint, 'tools/list', {}, draft.token);
  await list();
  await maker.change(draft, {
    edits: [
      { edit: 'renameTool', from: 'echo', to: 'say_again' },
      { edit: 'selectTools', names: ['slow'], enabled: false },
    ],
  });
  const names = JSON.stringify((await list()).message);
  expect(names).toContain('say_again');
  expect(names).not.toContain('"slow"');
});

test('a wrong token is 401 with a challenge, an unknown draft 404, other methods 405', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  const wrong = await sendMcp(draft.endpoint, 'tools/list', {}, 'mcpb_draft_wrong');
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get('www-authenticate')).toContain('Bearer');
  expect((await sendMcp('/mcp/d/0000000000000000000000', 'tools/list', {})).status).toBe(404);
  expect((await sendMcp('/mcp/d/nonsense', 'tools/list', {})).status).toBe(404);
  await maker.share(draft, 'unlisted');
  for (const method of ['PUT', 'DELETE', 'GET']) {
    const response = await new Visitor().fetch(draft.endpoint, { method });
    expect(response.status, method).toBe(405);
    expect(response.headers.get('allow')).toContain('POST');
  }
});

test('a browser that opens the endpoint is sent to the chat', async () => {
  const draft = await new Visitor().submit(UPSTREAM_DOCUMENT);
  const response = await new Visitor().fetch(draft.endpoint, {
    headers: { accept: 'text/html,application/xhtml+xml' },
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`/chat/${draft.id}`);
});

test('a foreign page may not call, an allowed one may, and reads its headers', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  const preflight = (origin: string) =>
    exports.default.fetch(
      new Request(ORIGIN + draft.endpoint, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type, mcp-method',
        },
      }),
    );
  expect((await preflight('https://app.example.org')).status).toBe(403);
  await maker.change(draft, {
    edits: [{ edit: 'setPolicies', allowedOrigins: ['https://app.example.org'] }],
  });
  const allowed = await preflight('https://app.example.org');
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.org');
  expect(allowed.headers.get('access-control-allow-headers')).toContain('mcp-method');
});

test('a request above 10 MB and one that is no JSON are refused', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  await maker.share(draft, 'unlisted');
  const large = await new Visitor().fetch(draft.endpoint, {
    method: 'POST',
    body: new Uint8Array(10 * 1024 * 1024 + 1),
    headers: { 'content-type': 'application/json' },
  });
  expect(large.status).toBe(413);
  const broken = await new Visitor().fetch(draft.endpoint, {
    method: 'POST',
    body: '{',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
  });
  expect(broken.status).toBe(400);
});

test('calls of one address are limited', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  await maker.share(draft, 'unlisted');
  const caller = new Visitor();
  expect((await caller.fetch(draft.endpoint, { method: 'PUT' })).status).toBe(405);
  const allowed = 1 + (await useUp(`mcp:visitor:${caller.address}`));
  expect(allowed).toBeGreaterThanOrEqual(240);
  expect(allowed).toBeLessThanOrEqual(480);
  const refused = await caller.fetch(draft.endpoint, { method: 'PUT' });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('60');
});

/** Counts until a key has had its share, and says how often that was. */
async function useUp(key: string): Promise<number> {
  let allowed = 0;
  // Minutes begin by the clock: a new one may begin in between, and allow as many again.
  while ((await env.LIMIT_CALLS.limit({ key })).success && allowed < 1_000) allowed += 1;
  return allowed;
}

test('strangers who call too often keep each other out, never who has the token', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  await maker.share(draft, 'unlisted');
  const list = (token?: string) => sendMcp(draft.endpoint, 'tools/list', {}, token);
  // As 240 calls from as many addresses do.
  await useUp(`draft:visitor:${draft.id}`);
  expect((await list()).status).toBe(429);
  expect((await list(draft.token)).status).toBe(200);
  // A token that is not valid here counts for nobody but its sender.
  expect((await list('mcpb_draft_wrong')).status).toBe(401);
  await useUp(`draft:token:${draft.id}`);
  expect((await list(draft.token)).status).toBe(429);
});

test('a stranger at the same address does not keep out who has the token', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  const ask = (headers: Record<string, string> = {}) =>
    maker.json(
      'POST',
      draft.endpoint,
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { accept: 'application/json, text/event-stream', ...headers },
    );
  await useUp(`mcp:visitor:${maker.address}`);
  expect((await ask()).status).toBe(429);
  expect((await ask({ authorization: `Bearer ${draft.token}` })).status).toBe(200);
});

test('a private server says to clients without its token that they need it', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  const bare = await sendMcp(draft.endpoint, 'tools/list', {});
  expect(bare.status).toBe(401);
  expect(bare.headers.get('www-authenticate')).toBe('Bearer');
  expect(bare.message['detail']).toContain('Authorization: Bearer');
  expect(JSON.stringify(bare.message)).not.toContain('echo');
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const answer = await new Visitor().fetch(draft.endpoint, { method });
    expect(answer.status, method).toBe(401);
  }
  expect((await sendMcp(draft.endpoint, 'tools/list', {}, draft.token)).status).toBe(200);
});

test('what becomes private is over for visitors at once, though this isolate has served it', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  await maker.share(draft, 'public');
  const list = async (token?: string) =>
    (await sendMcp(draft.endpoint, 'tools/list', {}, token)).status;
  expect([await list(), await list(draft.token)]).toEqual([200, 200]);
  // In its object alone, as another isolate's change looks from this one.
  const stub = env.DRAFTS.get(env.DRAFTS.idFromName(draft.id));
  await stub.apply({ kind: 'share', visibility: 'private' });
  expect([await list(), await list(draft.token)]).toEqual([401, 200]);
});

test('an expired draft is gone: 410, then its rows, secrets and blobs are swept', async () => {
  const { draft, maker } = await makeTested();
  const stub = env.DRAFTS.get(env.DRAFTS.idFromName(draft.id));
  await runInDurableObject(stub, (_, state) => {
    const stored = state.storage.kv.get<DraftState>('state');
    if (stored?.kind !== 'live') throw new Error('The draft lives.');
    state.storage.kv.put('state', {
      kind: 'live',
      head: { ...stored.head, expiresAt: Date.now() - 1 },
    });
  });
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  expect((await maker.fetch(`/api/drafts/${draft.id}`)).status).toBe(410);
});
