import { DEFAULT_POLICIES } from '#app/blueprint/blueprint.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { generate } from '#app/blueprint/generate/generate.ts';
import { runExamples } from '#app/blueprint/readiness/example-runs.ts';
import { probeUpstream } from '#app/runtime/probe/probe-upstream.ts';
import { probe } from '#app/runtime/probe/probe.ts';
import type { ProbeTarget } from '#app/runtime/probe/probe.ts';

import type { AllEvidence } from './break-evidence.ts';
import { mockRunner, serve, SERVER_URL } from './running.ts';

const METADATA_URL = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp';
const TOKEN = 'Bearer right';

/** A blueprint with nothing to object to, and something to look at for every check. */
export const soundBlueprint: Blueprint = {
  schemaVersion: 1,
  identity: { name: 'library', title: 'Library', version: '1.2.3' },
  sources: [],
  upstreams: [
    {
      id: 'library',
      baseUrl: 'https://api.library.example.com/v1',
      allowedHosts: ['api.library.example.com'],
      auth: [
        {
          id: 'oauth',
          kind: 'oauth2ClientCredentials',
          tokenUrl: 'https://api.library.example.com/token',
          scopes: ['books.read', 'books.write'],
          clientIdSecret: 'CLIENT_ID',
          clientSecretSecret: 'CLIENT_SECRET',
        },
      ],
      security: [['oauth']],
    },
  ],
  secrets: [
    { name: 'CLIENT_ID', scope: 'server' },
    { name: 'CLIENT_SECRET', scope: 'server' },
  ],
  definitions: {
    Book: {
      type: 'object',
      properties: { id: { type: 'integer' }, title: { type: 'string' } },
      required: ['id'],
    },
  },
  tools: [
    {
      name: 'list_books',
      title: 'List books',
      description: 'Lists the books of one shelf, for when no book is known yet.',
      enabled: true,
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
      inputSchema: {
        type: 'object',
        properties: {
          shelf: { type: 'string', description: 'Name of the shelf.' },
          limit: { type: 'integer', description: 'How many.', minimum: 1, maximum: 50 },
        },
        required: ['shelf'],
      },
      outputSchema: {
        type: 'object',
        properties: { result: { type: 'array', items: { $ref: '#/$defs/Book' } } },
        required: ['result'],
      },
      action: {
        kind: 'http',
        upstream: 'library',
        method: 'GET',
        path: '/books',
        parameters: ['shelf', 'limit'].map((name) => ({
          argument: name,
          name,
          in: 'query' as const,
          style: 'form' as const,
          explode: true,
        })),
        response: { wrap: true },
        mock: {
          status: 200,
          mediaType: 'application/json',
          body: [{ id: 1, title: 'Emma' }],
        },
      },
      examples: [{ arguments: { shelf: 'novels' } }],
    },
    {
      name: 'delete_book',
      title: 'Delete a book',
      description: 'Takes one book out of the library for good; it cannot be brought back.',
      enabled: true,
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: true,
        openWorldHint: true,
      },
      inputSchema: {
        type: 'object',
        properties: { id: { type: 'integer', description: 'Number of the book.' } },
        required: ['id'],
      },
      outputSchema: { type: 'object', properties: { gone: { type: 'boolean' } } },
      action: {
        kind: 'http',
        upstream: 'library',
        method: 'DELETE',
        path: '/books/{id}',
        parameters: [{ argument: 'id', name: 'id', in: 'path', style: 'simple', explode: false }],
        response: {},
      },
      examples: [{ arguments: { id: 1 } }],
    },
    {
      name: 'count_books',
      title: 'Count books',
      description: 'Counts the books of all shelves, for when the whole library is meant.',
      enabled: true,
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
      inputSchema: { type: 'object', properties: {} },
      outputSchema: { type: 'object', properties: { result: { type: 'string' } } },
      action: { kind: 'code', source: "export default () => 'many';" },
    },
  ],
  resources: [],
  prompts: [],
  policies: DEFAULT_POLICIES,
};

/** Its endpoint behind a token, with metadata and health beside it. */
export function soundServer(): ProbeTarget {
  const target = serve(soundBlueprint);
  const fetch = async (request: Request): Promise<Response> => {
    if (request.url === METADATA_URL) {
      return Response.json({
        resource: SERVER_URL,
        authorization_servers: ['https://login.example.com'],
      });
    }
    if (new URL(request.url).pathname === '/health') return Response.json({ status: 'ok' });
    const isAllowed = request.headers.get('authorization') === TOKEN;
    if (request.method === 'OPTIONS' || isAllowed) return target.fetch(request);
    const challenge = `Bearer resource_metadata="${METADATA_URL}"`;
    return new Response(null, { status: 401, headers: { 'www-authenticate': challenge } });
  };
  return { ...target, fetch, headers: { Authorization: TOKEN } };
}

/** Evidence of which every check passes; a copy for each test, so that it can be broken. */
export async function soundEvidence(): Promise<AllEvidence> {
  const server = await probe(soundServer());
  const upstream = await probeUpstream(soundBlueprint);
  const files = generate(soundBlueprint);
  const blueprint = structuredClone(soundBlueprint);
  const runs = await runExamples(soundBlueprint, mockRunner(soundBlueprint));
  return { blueprint, files, server, upstream, runs, checkedAt: '2026-11-22T00:00:00.000Z' };
}
