import { base64url, exportJWK, type JWK } from 'jose';

/** A key like one of Google's, which signs ID tokens in tests. Runs in Node and in workerd. */
export interface TokenSigner {
  kid: string;
  publicJwk: JWK;
  privateJwk: JWK;
  /** A token with these claims; header members override `alg`, `kid` and `typ`. */
  sign: (claims: object, header?: object) => Promise<string>;
  /** A token of exactly these two texts or byte arrays, well-formed or not. */
  signParts: (header: string | Uint8Array, payload: string | Uint8Array) => Promise<string>;
}

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/** Creates a signer with a new key. */
export async function createSigner(kid: string, bits = 2_048): Promise<TokenSigner> {
  const pair = await crypto.subtle.generateKey(
    { ...RSA, modulusLength: bits, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  );
  if (!('privateKey' in pair)) throw new Error('RSA gives a pair of keys');
  return toSigner(kid, await exportJWK(pair.privateKey));
}

/** Creates the signer of a private key. */
export async function toSigner(kid: string, privateJwk: JWK): Promise<TokenSigner> {
  const { n, e } = privateJwk;
  const full = { ...privateJwk, kty: 'RSA', key_ops: ['sign'], ext: true };
  const key = await crypto.subtle.importKey('jwk', full, RSA, true, ['sign']);
  const signParts: TokenSigner['signParts'] = async (header, payload) => {
    const input = `${encodePart(header)}.${encodePart(payload)}`;
    const signature = await crypto.subtle.sign(RSA.name, key, new TextEncoder().encode(input));
    return `${input}.${base64url.encode(new Uint8Array(signature))}`;
  };
  return {
    kid,
    privateJwk,
    publicJwk: { kty: 'RSA', alg: 'RS256', use: 'sig', kid, n, e },
    signParts,
    sign: (claims, header = {}) =>
      signParts(
        JSON.stringify({ alg: 'RS256', kid, typ: 'JWT', ...header }),
        JSON.stringify(claims),
      ),
  };
}

/** Encodes text or bytes as a segment of a token. */
export function encodePart(part: string | Uint8Array): string {
  return base64url.encode(part);
}

export const TEST_PROJECT = 'demo-mcp';

/** Payload of a valid ID token whose user signed in ten minutes ago. */
export function makeClaims(over: Record<string, unknown> = {}, nowMs = Date.now()) {
  const now = Math.floor(nowMs / 1_000);
  return {
    iss: `https://securetoken.google.com/${TEST_PROJECT}`,
    aud: TEST_PROJECT,
    auth_time: now - 600,
    user_id: 'user-1',
    sub: 'user-1',
    iat: now - 10,
    exp: now + 3_590,
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada Lovelace',
    picture: 'https://lh3.googleusercontent.com/a/ada',
    firebase: {
      identities: { 'google.com': ['1234567890'], email: ['ada@example.com'] },
      sign_in_provider: 'google.com',
    },
    ...over,
  };
}
