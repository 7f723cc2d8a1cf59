import { fromBase64 } from '#app/platform/text/encoding.ts';

/** The claims of a token that is a JWT, as JSON to read; null: it is none. Nothing is verified. */
export function readJwtClaims(token: string): string | null {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return null;
  const bytes = fromBase64(payload);
  if (bytes === null) return null;
  try {
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof claims === 'object' && claims !== null ? JSON.stringify(claims, null, 2) : null;
  } catch {
    return null;
  }
}
