import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { makeContent } from '#app/drafts/documents/make-content.server.ts';
import { applyToDraft, readDraft } from '#app/drafts/store.server.ts';

import petstore from '../specs/petstore-3.0.json?raw';
import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { Visitor } from '../setup/drafts.ts';

test('a document in any content type becomes a draft with endpoint, token and tools', async () => {
  for (const type of [
    null,
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
  ]) {
    const response = await new Visitor().fetch('/api/drafts', {
      method: 'POST',
      body: petstore,
      ...(type === null ? {} : { headers: { 'content-type': type } }),
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('set-cookie')).toMatch(/^guest=.*HttpOnly/);
    expect(response.headers.get('etag')).toBe('"1"');
    const draft: Record<string, unknown> = await response.json();
    expect(draft).toMatchObject({
      id: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
      endpoint: `/mcp/d/${String(draft['id'])}`,
      token: expect.stringMatching(/^mcpb_draft_[0-9A-Za-z]{49}$/),
      mayEdit: true,
      revision: 1,
      environment: 'mock',
      warnings: expect.any(Array),
      blueprint: { tools: expect.any(Array) },
    });
  }
});

test('an address and a template make drafts too; a document with a key of that name is a document', async () => {
  const visitor = new Visitor();
  const url = 'https://upstream.example.net/document.json';
  const fetched = await visitor.json('POST', '/api/drafts', { url });
  expect(fetched.status).toBe(201);
  expect(await fetched.json()).toMatchObject({ blueprint: { sources: [{ url }] } });

  const template = await visitor.json('POST', '/api/drafts', { template: 'weather' });
  expect(template.status).toBe(201);
  const unknown = await visitor.json('POST', '/api/drafts', { template: 'nope' });
  expect(unknown.status).toBe(422);

  const both = await visitor.json('POST', '/api/drafts', { url, paths: {} });
  expect([400, 422]).toContain(both.status);
});

test('an address is followed to public places only', async () => {
  const visitor = new Visitor();
  const moved = await visitor.json('POST', '/api/drafts', {
    url: 'https://upstream.example.net/document-moved',
  });
  expect(moved.status).toBe(201);
  for (const url of [
    'https://private.example.net/openapi.json',
    'https://upstream.example.net/document-inside',
    'https://nowhere.example.net/openapi.json',
    'https://upstream.example.net/missing.json',
    'http://upstream.example.net/document.json',
    'https://10.0.0.7/openapi.json',
    'https://localhost/openapi.json',
    'file:///etc/passwd',
    'no address',
  ]) {
    const response = await visitor.json('POST', '/api/drafts', { url });
    expect(response.status, url).toBe(422);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const problem: { detail: string } = await response.json();
    expect(problem.detail, url).not.toContain('10.0.0.7:');
    expect(problem.detail.length).toBeGreaterThan(10);
  }
});

test('bad documents are told apart: 400 unreadable, 422 unusable, 413 too large', async () => {
  const visitor = new Visitor();
  const cases: [status: number, body: string | Uint8Array<ArrayBuffer>][] = [
    [400, ''],
    [400, '   \n'],
    [400, '{"openapi": "3.0.0",'],
    [400, 'a: [1, 2'],
    [400, new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10])],
    [422, '{"hello": "world"}'],
    [422, '{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{}}'],
  ];
  for (const [status, body] of cases) {
    const response = await visitor.fetch('/api/drafts', { method: 'POST', body });
    expect(response.status, body.toString()).toBe(status);
    expect(await response.json()).toMatchObject({
      status,
      detail: expect.any(String),
      requestId: expect.any(String),
    });
  }
  const large = await visitor.fetch('/api/drafts', {
    method: 'POST',
    body: new Uint8Array(25 * 1024 * 1024 + 1).fill(32),
  });
  expect(large.status).toBe(413);
});

test('a document in UTF-16 is read by its byte order mark', async () => {
  const text = JSON.stringify(UPSTREAM_DOCUMENT);
  const bytes = new Uint8Array(2 + text.length * 2);
  bytes.set([0xff, 0xfe]);
  for (let at = 0; at < text.length; at += 1) bytes[2 + at * 2] = text.charCodeAt(at);
  const response = await new Visitor().fetch('/api/drafts', {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': 'text/plain;charset=utf-8' },
  });
  expect(response.status).toBe(201);
});

