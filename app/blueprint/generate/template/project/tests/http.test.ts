import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { createEndpoint } from '../src/endpoint.ts';
import { readEnvironment } from '../src/environment.ts';
import type { ServerDefinition } from '../src/runtime/definition.ts';
import { keyAlgorithmOf, makeKey } from '../src/runtime/upstream/signing/private-key.ts';
import { server } from '../src/server.ts';
import { createToolRunner } from '../src/tool-runner.ts';
import { cases } from './cases.ts';
import { startMockUpstream } from './mock-upstream.ts';
import type { RunningMock } from './mock-upstream.ts';

/** A call answered by the first upstream, which the mock replaces. */
const example = Object.entries(cases).find(([tool, { valid }]) => {
  const action = server.tools.find(({ name }) => name === tool)?.action;
  return action?.kind === 'http' && action.upstream === server.upstreams[0]?.id && valid;
});

/** Nobody gives tokens here, so a secret stands for one: the mock takes any. */
const tested: ServerDefinition = {
  ...server,
  upstreams: server.upstreams.map((upstream) => ({
    ...upstream,
    auth: upstream.auth.map((scheme) =>
      'tokenUrl' in scheme
        ? { id: scheme.id, kind: 'bearer', secret: scheme.clientIdSecret }
        : scheme,
    ),
  })),
};

/** Values of the secrets. */
const secrets = Object.fromEntries(
  await Promise.all(server.secrets.map(async ({ name }) => [name, await valueOf(name)] as const)),
);

/** Hexadecimal and base64 as well, which the key of a signature may have to be, or a private key. */
async function valueOf(secret: string): Promise<string> {
  const schemes = server.upstreams.flatMap(({ auth }) => auth);
  const algorithms = schemes.map((scheme) =>
    scheme.kind === 'signature' ? keyAlgorithmOf(scheme, secret) : null,
  );
  const algorithm = algorithms.find((each) => each !== null) ?? null;
  return algorithm === null ? '7e57ab1e' : await makeKey(algorithm);
}

describe('over HTTP', () => {
  let mock: RunningMock;
  before(async () => {
    mock = await startMockUpstream(0);
  });
  after(() => mock.close());

  test('lists its tools in their order, page by page', async () => {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await post('tools/list', { cursor });
      for (const tool of page.tools) names.push(tool.name);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    assert.deepEqual(
      names,
      server.tools.map(({ name }) => name),
    );
  });

  if (example !== undefined) {
    const [name, { valid }] = example;
    test(`calls ${name} at UPSTREAM_BASE_URL`, async () => {
      const result = await post('tools/call', { name, arguments: valid });
      assert.notEqual(result.isError, true, JSON.stringify(result));
    });
  }

  test('reports its health', async () => {
    const response = await start()(new Request('http://localhost/health'));
    assert.equal(response.status, 200);
  });

  test('rejects a page of another origin', async () => {
    const request = toRequest('tools/list', {}, { origin: 'https://evil.example' });
    assert.equal((await start()(request)).status, 403);
  });

  test('rejects an unknown host name', async () => {
    const request = toRequest('tools/list', {}, { host: 'evil.example' });
    assert.equal((await start()(request)).status, 403);
  });

  test('requires its token if one is set', async () => {
    const endpoint = start({ MCP_TOKEN: 'right' });
    const status = async (authorization: string) =>
      (await endpoint(toRequest('tools/list', {}, { authorization }))).status;
    assert.equal(await status('Bearer wrong'), 401);
    assert.equal(await status('Bearer right'), 200);
  });

  function start(variables: Record<string, string> = {}) {
    const given = server.upstreams.length === 0 ? {} : { UPSTREAM_BASE_URL: mock.url };
    const environment = readEnvironment(tested, { ...given, ...secrets, ...variables });
    return createEndpoint(tested, environment, createToolRunner(tested, environment));
  }

  async function post(method: string, params: object) {
    const response = await start()(toRequest(method, params));
    assert.equal(response.status, 200);
    const text = await response.text();
    const json = /^data: (.*"result".*)$/m.exec(text)?.[1] ?? text;
    return JSON.parse(json).result;
  }
});

function toRequest(method: string, params: object, headers: Record<string, string> = {}): Request {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      host: 'localhost',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...headers,
    },
    body,
  });
}
