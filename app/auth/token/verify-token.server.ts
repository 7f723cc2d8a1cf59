import { compactVerify } from 'jose';
import { authEmulatorHost } from 'virtual:build';

import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock, type Clock } from '#app/platform/clock.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { readEmulatorToken } from './emulator-token.server.ts';
import { fetchGoogleKeys, type FetchKeys } from './key-set-google.server.ts';
import { createKeyMemory, findKey, getKeys, type KeyMemory } from './key-set-memory.server.ts';
import type { VerificationKey } from './key-set.server.ts';
import { addKnown, createKnownTokens, getKnown, type KnownTokens } from './known-tokens.server.ts';
import {
  readClaims,
  refuseToken,
  type ClaimRules,
  type InvalidToken,
  type TokenClaims,
} from './token-claims.ts';
import { readHeader } from './token-header.ts';
import { isCanonical, MAX_TOKEN_LENGTH, readMembers, splitToken } from './token-parts.ts';

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

const OPTIONS = { algorithms: ['RS256'] };

/** A verifier with a memory of its own: one isolate has one. */
export function createTokenVerifier(fetchKeys: FetchKeys = fetchGoogleKeys): VerifyToken {
  const memory = createKeyMemory(fetchKeys);
  const verifier: Verifier = { memory, known: createKnownTokens(), headers: new Map() };
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
  const keys = getKeys(app, memory, now)?.keys;
  const knownClaims = getKnown(known, token, rules, keys);
  if (knownClaims) return succeed(knownClaims);

  const read = readToken(token, rules, headers);
  if (!read.ok) return read;
  const { kid, claims, header } = read.value;
  const inMemory = keys?.get(kid);
  const found = inMemory ? succeed(inMemory) : await findKey(app, memory, kid, now);
  if (!found.ok) return found.reason === 'unknownKey' ? refuseToken('unknown key') : UNAVAILABLE;
  const key = found.value;
  if (!(await isSigned(token, key))) return refuseToken('signature');
  if (headers.size < MAX_HEADERS) headers.set(header, kid);
  addKnown(known, token, { claims, projectId, kid, key });
  return succeed(claims);
}

/** jose fails for a bad signature; whatever else it refuses is no good token either. */
function isSigned(token: string, { cryptoKey }: VerificationKey): Promise<boolean> {
  return compactVerify(token, cryptoKey, OPTIONS).then(
    () => true,
    () => false,
  );
}

/** The content of a token that can be read without a key. */
interface ReadToken {
  kid: string;
  claims: TokenClaims;
  /** Still encoded. */
  header: string;
}

function readToken(
  token: string,
  rules: ClaimRules,
  headers: ReadonlyMap<string, string>,
): Result<ReadToken, InvalidToken> {
  const split = splitToken(token);
  if (!split.ok) return split;
  const { header, payload, signature } = split.value;
  const knownKid = headers.get(header);
  const kid = knownKid === undefined ? readHeader(header) : succeed(knownKid);
  if (!kid.ok) return kid;
  const members = readMembers(payload);
  if (!members) return refuseToken('malformed payload');
  if (signature === '' || !isCanonical(signature)) return refuseToken('malformed signature');
  const claims = readClaims(members, rules);
  return claims.ok ? succeed({ kid: kid.value, claims: claims.value, header }) : claims;
}

const UNAVAILABLE = fail({ reason: 'keysUnavailable' });
