import { request } from 'node:http';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startBuiltWorker, type BuiltWorker } from '../setup/built-worker.ts';
import {
  bearer,
  connectDraft,
  type DraftAnswer,
  type MadeDraft,
  makeDraft,
  postDocument,
  ProblemAnswer,
  readSpec,
} from '../setup/make-draft.ts';

const MEGABYTE = 1024 * 1024;

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await startBuiltWorker();
});
afterAll(() => worker.close());

/** A small document around the parts that a test is about. */
function openapi(parts: object): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Small', version: '1' },
    servers: [{ url: 'https://api.nothing.invalid' }],
    ...parts,
  });
}

const operation = (parts: object = {}) => ({
  responses: { 200: { description: 'fine' } },
  ...parts,
});

async function refused(response: Response) {
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  const problem = ProblemAnswer.parse(await response.json());
  expect(problem.status).toBe(response.status);
  expect(problem.requestId).toBe(response.headers.get('x-request-id'));
  return problem;
}

/** Nine levels of nine references each: 387 million nodes, if somebody expands them. */
function aliasBomb(): string {
  const levels = 'abcdefghi'.split('');
  const lines = levels.map((name, at) => {
    const before = at === 0 ? '"x"' : `*${levels[at - 1]}`;
    return `${name}: &${name} [${Array.from({ length: 9 }, () => before).join(',')}]`;
  });
  return `openapi: 3.1.0\ninfo: {title: bomb, version: "1"}\n${lines.join('\n')}\npaths: {}\n`;
}

const UNREADABLE: [what: string, text: string, says: RegExp][] = [
  ['an empty document', '', /empty|nothing/i],
  ['only white space', ' \n\t\n', /empty|nothing/i],
  ['a broken JSON document', '{"openapi": "3.1.0",\n  "info": {,}\n}', /line 2|2:\d+/i],
  ['a broken YAML document', 'openapi: 3.1.0\ninfo:\n  title: [unclosed\n', /line \d|\d:\d+/i],
  ['a web page', '<!doctype html><html><title>Sign in</title></html>', /HTML|web page/i],
];

const UNUSABLE: [what: string, text: string, says: RegExp][] = [
  ['JSON that is no API document', '{"hello": "world"}', /openapi|swagger/i],
  ['a list', '[1, 2, 3]', /openapi|object|document/i],
  ['an API document without operations', openapi({ paths: {} }), /operation/i],
  [
    'an OpenAPI version of the future',
    '{"openapi":"9.0.0","info":{},"paths":{}}',
    /9\.0\.0|version/i,
  ],
];

describe('documents that cannot become a server', () => {
  test.each(UNREADABLE)('%s is unreadable, and the answer says why', async (_what, text, says) => {
    const response = await postDocument(worker.url, text);
    expect(response.status).toBe(400);
    expect(JSON.stringify(await refused(response))).toMatch(says);
  });

  test.each(UNUSABLE)('%s is unusable, and the answer says why', async (_what, text, says) => {
    const response = await postDocument(worker.url, text);
    expect(response.status).toBe(422);
    expect(JSON.stringify(await refused(response))).toMatch(says);
  });

  test('a YAML alias bomb is refused without being expanded', async () => {
    const response = await postDocument(worker.url, aliasBomb());
    expect([400, 422]).toContain(response.status);
    expect(JSON.stringify(await refused(response))).toMatch(/alias/i);
  });

  test('fifty megabytes are refused, and the next document still gets in', async () => {
    for (const megabytes of [25.5, 50]) {
      const response = await postDocument(worker.url, 'x'.repeat(megabytes * MEGABYTE));
      expect(response.status).toBe(413);
      expect((await refused(response)).detail).toMatch(/2[56] MB/);
    }
    const next = await postDocument(worker.url, openapi({ paths: { '/a': { get: operation() } } }));
    expect(next.status).toBe(201);
  });
});

