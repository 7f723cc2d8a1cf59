import { DEFAULT_POLICIES, SCHEMA_VERSION, type Blueprint } from '#app/blueprint/blueprint.ts';

/** A server whose only tools are `code` actions, by name. */
export function codeBlueprint(sources: Record<string, string>): Blueprint {
  return {
    schemaVersion: SCHEMA_VERSION,
    identity: { name: 'code', version: '1.0.0' },
    sources: [],
    upstreams: [
      {
        id: 'api',
        baseUrl: 'https://api.example.com',
        allowedHosts: ['api.example.com'],
        auth: [],
        security: [],
      },
    ],
    secrets: [],
    definitions: {},
    tools: Object.entries(sources).map(([name, source]) => ({
      name,
      enabled: true,
      inputSchema: { type: 'object' },
      action: { kind: 'code', source },
    })),
    resources: [],
    prompts: [],
    policies: DEFAULT_POLICIES,
  };
}
