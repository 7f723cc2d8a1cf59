/** One line of a token's payload. */
export interface ClaimRow {
  name: string;
  /** As in the token; objects as JSON. */
  value: string;
  /** The meaning of a claim that Firebase sets. */
  meaning: string;
  /** Milliseconds since 1970, for claims that are times. */
  time: number | null;
}

export interface TokenView {
  claims: ClaimRow[];
  /** The payload, indented. */
  json: string;
  /** Milliseconds since 1970. */
  issuedAt: number;
  expiresAt: number;
}

const MEANINGS: Record<string, string> = {
  iss: 'Who issued it',
  aud: 'The project it is for',
  sub: 'Your user id',
  user_id: 'Your user id, as Firebase names it',
  auth_time: 'When you signed in',
  iat: 'When it was issued',
  exp: 'When it expires',
  name: 'Your name',
  picture: 'Your picture',
  email: 'Your email address',
  email_verified: 'Whether the address is verified',
  firebase: 'How you signed in',
};

const TIMES = new Set(['auth_time', 'iat', 'exp', 'nbf']);

/**
 * Reads a JSON web token without verifying it: it is shown only to whoever holds it. Null if the
 * text is not such a token.
 */
export function viewToken(token: string): TokenView | null {
  const claims = readPayload(token);
  if (!claims) return null;
  const { iat, exp } = claims;
  if (typeof iat !== 'number' || typeof exp !== 'number') return null;
  return {
    claims: Object.entries(claims).map(([name, value]) => toRow(name, value)),
    json: JSON.stringify(claims, null, 2),
    issuedAt: iat * 1_000,
    expiresAt: exp * 1_000,
  };
}

/** The token with all but its ends covered, always of the same length. */
export function maskToken(token: string): string {
  return `${token.slice(0, 6)}${'•'.repeat(24)}${token.length > 40 ? token.slice(-4) : ''}`;
}

/** `54 min 12 s`; seconds alone in the last minute. */
export function toDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

function toRow(name: string, value: unknown): ClaimRow {
  const isTime = TIMES.has(name) && typeof value === 'number';
  return {
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    meaning: Object.hasOwn(MEANINGS, name) ? (MEANINGS[name] ?? '') : '',
    time: isTime ? value * 1_000 : null,
  };
}

function readPayload(token: string): Record<string, unknown> | null {
  try {
    const segment = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(segment), (each) => each.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return { ...value };
  } catch {
    return null;
  }
}
