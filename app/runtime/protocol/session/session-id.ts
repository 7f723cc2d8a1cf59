import { MODERN_VERSION } from '../wire-names.ts';

/** The session of 2025 that a request names; since 2026-07-28 that header means nothing. */
export function sessionIdOf({ headers }: Request): string | null {
  if (headers.get('mcp-protocol-version') === MODERN_VERSION) return null;
  return headers.get('mcp-session-id');
}
