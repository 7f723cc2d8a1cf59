import { MODERN_VERSION } from '../wire-names.ts';

/** Session of 2025 named by a request; since 2026-07-28 that header has no meaning. */
export function sessionIdOf({ headers }: Request): string | null {
  if (headers.get('mcp-protocol-version') === MODERN_VERSION) return null;
  return headers.get('mcp-session-id');
}
