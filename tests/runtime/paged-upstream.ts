import type {
  HttpAction,
  HttpPagination,
  HttpParameter,
  JsonObject,
  JsonValue,
  ServerDefinition,
} from '#app/runtime/definition.ts';
import type { UpstreamFetch, UpstreamRequest } from '#app/runtime/tool-context.ts';

import { petstore } from './petstore.ts';

/** A server with one tool, `list`, that declares how its list goes on. */
export function pagedServer(
  pagination: HttpPagination,
  changes: {
    outputSchema?: JsonObject;
    action?: Partial<HttpAction>;
    policies?: Partial<ServerDefinition['policies']>;
  } = {},
): ServerDefinition {
  const server = petstore();
  const text = { type: 'string' };
  const integer = { type: 'integer' };
  return {
    ...server,
    policies: { ...server.policies, ...changes.policies },
    tools: [
      {
        name: 'list',
        inputSchema: {
          type: 'object',
          properties: { cursor: text, page: integer, offset: integer, limit: integer },
        },
        ...(changes.outputSchema && { outputSchema: changes.outputSchema }),
        action: {
          kind: 'http',
          upstream: 'api',
          method: 'GET',
          path: '/things',
          parameters: ['cursor', 'page', 'offset', 'limit'].map(inQuery),
          response: {},
          pagination,
          ...changes.action,
        },
      },
    ],
  };
}

function inQuery(name: string): HttpParameter {
  return { argument: name, name, in: 'query', style: 'form', explode: true };
}

/** An answer of the fake API. */
export interface FakeAnswer {
  body: JsonValue;
  link?: string;
  status?: number;
}

/** An upstream that answers by what it is asked for, and remembers it. */
export function pagedUpstream(
  answer: (query: URLSearchParams, request: UpstreamRequest, count: number) => FakeAnswer,
): { fetch: UpstreamFetch; paths: string[] } {
  const paths: string[] = [];
  return {
    paths,
    fetch: async (_, request) => {
      paths.push(request.path);
      const query = new URL(request.path, 'https://upstream.invalid').searchParams;
      const { body, link, status = 200 } = answer(query, request, paths.length);
      const headers: [string, string][] = [['content-type', 'application/json']];
      if (link !== undefined) headers.push(['link', link]);
      const bytes = new TextEncoder().encode(JSON.stringify(body));
      return { ok: true, response: { status, headers, body: bytes } };
    },
  };
}
