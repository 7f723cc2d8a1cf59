import { DEFAULT_POLICIES, SCHEMA_VERSION } from '#app/blueprint/blueprint.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { Policies } from '#app/runtime/policies.ts';

/** A tool of one path, named `get_right` for GET `/right`. */
function toTool(method: string, path: string): Tool {
  return {
    name: `${method}_${path.slice(1)}`.toLowerCase(),
    enabled: true,
    ...(method === 'DELETE' ? { annotations: { destructiveHint: true } } : {}),
    inputSchema: { type: 'object', properties: {} },
    ...(path === '/other-schema' || path === '/right' ? { outputSchema: PET } : {}),
    action: { kind: 'http', upstream: 'api', method, path, parameters: [], response: {} },
  };
}

const PET = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
  required: ['id', 'name'],
};

const PATHS = [
  '/right',
  '/hang',
  '/hang-body',
  '/reset',
  '/reset-twice',
  '/short',
  '/long',
  '/drip',
  '/flood',
  '/json-as-page',
  '/page-as-json',
  '/other-schema',
  '/busy-seconds',
  '/busy-date',
  '/busy-long',
  '/flaky',
  '/down',
  '/switch',
  '/held',
];

/** A server of the fake that does everything wrong. */
export function fireBlueprint(policies: Partial<Policies> = {}): Blueprint {
  return {
    schemaVersion: SCHEMA_VERSION,
    identity: { name: 'under-fire', version: '1.0.0' },
    sources: [],
    upstreams: [
      {
        id: 'api',
        baseUrl: 'https://fire.example.com',
        allowedHosts: ['fire.example.com'],
        auth: [],
        security: [],
      },
    ],
    secrets: [],
    definitions: {},
    tools: [
      ...PATHS.map((path) => toTool('GET', path)),
      toTool('POST', '/down'),
      toTool('POST', '/reset'),
      toTool('DELETE', '/right'),
    ],
    resources: [],
    prompts: [],
    policies: {
      ...DEFAULT_POLICIES,
      timeoutMs: 3_000,
      maxUpstreamBytes: 100_000,
      retries: { attempts: 3, baseDelayMs: 10, maxDelayMs: 50 },
      // Most cases fail on purpose, one after the other.
      breaker: { failures: 1_000, cooldownMs: 60_000 },
      ...policies,
    },
  };
}
