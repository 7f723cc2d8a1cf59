import { compactVerify, errors } from 'jose';
import { authEmulatorHost } from 'virtual:build';

import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock, type Clock } from '#app/platform/clock.ts';
import { sha256 } from '#app/platform/sha256.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { readEmulatorToken } from './emulator-token.server.ts';
import { fetchGoogleKeys, type FetchKeys } from './key-set-google.server.ts';
import { createKeyMemory, findKey, getKeys, type KeyMemory } from './key-set-memory.server.ts';
import { MAX_KEY_ID_LENGTH, type KeySet, type VerificationKey } from './key-set.server.ts';
import {
  readClaims,
  type ClaimRules,
  type InvalidToken,
  type TokenClaims,
} from './token-claims.ts';
import { MAX_TOKEN_LENGTH, splitToken } from './token-parts.ts';

type App = Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>;

export type VerifyToken = (
  app: App,
  token: string,
  now?: Clock,
) => Promise<Result<TokenClaims, InvalidToken | { reason: 'keysUnavailable' }>>;

/** A token that was verified here before. */
interface KnownToken {
  claims: TokenClaims;
  projectId: string;
  key: VerificationKey;
}

interface Verifier {
  memory: KeyMemory;
  /** By digest: the tokens themselves are kept nowhere. */
  known: Map<string, KnownToken>;
}

/** Tokens live an hour at most; the oldest makes room. */
const MAX_KNOWN = 2_000;

const HEADER_MEMBERS = new Set(['alg', 'kid', 'typ']);

/** A verifier with a memory of its own: one isolate has one. */
export function createTokenVerifier(fetchKeys: FetchKeys = fetchGoogleKeys): VerifyToken {
  const verifier = { memory: createKeyMemory(fetchKeys), known: new Map<string, KnownToken>() };
  return (app, token, now = systemClock) => verify(verifier, app, token, now);
}

/**
 * Who a Firebase ID token speaks for, if Google signed it for this project and it is live. What needs
 * no key is checked first, so that nonsense costs nothing. `keysUnavailable` is no verdict on the
 * token: answer 503, because a client that sees 401 signs its user out.
 */
export const verifyToken: VerifyToken = createTokenVerifier();

async function verify(
  verifier: Verifier,
  app: App,
  token: string,
  now: Clock,
): ReturnType<VerifyToken> {
  if (token.length > MAX_TOKEN_LENGTH) return refuse('too long');
  const projectId = app.config.FIREBASE_PROJECT_ID;
  const rules = { projectId, nowSeconds: Math.floor(now() / 1_000) };
  if (authEmulatorHost && token.endsWith('.')) return readEmulatorToken(token, rules);

  const digest = await sha256(token);
  const known = verifier.known.get(digest);
  const keys = getKeys(app, verifier.memory, now)?.keys;
  if (known && isStillGood(known, rules, keys)) return succeed(known.claims);
  verifier.known.delete(digest);

  const read = readToken(token, rules);
  if (!read.ok) return read;
  const { kid, claims } = read.value;
  const found = await findKey(app, verifier.memory, kid, now);
  if (!found.ok)
    return found.reason === 'unknownKey'
      ? refuse('unknown key')
      : fail({ reason: 'keysUnavailable' });
  if (!(await isSigned(token, found.value))) return refuse('signature');
  remember(verifier, digest, { claims, projectId, key: found.value });
  return succeed(claims);
}

/** Everything about a token that needs no key. */
function readToken(
  token: string,
  rules: ClaimRules,
): Result<{ kid: string; claims: TokenClaims }, InvalidToken> {
  const parts = splitToken(token);
  if (!parts.ok) return parts;
  const { header, payload, signature } = parts.value;
  if (signature === '') return refuse('no signature');
  const { alg, kid, typ } = header;
  if (alg !== 'RS256') return refuse('algorithm');
  if (typ !== undefined && typ !== 'JWT') return refuse('type');
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_KEY_ID_LENGTH) return refuse('kid');
  if (!Object.keys(header).every((name) => HEADER_MEMBERS.has(name))) return refuse('header');
  const claims = readClaims(payload, rules);
  return claims.ok ? succeed({ kid, claims: claims.value }) : claims;
}

async function isSigned(token: string, key: VerificationKey): Promise<boolean> {
  try {
    await compactVerify(token, key.cryptoKey, { algorithms: ['RS256'] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

/** Never past its expiry, nor when its key has left the set. */
function isStillGood(
  { claims, projectId, key }: KnownToken,
  rules: ClaimRules,
  keys: KeySet['keys'] | undefined,
): boolean {
  return (
    rules.nowSeconds < claims.expiresAtSeconds &&
    projectId === rules.projectId &&
    keys?.get(key.kid) === key
  );
}

function remember({ known }: Verifier, digest: string, token: KnownToken): void {
  const [oldest] = known.size >= MAX_KNOWN ? known.keys() : [];
  if (oldest !== undefined) known.delete(oldest);
  known.set(digest, token);
}

function refuse(why: string): { ok: false } & InvalidToken {
  return fail({ reason: 'invalidToken', why });
}
