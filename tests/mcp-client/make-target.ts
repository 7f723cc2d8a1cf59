import type { ServerTarget } from '#app/mcp-client/target.ts';

/** A target as the form makes it, with the given changes. */
export function makeTarget(url: string, changes: Partial<ServerTarget> = {}): ServerTarget {
  return {
    id: 'test',
    name: 'Test',
    url,
    transport: 'http',
    era: 'auto',
    route: 'auto',
    headers: [],
    auth: { kind: 'none' },
    timeoutMs: 10_000,
    maxTimeoutMs: 60_000,
    ...changes,
  };
}
