import type { ServerDefinition } from '#app/runtime/definition.ts';

/** A small server with each kind of action, for tests. */
export function petstore(changes: Partial<ServerDefinition> = {}): ServerDefinition {
  return {
    identity: {
      name: 'petstore',
      title: 'Pet store',
      version: '1.2.3',
      instructions: 'List before you fetch.',
    },
    upstreams: [
      {
        id: 'api',
        title: 'Pet API',
        baseUrl: 'https://api.example.com/v1',
        allowedHosts: ['api.example.com'],
        auth: [
          { id: 'key', kind: 'apiKey', in: 'header', name: 'X-Api-Key', secret: 'API_KEY' },
          { id: 'token', kind: 'bearer', secret: 'API_TOKEN' },
        ],
        security: [['key'], ['token']],
      },
    ],
    secrets: [
      { name: 'API_KEY', scope: 'server' },
      { name: 'API_TOKEN', scope: 'server' },
    ],
    definitions: {
      Pet: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          name: { type: 'string' },
          owner: { $ref: '#/$defs/Owner' },
          parent: { $ref: '#/$defs/Pet' },
        },
        required: ['id', 'name'],
      },
      Owner: { type: 'object', properties: { email: { type: 'string', format: 'email' } } },
      Unused: { type: 'string' },
    },
    tools: [
      {
        name: 'list_pets',
        title: 'List pets',
        description: 'Lists pets.',
        annotations: { readOnlyHint: true },
        inputSchema: {
          type: 'object',
          properties: {
            limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many. At most.' },
            status: { type: 'string', enum: ['available', 'pending', 'sold'] },
          },
        },
        outputSchema: {
          type: 'object',
          properties: { result: { type: 'array', items: { $ref: '#/$defs/Pet' } } },
          required: ['result'],
        },
        action: {
          kind: 'http',
          upstream: 'api',
          method: 'GET',
          path: '/pets',
          parameters: [
            { argument: 'limit', name: 'limit', in: 'query', style: 'form', explode: true },
            { argument: 'status', name: 'status', in: 'query', style: 'form', explode: true },
          ],
          response: { wrap: true },
        },
      },
      {
        name: 'get_pet',
        inputSchema: {
          type: 'object',
          properties: { petId: { type: 'integer', description: 'ID of the pet.' } },
          required: ['petId'],
          additionalProperties: false,
        },
        outputSchema: { $ref: '#/$defs/Pet' },
        action: {
          kind: 'http',
          upstream: 'api',
          method: 'GET',
          path: '/pets/{petId}',
          parameters: [
            { argument: 'petId', name: 'petId', in: 'path', style: 'simple', explode: false },
          ],
          response: {},
          mock: {
            status: 200,
            mediaType: 'application/json',
            body: { id: 7, name: 'Rex', owner: { email: 'rex@example.com' } },
          },
        },
      },
      {
        name: 'create_pet',
        inputSchema: {
          type: 'object',
          properties: { body: { $ref: '#/$defs/Pet' } },
          required: ['body'],
        },
        action: {
          kind: 'http',
          upstream: 'api',
          method: 'POST',
          path: '/pets',
          parameters: [],
          body: {
            argument: 'body',
            contents: [{ mediaType: 'application/json', encoding: 'json' }],
          },
          response: {},
        },
      },
      {
        name: 'delete_pet',
        inputSchema: {
          type: 'object',
          properties: { petId: { type: 'integer' } },
          required: ['petId'],
        },
        action: {
          kind: 'http',
          upstream: 'api',
          method: 'DELETE',
          path: '/pets/{petId}',
          parameters: [
            { argument: 'petId', name: 'petId', in: 'path', style: 'simple', explode: false },
          ],
          response: {},
        },
      },
    ],
    resources: [],
    prompts: [],
    policies: {
      timeoutMs: 5_000,
      maxUpstreamBytes: 1_000_000,
      maxResultBytes: 100_000,
      allowedOrigins: [],
    },
    ...changes,
  };
}
