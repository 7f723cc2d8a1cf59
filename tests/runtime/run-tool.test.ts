import { describe, expect, test } from 'vitest';

import type { HttpAction, JsonObject, ServerDefinition } from '#app/runtime/definition.ts';
import type { UpstreamFailureReason, UpstreamFetch } from '#app/runtime/tool-context.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { contextWith, recordingUpstream, textOf } from './context.ts';
import { petstore } from './petstore.ts';

const run = (name: string, args: JsonObject, fetch: UpstreamFetch, definition = petstore()) =>
  runTool(definition, { name, arguments: args }, contextWith(fetch));

/** The pet store with one tool changed: no output schema, and what the test is about. */
function withResponse(
  response: HttpAction['response'],
  outputSchema?: JsonObject,
): ServerDefinition {
  const definition = petstore();
  definition.tools = definition.tools.map((tool) => ({
    ...tool,
    outputSchema,
    action: tool.action.kind === 'http' ? { ...tool.action, response } : tool.action,
  }));
  return definition;
}

const list = (body: string | Uint8Array, type: string, response = {}, outputSchema?: JsonObject) =>
  run('list_pets', {}, recordingUpstream(body, type).fetch, withResponse(response, outputSchema));

describe('a call', () => {
  test('ignores inherited properties with the name of an argument', async () => {
    const definition = petstore();
    definition.tools = ['constructor', 'toString'].map((argument) => ({
      name: argument,
      inputSchema: { type: 'object', properties: { [argument]: { type: 'string' } } },
      action: {
        kind: 'http',
        upstream: definition.upstreams[0]?.id ?? '',
        method: 'GET',
        path: '/results',
        parameters: [{ argument, name: argument, in: 'query', style: 'form', explode: true }],
        response: {},
      },
    }));
    const { fetch, requests } = recordingUpstream();
    await run('constructor', {}, fetch, definition);
    await run('toString', {}, fetch, definition);
    await run('constructor', { constructor: 'ferrari' }, fetch, definition);
    expect(requests.map(({ path }) => path)).toEqual([
      '/results',
      '/results',
      '/results?constructor=ferrari',
    ]);
  });

  test('sends the request of its action', async () => {
    const { fetch, requests } = recordingUpstream('[]');
    await run('list_pets', { limit: 5, status: 'sold' }, fetch);
    await run('create_pet', { body: { id: 1, name: 'Rex' } }, fetch);
    expect(requests).toEqual([
      {
        method: 'GET',
        path: '/pets?limit=5&status=sold',
        headers: [['Accept', 'application/json, */*;q=0.5']],
        idempotent: true,
        reportsProgress: true,
      },
      {
        method: 'POST',
        path: '/pets',
        reportsProgress: true,
        headers: [
          ['Accept', 'application/json, */*;q=0.5'],
          ['Content-Type', 'application/json'],
        ],
        body: '{"id":1,"name":"Rex"}',
      },
    ]);
  });

  test('with an invalid argument never reaches the upstream', async () => {
    const { fetch, requests } = recordingUpstream();
    const result = await run('list_pets', { limit: 500 }, fetch);
    expect(result).toEqual({
      content: [
        {
          type: 'text',
          text: 'Invalid arguments for list_pets:\n- $.limit must be at most 100, not 500',
        },
      ],
      isError: true,
    });
    expect(requests).toEqual([]);
  });

  test('of an unknown tool is an error', async () => {
    expect(textOf(await run('nope', {}, recordingUpstream().fetch))).toBe(
      'There is no tool named "nope".',
    );
  });
});

