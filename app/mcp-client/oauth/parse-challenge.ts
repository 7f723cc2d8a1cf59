/** A `Bearer` challenge of `WWW-Authenticate` (RFC 6750, 3; RFC 9728, 5.1). */
export interface BearerChallenge {
  /** Address of the metadata that says who gives tokens for this server. */
  resourceMetadata: string | null;
  /** Space-separated. */
  scope: string | null;
  error: string | null;
  errorDescription: string | null;
}

/** A scheme at the start of a challenge, or one parameter of it (RFC 9110, 11.6.1). */
const PART =
  /(?:^|[\s,])(?:([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))|([A-Za-z][A-Za-z0-9-]*)(?=\s|,|$))/g;

/** Of the first `Bearer` challenge among those of a header; null: there is none. */
export function parseChallenge(header: string | null): BearerChallenge | null {
  let parameters: Map<string, string> | null = null;
  for (const [, name, quoted, token, scheme] of (header ?? '').matchAll(PART)) {
    if (scheme !== undefined) {
      if (parameters !== null) break;
      if (scheme.toLowerCase() === 'bearer') parameters = new Map();
    } else if (parameters !== null && name !== undefined) {
      const key = name.toLowerCase();
      if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token ?? '');
    }
  }
  if (parameters === null) return null;
  return {
    resourceMetadata: parameters.get('resource_metadata') ?? null,
    scope: parameters.get('scope') ?? null,
    error: parameters.get('error') ?? null,
    errorDescription: parameters.get('error_description') ?? null,
  };
}
