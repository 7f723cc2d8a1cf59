import type { JsonObject, ServerDefinition, ToolDefinition, Upstream } from '../definition.ts';
import { isJsonObject, parseJson } from '../json.ts';
import type { UpstreamFetch } from '../tool-context.ts';
import { valueResult } from '../tool-result.ts';
import { bySpecificity, createRoute, matchesRoute } from './match-operation.ts';
import type { Route } from './match-operation.ts';
import { mockHttpAnswer, mockStructuredContent } from './mock-answer.ts';
import type { MockedResponse } from './mock-answer.ts';
import type { MockedRequest } from './mock-pages.ts';

/** Parts of a server that a mock upstream needs. */
export type MockedServer = Pick<ServerDefinition, 'upstreams' | 'tools' | 'definitions'>;

/** Marks every response of the mock. */
const MOCK_HEADER = 'x-mock-upstream';

interface Target {
  upstream: string;
  answer: (request: MockedRequest) => MockedResponse;
}

/**
 * A mock of all upstreams of a server, which answers from the examples and schemas of its tools. It needs no
 * credentials, checks nothing, and is deterministic. Requests may include the path of an upstream's base URL
 * or omit it.
 */
export function createMockUpstream(server: MockedServer): (request: Request) => Promise<Response> {
  const answer = createAnswerer(server);
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.method === 'POST' ? await request.text() : '';
    const places = server.upstreams.flatMap((upstream) =>
      [relativePath(upstream, pathname), pathname].flatMap((path) =>
        path === null ? [] : [{ upstream: upstream.id, path: path + search }],
      ),
    );
    const found = places
      .map(({ upstream, path }) => answer(upstream, request.method, path, body))
      .find((response) => response !== null);
    const {
      status,
      mediaType,
      body: content,
      link,
    } = found ?? unknownOperation(request.method, pathname);
    const isBare = request.method === 'HEAD' || content.length === 0;
    return new Response(isBare ? null : content, {
      status,
      headers: {
        ...(content.length === 0 ? {} : { 'Content-Type': mediaType }),
        ...(link === undefined ? {} : { Link: link }),
        [MOCK_HEADER]: 'true',
      },
    });
  };
}

/** The mock as the outbound fetch of a tool, without a network. */
export function createMockFetch(server: MockedServer): UpstreamFetch {
  const answer = createAnswerer(server);
  return async (upstream, { method, path, body }) => {
    if (!server.upstreams.some(({ id }) => id === upstream)) {
      return {
        ok: false,
        reason: 'unknownUpstream',
        message: `There is no upstream "${upstream}".`,
      };
    }
    const text = typeof body === 'string' ? body : '';
    const found = answer(upstream, method, path, text) ?? unknownOperation(method, path);
    const content = method === 'HEAD' ? '' : found.body;
    return {
      ok: true,
      response: {
        status: found.status,
        headers: [
          ['content-type', found.mediaType],
          ...(found.link === undefined ? [] : [['link', found.link] satisfies [string, string]]),
          [MOCK_HEADER, 'true'],
        ],
        body: typeof content === 'string' ? new TextEncoder().encode(content) : content,
      },
    };
  };
}

type Answerer = (
  upstream: string,
  method: string,
  path: string,
  body: string,
) => MockedResponse | null;

function createAnswerer({ tools, definitions }: MockedServer): Answerer {
  const routes = tools.flatMap((tool) => httpRoute(tool, definitions)).sort(bySpecificity);
  return (upstream, method, path, body) => {
    const route = routes.find(
      ({ target, ...rest }) =>
        target.upstream === upstream && matchesRoute({ target, ...rest }, method, path),
    );
    if (route !== undefined) return route.target.answer({ path, body });
    return mcpAnswer({ tools, definitions }, upstream, body);
  };
}

function httpRoute(
  tool: ToolDefinition,
  definitions: MockedServer['definitions'],
): Route<Target>[] {
  const { action } = tool;
  if (action.kind !== 'http') return [];
  const answer = (request: MockedRequest) => mockHttpAnswer(tool, action, definitions, request);
  return [createRoute(action.method, action.path, { upstream: action.upstream, answer })];
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
  const value = mockStructuredContent(tool, definitions) ?? { message: 'An example answer.' };
  const answer = { jsonrpc: '2.0', id: message['id'] ?? null, result: valueResult(value) };
  return { status: 200, mediaType: 'application/json', body: JSON.stringify(answer) };
}

function parse(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Rest of a path below an upstream's base URL; null if it is elsewhere. */
function relativePath(upstream: Upstream, pathname: string): string | null {
  const base = new URL(upstream.baseUrl).pathname.replace(/\/+$/, '');
  if (base === '' || !(pathname === base || pathname.startsWith(`${base}/`))) return null;
  return pathname.slice(base.length);
}

function unknownOperation(method: string, path: string): MockedResponse {
  const problem = {
    title: 'Not Found',
    status: 404,
    detail: `The mock upstream knows no operation ${method} ${path}.`,
  };
  return { status: 404, mediaType: 'application/problem+json', body: JSON.stringify(problem) };
}
