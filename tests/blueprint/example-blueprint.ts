import { DEFAULT_POLICIES } from '#app/blueprint/blueprint.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';

/** A small valid blueprint with one of everything that edits touch. */
export function exampleBlueprint(): Blueprint {
  return {
    schemaVersion: 1,
    identity: { name: 'pets', title: 'Pets', version: '1.0.0' },
    sources: [{ id: 'pets', kind: 'openapi', format: '3.1.0', hash: 'a'.repeat(64) }],
    upstreams: [
      {
        id: 'pets',
        baseUrl: 'https://pets.example.com/v1',
        allowedHosts: ['pets.example.com'],
        auth: [{ id: 'key', kind: 'apiKey', in: 'header', name: 'X-Key', secret: 'PETS_KEY' }],
        security: [['key']],
      },
    ],
    secrets: [{ name: 'PETS_KEY', scope: 'server' }],
    definitions: { Pet: { type: 'object', properties: { id: { type: 'string' } } } },
    tools: [
      {
        name: 'get_pet',
        description: 'Gets a pet.',
        enabled: true,
        inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        outputSchema: { type: 'object', properties: { pet: { $ref: '#/$defs/Pet' } } },
        action: {
          kind: 'http',
          upstream: 'pets',
          method: 'GET',
          path: '/pets/{id}',
          parameters: [{ argument: 'id', name: 'id', in: 'path', style: 'simple', explode: false }],
          response: {},
        },
        origin: { source: 'pets', operation: 'GET /pets/{id}' },
      },
      {
        name: 'greet',
        enabled: true,
        inputSchema: { type: 'object', properties: {} },
        action: { kind: 'code', source: 'export default () => "hello";' },
      },
    ],
    resources: [{ uri: 'pets://{id}', name: 'pet', content: { kind: 'tool', tool: 'get_pet' } }],
    prompts: [{ name: 'hello', arguments: [], messages: [{ role: 'user', text: 'Say hello.' }] }],
    policies: DEFAULT_POLICIES,
  };
}