test('progress comes as events and ends with the draft', async () => {
  const response = await new Visitor().fetch('/api/drafts', {
    method: 'POST',
    body: petstore,
    headers: { accept: 'text/event-stream' },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events = toEvents(await response.text());
  const steps = events.filter(([name]) => name === 'progress').map(([, data]) => data['step']);
  expect([...new Set(steps)]).toEqual(['reading', 'importing', 'generating', 'ready']);
  const [name, draft] = events.at(-1) ?? [];
  expect(name).toBe('draft');
  expect(draft).toMatchObject({ revision: 1, token: expect.any(String) });
});

test('progress of a bad document ends with the problem', async () => {
  const response = await new Visitor().fetch('/api/drafts', {
    method: 'POST',
    body: '{"hello": 1}',
    headers: { accept: 'text/event-stream' },
  });
  const events = toEvents(await response.text());
  expect(events.at(-1)).toEqual([
    'problem',
    expect.objectContaining({ status: 422, requestId: expect.any(String) }),
  ]);
});

test('a private draft exists for its maker and for who has its token alone', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(petstore);
  const path = `/api/drafts/${draft.id}`;
  expect(await (await maker.fetch(path)).json()).toMatchObject({ token: draft.token });

  const stranger = new Visitor();
  await stranger.submit(UPSTREAM_DOCUMENT);
  for (const part of ['', '/blueprint', '/files', '/files.zip', '/report', '/badge.svg']) {
    const unknown = await stranger.fetch(`/api/drafts/0000000000000000000000${part}`);
    const hidden = await stranger.fetch(path + part);
    expect([part, hidden.status]).toEqual([part, 404]);
    const [one, other] = [await unknown.json<object>(), await hidden.json<object>()];
    expect({ ...other, requestId: '' }).toEqual({ ...one, requestId: '' });
  }
  const change = { environment: 'test' };
  const any = { 'if-match': '*' };
  expect((await stranger.json('PATCH', path, change, any)).status).toBe(404);
  expect((await stranger.json('PUT', `${path}/secrets/X`, { value: 'v' })).status).toBe(404);
  expect((await stranger.fetch(`${path}/secrets/X`, { method: 'DELETE' })).status).toBe(404);

  const bearer = { authorization: `Bearer ${draft.token}` };
  const byToken = await new Visitor().json('PATCH', path, change, { ...any, ...bearer });
  expect(byToken.status).toBe(200);
  expect(await byToken.json()).not.toHaveProperty('token');
  expect((await new Visitor().fetch(`${path}/files`, { headers: bearer })).status).toBe(200);
});

test('a shared draft is seen by who has the link, who may not touch it', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(petstore);
  const path = `/api/drafts/${draft.id}`;
  await maker.share(draft, 'unlisted');
  const stranger = new Visitor();
  const seen: Record<string, unknown> = await (await stranger.fetch(path)).json();
  expect(seen).toMatchObject({
    id: draft.id,
    mayEdit: false,
    secrets: [],
    visibility: 'unlisted',
  });
  expect(seen).not.toHaveProperty('token');
  expect((await stranger.fetch(`${path}/files`)).status).toBe(200);
  const change = { environment: 'test' };
  expect((await stranger.json('PATCH', path, change, { 'if-match': '*' })).status).toBe(404);

  await maker.share(draft, 'private');
  expect((await stranger.fetch(path)).status).toBe(404);
});

