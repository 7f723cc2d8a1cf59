import type { JsonObject, ServerDefinition, Upstream } from '../definition.ts';
import { isJsonObject } from '../json.ts';
import type { UpstreamFetch } from '../tool-context.ts';
import { valueResult } from '../tool-result.ts';
import { mockStructuredContent } from './mock-answer.ts';
import type { MockedResponse, MockSource } from './mock-answer.ts';
import { NO_FIXTURES } from './mock-fixtures.ts';
import type { MockFixtures } from './mock-fixtures.ts';
import { readMockedJson } from './mock-request.ts';
import type { MockRequest } from './mock-request.ts';
import { answerRequest, closestOperations, listRoutes } from './mock-routes.ts';

/** Parts of a server that a mock upstream needs. */
export type MockedServer = Pick<ServerDefinition, 'upstreams' | 'tools' | 'definitions'>;

/** Marks every response of the mock, with the answer's {@link MockSource}. */
export const MOCK_HEADER = 'x-mock-upstream';

/**
 * A mock of all upstreams of a server. It answers as somebody wrote it (`fixtures`), else from the examples and
 * schemas of the tools. It needs no credentials, checks nothing, and is deterministic. Requests may include the
 * path of an upstream's base URL or omit it.
 */
export function createMockUpstream(
  server: MockedServer,
  fixtures: MockFixtures = NO_FIXTURES,
): (request: Request) => Promise<Response> {
  const { answer, refuse } = createAnswerer(server, fixtures);
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const sent = { method: request.method, headers: [...request.headers], body: '' };
    if (request.body !== null) sent.body = await request.text();
    const places = server.upstreams.flatMap((upstream) =>
      [relativePath(upstream, pathname), pathname].flatMap((path) =>
        path === null ? [] : [{ upstream: upstream.id, path: path + search }],
      ),
    );
    const found = places
      .map(({ upstream, path }) => answer(upstream, { ...sent, path }))
      .find((response) => response !== null);
    const [first] = places;
    const response =
      found ?? refuse(first?.upstream ?? '', first?.path ?? pathname, request.method);
    const isBare = request.method === 'HEAD' || response.body.length === 0;
    return new Response(isBare ? null : response.body, {
      status: response.status,
      headers: [...headersOf(response)],
    });
  };
}

/** The mock as the outbound fetch of a tool, without a network. */
export function createMockFetch(
  server: MockedServer,
  fixtures: MockFixtures = NO_FIXTURES,
): UpstreamFetch {
  const { answer, refuse } = createAnswerer(server, fixtures);
  return async (upstream, { method, path, headers, body }) => {
    if (!server.upstreams.some(({ id }) => id === upstream)) {
      const ids = server.upstreams.map(({ id }) => `"${id}"`).join(', ');
      const message = `There is no upstream "${upstream}"${ids === '' ? '.' : `; there is ${ids}.`}`;
      return { ok: false, reason: 'unknownUpstream', message };
    }
    const text = typeof body === 'string' ? body : '';
    const found = answer(upstream, { method, path, headers, body: text });
    const response = found ?? refuse(upstream, path, method);
    const content = method === 'HEAD' ? '' : response.body;
    return {
      ok: true,
      response: {
        status: response.status,
        headers: [...headersOf(response, true)],
        body: typeof content === 'string' ? new TextEncoder().encode(content) : content,
      },
    };
  };
}

/** Source of an answer of the mock; null for a response of something else. */
export function mockSourceOf(headers: readonly [name: string, value: string][]): MockSource | null {
  const value = headers.find(([name]) => name === MOCK_HEADER)?.[1];
  return SOURCES.find((source) => source === value) ?? null;
}

const SOURCES: readonly MockSource[] = ['set', 'example', 'schema', 'guess', 'none'];

interface Answerer {
  answer: (upstream: string, request: MockRequest) => MockedResponse | null;
  /** The response to an operation that is not known. */
  refuse: (upstream: string, path: string, method: string) => MockedResponse;
}

function createAnswerer({ tools, definitions }: MockedServer, fixtures: MockFixtures): Answerer {
  const routes = listRoutes(tools, fixtures);
  return {
    answer: (upstream, request) =>
      answerRequest(routes, upstream, request, definitions) ??
      mcpAnswer({ tools, definitions }, upstream, request.body),
    refuse(upstream, path, method) {
      const closest = closestOperations(routes, upstream, { method, path });
      return unknownOperation(`${method} ${path}`, upstream, closest);
    },
  };
}

/** A proxied MCP server has one address for all tools; the message names the tool. */
function mcpAnswer(
  { tools, definitions }: Pick<MockedServer, 'tools' | 'definitions'>,
  upstream: string,
  body: string,
): MockedResponse | null {
  const message = parse(body);
  const params = message['params'];
  if (message['method'] !== 'tools/call' || !isJsonObject(params)) return null;
  const tool = tools.find(
    ({ action }) =>
      action.kind === 'mcp' && action.upstream === upstream && action.tool === params['name'],
  );
  if (tool === undefined) return null;
  const made = mockStructuredContent(tool, definitions);
  const value = made ?? { message: 'An example answer.' };
  const answer = { jsonrpc: '2.0', id: message['id'] ?? null, result: valueResult(value) };
  return {
    status: 200,
    mediaType: 'application/json',
    body: JSON.stringify(answer),
    source: made === undefined ? 'guess' : 'schema',
  };
}

function parse(text: string): JsonObject {
  const value = text === '' ? null : readMockedJson(text);
  return isJsonObject(value) ? value : {};
}

function* headersOf(
  { mediaType, headers, body, source }: MockedResponse,
  isTyped = body.length > 0,
): Generator<[name: string, value: string]> {
  if (isTyped) yield ['content-type', mediaType];
  if (headers !== undefined) {
    for (const [name, value] of Object.entries(headers)) yield [name.toLowerCase(), value];
  }
  yield [MOCK_HEADER, source];
}

/** Rest of a path below an upstream's base URL; null if it is elsewhere. */
function relativePath(upstream: Upstream, pathname: string): string | null {
  const base = new URL(upstream.baseUrl).pathname.replace(/\/+$/, '');
  if (base === '' || !(pathname === base || pathname.startsWith(`${base}/`))) return null;
  return pathname.slice(base.length);
}

function unknownOperation(operation: string, upstream: string, closest: string[]): MockedResponse {
  const known =
    closest.length === 0
      ? 'It knows none of this upstream.'
      : `The closest: ${closest.join(', ')}.`;
  const problem = {
    title: 'Not Found',
    status: 404,
    detail: `The mock of "${upstream}" knows no operation ${operation}. ${known} An answer for it can be set (set_mock).`,
  };
  return {
    status: 404,
    mediaType: 'application/problem+json',
    body: JSON.stringify(problem),
    source: 'none',
  };
}
