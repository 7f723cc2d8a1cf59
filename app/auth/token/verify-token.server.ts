import { authEmulatorHost } from 'virtual:build';

import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock, type Clock } from '#app/platform/clock.ts';
import { toUtf8 } from '#app/platform/encoding.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { readEmulatorToken } from './emulator-token.server.ts';
import { fetchGoogleKeys, type FetchKeys } from './key-set-google.server.ts';
import { createKeyMemory, findKey, getKeys, type KeyMemory } from './key-set-memory.server.ts';
import type { VerificationKey } from './key-set.server.ts';
import { addKnown, getKnown, type KnownTokens } from './known-tokens.server.ts';
import {
  readClaims,
  refuseToken,
  type ClaimRules,
  type InvalidToken,
  type TokenClaims,
} from './token-claims.ts';
import { readHeader } from './token-header.ts';
import {
  decodeSegment,
  MAX_TOKEN_LENGTH,
  readMembers,
  splitToken,
  type TokenParts,
} from './token-parts.ts';

type App = Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>;

export type VerifyToken = (
  app: App,
  token: string,
  now?: Clock,
) => Promise<Result<TokenClaims, InvalidToken | { reason: 'keysUnavailable' }>>;

interface Verifier {
  memory: KeyMemory;
  known: KnownTokens<VerificationKey>;
  /** Key ids by the header that names them, of tokens that were good: Google's are all alike. */
  headers: Map<string, string>;
}

/** More than Google ever has keys. */
const MAX_HEADERS = 32;

const RS256 = 'RSASSA-PKCS1-v1_5';

/** A verifier with a memory of its own: one isolate has one. */
export function createTokenVerifier(fetchKeys: FetchKeys = fetchGoogleKeys): VerifyToken {
  const memory = createKeyMemory(fetchKeys);
  const verifier: Verifier = { memory, known: new Map(), headers: new Map() };
  return (app, token, now = systemClock) => verify(verifier, app, token, now);
}

/**
 * The user whom a Firebase ID token speaks for, if Google signed it for this project and it is
 * live. Checks that need no key come first, so that nonsense costs nothing. `keysUnavailable` is no
 * verdict on the token: answer 503, because a client that sees 401 signs its user out.
 */
export const verifyToken: VerifyToken = createTokenVerifier();

async function verify(
  verifier: Verifier,
  app: App,
  token: string,
  now: Clock,
): ReturnType<VerifyToken> {
  if (token.length > MAX_TOKEN_LENGTH) return refuseToken('too long');
  const { memory, known, headers } = verifier;
  const projectId = app.config.FIREBASE_PROJECT_ID;
  const rules = { projectId, nowSeconds: Math.floor(now() / 1_000) };
  if (authEmulatorHost && token.endsWith('.')) return readEmulatorToken(token, rules);
  const knownClaims = getKnown(known, token, rules, getKeys(app, memory, now)?.keys);
  if (knownClaims) return succeed(knownClaims);

  const read = readToken(token, rules, headers);
  if (!read.ok) return read;
  const { kid, claims, parts, signature } = read.value;
  const found = await findKey(app, memory, kid, now);
  if (!found.ok) return found.reason === 'unknownKey' ? refuseToken('unknown key') : UNAVAILABLE;
  const key = found.value;
  // Not by jose, which takes the whole token apart once more: docs/decisions/0008.
  const signed = toUtf8(parts.signed);
  const bytes = new Uint8Array(signature);
  const isSigned = await crypto.subtle.verify(RS256, key.cryptoKey, bytes, signed);
  if (!isSigned) return refuseToken('signature');
  if (headers.size < MAX_HEADERS) headers.set(parts.header, kid);
  addKnown(known, token, { claims, projectId, kid, key });
  return succeed(claims);
}

/** The content of a token that can be read without a key. */
interface ReadToken {
  kid: string;
  claims: TokenClaims;
  parts: TokenParts;
  signature: Uint8Array;
}

function readToken(
  token: string,
  rules: ClaimRules,
  headers: ReadonlyMap<string, string>,
): Result<ReadToken, InvalidToken> {
  const split = splitToken(token);
  if (!split.ok) return split;
  const parts = split.value;
  const knownKid = headers.get(parts.header);
  const kid = knownKid === undefined ? readHeader(parts.header) : succeed(knownKid);
  if (!kid.ok) return kid;
  const payload = readMembers(parts.payload);
  if (!payload) return refuseToken('malformed payload');
  const signature = decodeSegment(parts.signature);
  if (!signature || signature.length === 0) return refuseToken('malformed signature');
  const claims = readClaims(payload, rules);
  return claims.ok ? succeed({ kid: kid.value, claims: claims.value, parts, signature }) : claims;
}

const UNAVAILABLE = fail({ reason: 'keysUnavailable' });