describe('an answer', () => {
  test('in JSON is structured content with a text mirror', async () => {
    expect(await list('{"a":[1]}', 'application/json; charset=utf-8')).toEqual({
      content: [{ type: 'text', text: '{"a":[1]}' }],
      structuredContent: { a: [1] },
    });
  });

  test('whose root is not an object goes under result', async () => {
    expect((await list('[1]', 'application/json', { wrap: true })).structuredContent).toEqual({
      result: [1],
    });
    expect((await list('{"a":1}', 'application/json', { wrap: true })).structuredContent).toEqual({
      result: { a: 1 },
    });
    expect((await list('null', 'application/json')).structuredContent).toEqual({ result: null });
  });

  test('keeps only the action’s properties', async () => {
    const keep = ['id', 'name'];
    const body = '[{"id":1,"name":"a","x":1},2]';
    expect((await list(body, 'application/json', { keep })).structuredContent).toEqual({
      result: [{ id: 1, name: 'a' }, 2],
    });
    expect((await list('{"id":1,"x":1}', 'application/json', { keep })).structuredContent).toEqual({
      id: 1,
    });
  });

  test.each(['text/html', 'text/plain', 'application/octet-stream', ''])(
    'in JSON is JSON even as %j',
    async (type) => {
      expect((await list('\uFEFF {"a":1}', type)).structuredContent).toEqual({ a: 1 });
    },
  );

  test('that is HTML despite a JSON content type is text with a note', async () => {
    const result = await list('<!doctype html><title>Login</title>', 'application/json');
    expect(result.structuredContent).toBeUndefined();
    expect(textOf(result)).toContain('<title>Login</title>');
    expect(textOf(result)).toContain('called this application/json, but it is an HTML page');
    expect(textOf(await list('{"a":', 'application/json'))).toContain('it is not valid JSON');
  });

  test('that is text stays text, in its own charset', async () => {
    expect(textOf(await list(new Uint8Array([0x47, 0xfc]), 'text/csv; charset=iso-8859-1'))).toBe(
      'Gü',
    );
    expect(textOf(await list('5', 'text/plain'))).toBe('5');
    expect(textOf(await list('a: 1', 'application/yaml; charset=nonsense'))).toBe('a: 1');
    expect(textOf(await list('<svg/>', 'image/svg+xml'))).toBe('<svg/>');
  });

  test('that is an image or audio is a block of its kind', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
    const block = { type: 'image', data: 'iVBORw0KGgoA', mimeType: 'image/png' };
    expect((await list(png, 'image/png')).content).toEqual([block]);
    expect((await list(png, 'application/octet-stream')).content).toEqual([block]);
    expect((await list(new Uint8Array([1, 2, 3, 0]), 'audio/wav')).content).toEqual([
      { type: 'audio', data: 'AQIDAA==', mimeType: 'audio/wav' },
    ]);
  });

  test('that is falsely called an image is treated as its actual type', async () => {
    expect((await list('{"error":"none"}', 'image/png')).structuredContent).toEqual({
      error: 'none',
    });
    expect((await list(new Uint8Array([1, 2, 0]), 'image/png')).content).toMatchObject([
      { type: 'resource', resource: { mimeType: 'application/octet-stream', blob: 'AQIA' } },
    ]);
  });

  test('of other bytes is a resource at its own URL', async () => {
    expect((await list(new Uint8Array([0x25, 0x50, 0, 0xff]), 'application/pdf')).content).toEqual([
      {
        type: 'resource',
        resource: {
          uri: 'https://api.example.com/v1/pets',
          mimeType: 'application/pdf',
          blob: 'JVAA/w==',
        },
      },
    ]);
    expect((await list(new Uint8Array([0, 0xff]), 'text/plain')).content).toMatchObject([
      { type: 'resource', resource: { mimeType: 'application/octet-stream' } },
    ]);
  });

  test('without a body is a success', async () => {
    const upstream = recordingUpstream('', '', 204);
    const result = await run('delete_pet', { petId: 1 }, upstream.fetch);
    expect(result).toEqual({
      content: [{ type: 'text', text: 'Done: the API answered 204, without a body.' }],
      structuredContent: {},
    });
  });

  test('that violates its schema is delivered whole, as an error that says so', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const result = await list('{"a":1}', 'application/json', {}, schema);
    expect(result.structuredContent).toEqual({ a: 1 });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('the call succeeded');
    expect(textOf(result)).toContain('$.a must be a string, not 1');
    expect((await list('{"a":"x"}', 'application/json', {}, schema)).isError).toBeUndefined();
  });
});

describe('an error of the API says what to do:', () => {
  const answer = async (
    status: number,
    body: string,
    type: string,
    headers: [string, string][] = [],
  ) => {
    const { fetch } = recordingUpstream(body, type, status, headers);
    const result = await run('get_pet', { petId: 1 }, fetch);
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    return textOf(result);
  };

  test.each([
    [400, 'Check the arguments'],
    [401, 'ask the operator of this server to check them'],
    [403, 'do not allow'],
    [404, 'The resource named by the arguments does not exist'],
    [409, 'conflicts'],
    [422, 'Check the arguments'],
    [429, 'Too many requests'],
    [500, 'try again later'],
    [503, 'try again later'],
  ])('%d', async (status, advice) => {
    const text = await answer(status, '{"message":"no"}', 'application/json');
    expect(text).toContain(`The API answered ${status}`);
    expect(text).toContain('to GET /pets/{petId}.');
    expect(text).toContain(advice);
    expect(text).toContain('It said: {"message":"no"}');
  });

  test('how long to wait', async () => {
    expect(await answer(429, '', '', [['Retry-After', '30']])).toContain('Wait 30 seconds.');
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
    expect(await answer(503, '', '', [['retry-after', date]])).toContain(`Wait until ${date}.`);
  });

  test('the visible text of an HTML page, limited in length', async () => {
    const page = `<!DOCTYPE html><style>p{}</style><script>alert(1)</script><p>Not&nbsp;here</p>${'x'.repeat(5000)}`;
    const text = await answer(404, page, 'text/html');
    expect(text).toContain('It said: Not&nbsp;here');
    expect(text).not.toMatch(/alert|<p>|p\{/);
    expect(text.length).toBeLessThan(1300);
    expect(await answer(500, '\0\0', 'application/octet-stream')).not.toContain('It said');
  });
});

test.each<UpstreamFailureReason>([
  ...(['unknownUpstream', 'refused', 'secretMissing', 'authFailed', 'timeout'] as const),
  ...(['cancelled', 'unreachable', 'redirected', 'tooLarge', 'rateLimited'] as const),
])('a call that fails as %s is an error with its message and advice', async (reason) => {
  const result = await run('get_pet', { petId: 1 }, async () => ({
    ok: false,
    reason,
    message: 'Why it failed.',
  }));
  expect(result.isError).toBe(true);
  expect(textOf(result)).toMatch(/^Why it failed\. [A-Z].*\.$/);
});