test('a wrong token is refused, whatever the cookie says', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(petstore);
  const other = await maker.submit(UPSTREAM_DOCUMENT);
  for (const authorization of [
    `Bearer ${other.token}`,
    'Bearer nonsense',
    draft.token,
    'Basic eA==',
  ]) {
    const response = await maker.fetch(`/api/drafts/${draft.id}`, { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
  }
});

test('an edit needs the revision it was made for, and nothing is lost on conflict', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  const path = `/api/drafts/${draft.id}`;
  const rename = { edits: [{ edit: 'renameTool', from: 'echo', to: 'say_again' }] };
  expect((await maker.json('PATCH', path, rename)).status).toBe(428);

  const first = await maker.json('PATCH', path, rename, { 'if-match': '"1"' });
  expect(first.status).toBe(200);
  expect(first.headers.get('etag')).toBe('"2"');
  expect(JSON.stringify(await first.json())).toContain('say_again');

  const late = { edits: [{ edit: 'renameTool', from: 'slow', to: 'late' }] };
  const conflict = await maker.json('PATCH', path, late, { 'if-match': '"1"' });
  expect(conflict.status).toBe(412);
  expect(conflict.headers.get('etag')).toBe('"2"');
  const now = JSON.stringify(await (await maker.fetch(path)).json());
  expect(now).toContain('say_again');
  expect(now).not.toContain('"late"');
});

test('of two edits at the same time one wins and the other is told', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((to) =>
      maker.json(
        'PATCH',
        `/api/drafts/${draft.id}`,
        { edits: [{ edit: 'renameTool', from: 'echo', to }] },
        { 'if-match': '"1"' },
      ),
    ),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412, 412]);
});

test('a wrong edit changes nothing and names its place', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  const path = `/api/drafts/${draft.id}`;
  const edits = [
    { edit: 'renameTool', from: 'echo', to: 'fine' },
    { edit: 'renameTool', from: 'nobody', to: 'x' },
  ];
  const response = await maker.json('PATCH', path, { edits }, { 'if-match': '"1"' });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    problems: [{ path: expect.stringMatching(/^\$\.edits\[1\]/), message: expect.any(String) }],
  });
  expect((await maker.fetch(path)).headers.get('etag')).toBe('"1"');
  const empty = await maker.json('PATCH', path, {}, { 'if-match': '"1"' });
  expect(empty.status).toBe(422);
});

test('code that cannot run is refused with its line', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  const tool = (source: string) => ({
    name: 'mine',
    enabled: true,
    inputSchema: { type: 'object' },
    action: { kind: 'code', source },
  });
  for (const [source, message] of [
    ['export default function run() {\n  const = 1;\n}', 'Line 2'],
    ['let count = 0;\nexport default () => ++count;', 'Line 1'],
    ['export default () => {\n  const a = 1;\n  const a = 2;\n};', 'Line 3'],
    ['export default () => {\n  while (true) {}\n};', 'Line 2, column 3: This loop never ends'],
    ["import { readFileSync } from 'node:fs';\nexport default () => readFileSync;", 'imported'],
    ["export default () => eval('1');", '`eval` must not be used'],
  ]) {
    const response = await maker.json(
      'PATCH',
      `/api/drafts/${draft.id}`,
      { edits: [{ edit: 'upsertTool', tool: tool(source ?? '') }] },
      { 'if-match': '"1"' },
    );
    expect(response.status).toBe(422);
    expect(JSON.stringify(await response.json())).toContain(message);
  }
});

test('the same key of the same guest makes one draft', async () => {
  const maker = new Visitor();
  await maker.submit(UPSTREAM_DOCUMENT);
  const post = (visitor: Visitor, key: string) =>
    visitor.fetch('/api/drafts', {
      method: 'POST',
      body: petstore,
      headers: { 'idempotency-key': key },
    });
  const first: { id: string } = await (await post(maker, 'k1')).json();
  const again: { id: string } = await (await post(maker, 'k1')).json();
  const other: { id: string } = await (await post(maker, 'k2')).json();
  const foreign: { id: string } = await (await post(new Visitor(), 'k1')).json();
  expect(again.id).toBe(first.id);
  expect(new Set([first.id, other.id, foreign.id]).size).toBe(3);

  // Its guest signs in, and out again: the draft is the account's now.
  const head = await readDraft(env, first.id);
  if (!head.ok) throw new Error(head.reason);
  const claim = { kind: 'claim', guest: head.value.owner, account: 'account of k1' } as const;
  await applyToDraft(env, first.id, claim);
  const late = await post(maker, 'k1');
  expect(late.status).toBe(409);
  expect(await late.text()).not.toContain('token');
});