describe('documents that are odd, and still become a server', () => {
  const namesOf = (draft: DraftAnswer) => draft.blueprint.tools.map(({ name }) => name);

  test('a broken reference is a warning with its place', async () => {
    const schema = { $ref: '#/components/schemas/Missing' };
    const body = { content: { 'application/json': { schema } } };
    const paths = { '/a': { post: operation({ requestBody: body }) } };
    const draft = await makeDraft(worker.url, openapi({ paths }));
    expect(JSON.stringify(draft.warnings)).toMatch(/Missing/);
    expect(draft.warnings.every(({ path }) => path.startsWith('$'))).toBe(true);
  });

  test('a reference to another host is a warning, and never fetched', async () => {
    const schema = { $ref: 'https://nothing.invalid/schema.json' };
    const body = { content: { 'application/json': { schema } } };
    const paths = { '/a': { post: operation({ requestBody: body }) } };
    const draft = await makeDraft(worker.url, openapi({ paths }));
    expect(JSON.stringify(draft.warnings)).toMatch(/nothing\.invalid/);
  });

  test('schemas that contain themselves work', async () => {
    const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } };
    const loop = { $ref: '#/components/schemas/Loop' };
    const schema = { anyOf: [{ $ref: '#/components/schemas/Node' }, loop] };
    const content = { 'application/json': { schema } };
    const paths = {
      '/a': {
        post: operation({
          requestBody: { content },
          responses: { 200: { description: 'fine', content } },
        }),
      },
    };
    const document = openapi({ paths, components: { schemas: { Node: node, Loop: loop } } });
    const draft = await makeDraft(worker.url, document);
    const client = await connectDraft(draft, 'modern');
    const [tool] = (await client.listTools()).tools;
    const args = { body: { next: { next: {} } } };
    const result = await client.callTool({ name: tool!.name, arguments: args });
    expect(result.isError, JSON.stringify(result)).not.toBe(true);
    await client.close();
  });

  test('operations of one name get names of their own', async () => {
    const get = operation({ operationId: 'same' });
    const paths = { '/a': { get, post: get }, '/b': { get } };
    const names = namesOf(await makeDraft(worker.url, openapi({ paths })));
    expect(new Set(names).size).toBe(3);
  });

  test('names in any script become names that every client accepts', async () => {
    const ids = ['получить питомца', '寵物を取得', 'pet🐶', 'a/b c', '__proto__', 'x'.repeat(200)];
    const paths = Object.fromEntries(
      ids.map((operationId, at) => [`/p${at}`, { get: operation({ operationId }) }]),
    );
    const names = namesOf(await makeDraft(worker.url, openapi({ paths })));
    expect(names).toHaveLength(ids.length);
    expect(new Set(names).size).toBe(ids.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
  });

  test('an upstream that is down gives an error that says so', async () => {
    const draft = await makeDraft(worker.url, openapi({ paths: { '/a': { get: operation() } } }));
    const authorization = `Bearer ${draft.token}`;
    const changed = await fetch(`${worker.url}/api/drafts/${draft.id}`, {
      method: 'PATCH',
      headers: {
        authorization,
        'content-type': 'application/json',
        'if-match': `"${draft.revision}"`,
      },
      body: '{"environment":"test"}',
    });
    expect(changed.status).toBe(200);
    const client = await connectDraft(draft, 'modern');
    const [tool] = (await client.listTools()).tools;
    const result = await client.callTool({ name: tool!.name, arguments: {} });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain('nothing.invalid');
    await client.close();
  });
});

