import type { JsonObject } from '#app/runtime/json.ts';

import type { RemoteEntry } from './config-entry.ts';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
/** Of the registry's schema. */
const MAX_DESCRIPTION = 100;

/** The registry's description of a server. It never holds a header's value: others fill in their own. */
export function toServerJson(
  entry: Pick<RemoteEntry, 'name' | 'url' | 'transport' | 'headers'>,
): JsonObject {
  const { host, hostname } = new URL(entry.url);
  // A name of the registry is a domain in reverse, a slash, and a name.
  const namespace = hostname.split('.').toReversed().join('.');
  const name = entry.name.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[.-]+|[.-]+$/g, '');
  return {
    $schema: SCHEMA,
    name: `${namespace}/${name || 'server'}`,
    title: entry.name,
    description: `MCP server at ${host}`.slice(0, MAX_DESCRIPTION),
    version: '1.0.0',
    remotes: [
      {
        type: entry.transport === 'sse' ? 'sse' : 'streamable-http',
        url: entry.url,
        ...(entry.headers.length > 0
          ? {
              headers: entry.headers.map((header) => ({
                name: header.name,
                isRequired: true,
                isSecret: true,
              })),
            }
          : {}),
      },
    ],
  };
}