test('files are listed with sizes and downloaded as a zip archive', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(petstore);
  const files: { path: string; size: number; text: string }[] = await (
    await maker.fetch(`/api/drafts/${draft.id}/files`)
  ).json();
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['package.json', 'src/server.ts']),
  );
  for (const { size, text } of files) expect(size).toBe(new TextEncoder().encode(text).byteLength);

  const zip = await maker.fetch(`/api/drafts/${draft.id}/files.zip`);
  expect(zip.headers.get('content-type')).toBe('application/zip');
  expect(zip.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.zip"$/);
  const bytes = new Uint8Array(await zip.arrayBuffer());
  expect(Array.from(bytes.subarray(0, 4))).toEqual([0x50, 0x4b, 3, 4]);
});

test('a large blueprint is summarised, with the address of the whole', async () => {
  const maker = new Visitor();
  const values = Array.from({ length: 300 }, (_, index) => `a value of some length ${index}`);
  const parameters = [{ name: 'value', in: 'query', schema: { type: 'string', enum: values } }];
  const answer = { responses: { 200: { description: 'OK' } } };
  const paths = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [`/p${index}`, { get: { parameters, ...answer } }]),
  );
  const draft = await maker.submit({ ...UPSTREAM_DOCUMENT, paths });
  expect(draft.blueprint).toMatchObject({
    isSummary: true,
    url: `/api/drafts/${draft.id}/blueprint`,
    tools: expect.any(Array),
  });
  const whole = await maker.fetch(`/api/drafts/${draft.id}/blueprint`);
  expect(whole.status).toBe(200);
  expect(await whole.json()).toMatchObject({ tools: expect.any(Array), schemaVersion: 1 });
});

test('unknown drafts, methods and shapes of ids are 404 and 405 problems', async () => {
  const visitor = new Visitor();
  for (const id of ['0000000000000000000000', 'short', '%00', '..%2f']) {
    const response = await visitor.fetch(`/api/drafts/${id}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  }
  expect((await visitor.fetch('/api/drafts', { method: 'DELETE' })).status).toBe(405);
});

test('changes have bounds: 4 MB each, and 40 MB for what they add up to', async () => {
  const maker = new Visitor();
  const draft = await maker.submit(UPSTREAM_DOCUMENT);
  const path = `/api/drafts/${draft.id}`;
  const edits = [{ edit: 'setIdentity', instructions: 'x'.repeat(4 * 1_048_576) }];
  const response = await maker.json('PATCH', path, { edits }, { 'if-match': '"1"' });
  expect(response.status).toBe(413);
  expect((await maker.fetch(path)).headers.get('etag')).toBe('"1"');

  if ('isSummary' in draft.blueprint) throw new Error('The blueprint is small.');
  const identity = { ...draft.blueprint.identity, instructions: 'x'.repeat(41 * 1_048_576) };
  const stores = { bucket: env.BLOBS, loader: undefined };
  const content = await makeContent(stores, { ...draft.blueprint, identity }, 'w');
  expect(content).toEqual({ ok: false, reason: 'blueprintTooLarge' });
});

test('one address may have 20 archives packed a minute', async () => {
  const visitor = new Visitor();
  const statuses: number[] = [];
  // Minutes begin by the clock: a new one may begin in between, and allow as many again.
  for (let count = 0; count < 41 && !statuses.includes(429); count += 1) {
    const response = await visitor.fetch('/api/drafts/0000000000000000000000/files.zip');
    statuses.push(response.status);
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404));
});

test('one address may make 20 drafts a minute', async () => {
  const visitor = new Visitor();
  const statuses: number[] = [];
  // Minutes begin by the clock: a new one may begin in between, and allow as many again.
  for (let count = 0; count < 41 && !statuses.includes(429); count += 1) {
    const response = await visitor.fetch('/api/drafts', { method: 'POST', body: '' });
    statuses.push(response.status);
    if (response.status === 429) expect(response.headers.get('retry-after')).toBe('60');
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 400));
});

function toEvents(text: string): [name: string, data: Record<string, unknown>][] {
  return text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const name = /^event: (.*)$/m.exec(block)?.[1] ?? '';
      return [name, JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}')];
    });
}