describe('addresses that are not fetched', () => {
  const PRIVATE = [
    'http://localhost/openapi.json',
    'https://127.0.0.1/openapi.json',
    'https://[::1]/openapi.json',
    'https://10.0.0.1/openapi.json',
    'https://169.254.169.254/latest/meta-data/',
    'https://metadata.google.internal/',
    'https://intranet/openapi.json',
    'https://user:password@example.com/openapi.json',
    'https://example.com:22/openapi.json',
    'ftp://example.com/openapi.json',
    'file:///etc/passwd',
  ];
  const postUrl = (url: unknown) =>
    postDocument(worker.url, JSON.stringify({ url }), { 'content-type': 'application/json' });

  test.each(PRIVATE)('%s is refused with the reason', async (url) => {
    const response = await postUrl(url);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    const { detail } = await refused(response);
    expect(detail.length).toBeGreaterThan(20);
  });

  test('a host that does not exist is an error of the address, not of ours', async () => {
    const response = await postUrl('https://api.nothing.invalid/openapi.json');
    expect([400, 422, 502, 504]).toContain(response.status);
    expect((await refused(response)).detail).toContain('nothing.invalid');
  });

  test('a body that is no address, template or document is refused', async () => {
    expect((await postUrl(42)).status).toBeGreaterThanOrEqual(400);
    const unknown = await postDocument(worker.url, '{"template":"no-such-template"}', {
      'content-type': 'application/json',
    });
    expect([400, 404, 422]).toContain(unknown.status);
    await refused(unknown);
  });
});

describe('the endpoint', () => {
  let draft: MadeDraft;
  beforeAll(async () => {
    draft = await makeDraft(worker.url, readSpec('petstore-3.0.json'));
  });

  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}';
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(draft.endpoint, {
      method: 'POST',
      headers: {
        ...bearer(draft.token),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    });

  test('answers POST only', async () => {
    for (const method of ['GET', 'PUT']) {
      const headers = { ...bearer(draft.token), accept: 'text/event-stream' };
      const response = await fetch(draft.endpoint, { method, headers });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toContain('POST');
    }
  });

  test('refuses a foreign origin', async () => {
    const response = await post(list, { origin: 'https://evil.example' });
    expect(response.status).toBe(403);
  });

  test("on a developer's machine, refuses a foreign host, as DNS rebinding sends it", async () => {
    const { port, pathname } = new URL(draft.endpoint);
    const status = await new Promise((resolve, reject) => {
      const sent = request(
        {
          port,
          path: pathname,
          method: 'POST',
          headers: {
            host: 'evil.example',
            accept: 'application/json, text/event-stream',
            'content-type': 'application/json',
          },
        },
        (response) => resolve(response.resume().statusCode),
      );
      sent.on('error', reject).end(list);
    });
    // A server with the published development key serves nobody but its own machine.
    expect([403, 421, 500]).toContain(status);
  });

  test('refuses what is no JSON, and headers that contradict the body', async () => {
    expect((await post('{"jsonrpc":')).status).toBe(400);
    const mismatch = await post(list, {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
    });
    expect(mismatch.status).toBe(400);
  });

  test('an unknown tool is an error, an unknown draft is not found', async () => {
    const client = await connectDraft(draft, 'modern');
    const call = client.callTool({ name: 'no_such_tool', arguments: {} });
    const outcome = await call.then(
      ({ isError }) => isError,
      () => true,
    );
    expect(outcome).toBe(true);
    await client.close();
    const unknown = await fetch(`${worker.url}/mcp/d/AAAAAAAAAAAAAAAAAAAAAA`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: list,
    });
    expect(unknown.status).toBe(404);
  });
});

test('one address gets only so many drafts a minute, and is told when to come back', async () => {
  const limited = await startBuiltWorker({ limits: 'real' });
  try {
    const statuses = [];
    let last: Response | undefined;
    // Minutes begin by the clock: a new one may begin in between, and allow as many again.
    for (let turn = 0; turn < 41; turn += 1) {
      last = await postDocument(limited.url, '{}');
      statuses.push(last.status);
      if (last.status === 429) break;
      await last.body?.cancel();
    }
    expect(statuses.at(0)).toBe(422);
    expect(statuses.at(-1)).toBe(429);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await limited.close();
  }
});
