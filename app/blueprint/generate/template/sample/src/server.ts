import type { ServerDefinition } from './runtime/definition.ts';

/** Placeholder for the generated `src/server.ts` when the templates are type-checked. */
export const server: ServerDefinition = {
  identity: { name: 'sample', version: '1.0.0' },
  upstreams: [],
  secrets: [],
  definitions: {},
  tools: [],
  resources: [],
  prompts: [],
  policies: {
    timeoutMs: 30000,
    maxUpstreamBytes: 10000000,
    maxResultBytes: 200000,
    allowedOrigins: [],
  },
};
