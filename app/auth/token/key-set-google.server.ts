import * as z from 'zod';

import type { Clock } from '#app/platform/clock.ts';
import { readBytes } from '#app/platform/outbound/http-limits.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { PublicKey, type KeyRecord } from './key-set.server.ts';

/** Where Google publishes the keys that sign Firebase ID tokens, as JWK. */
export const GOOGLE_KEYS_URL =
  'https://www.googleapis.com/robot/v1/metadata/jwk/securetoken@system.gserviceaccount.com';

/** Asks Google for its keys: see {@link fetchGoogleKeys}. */
export type FetchKeys = (
  now: Clock,
) => Promise<Result<KeyRecord, { reason: 'fetchFailed'; why: string }>>;

/** From the first byte sent to the last byte read. */
const TIMEOUT_MS = 1_500;
const MAX_BYTES = 65_536;

const MIN_FRESH_MS = 5 * 60 * 1_000;
const MAX_FRESH_MS = 24 * 60 * 60 * 1_000;

const Body = z.object({ keys: z.array(z.unknown()).min(1).max(32) });

/**
 * Google's keys of this moment, fresh for as long as its `max-age` says, within 5 minutes and 24
 * hours. Anything but a good answer within 1.5 s is a failure: a redirect, another status, more than
 * 64 KiB, no JSON, two keys of one id, no key that could be one of Google's.
 */
export function fetchGoogleKeys(now: Clock, url: string = GOOGLE_KEYS_URL): ReturnType<FetchKeys> {
  return withTimeout(fetchRecord(now, url), TIMEOUT_MS).catch((error: unknown) => failed(error));
}

async function fetchRecord(now: Clock, url: string): ReturnType<FetchKeys> {
  const fetchedAt = now();
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    return failed(`status ${response.status}`);
  }
  const bytes = await readBytes(response, MAX_BYTES);
  if (!bytes.ok) return failed('the body is too large');
  const keys = readKeys(new TextDecoder().decode(bytes.value));
  if (!keys) return failed('the body holds no usable keys');
  const freshForMs = readMaxAgeMs(response.headers.get('cache-control'));
  return succeed({ fetchedAt, freshForMs, keys });
}

/** Keys that are not RSA keys for RS256 signatures are skipped, as RFC 7517 (5) asks. */
function readKeys(text: string): PublicKey[] | null {
  const body = Body.safeParse(parseJson(text));
  if (!body.success) return null;
  const keys = body.data.keys.flatMap((each) => {
    const key = PublicKey.safeParse(each);
    return key.success ? [key.data] : [];
  });
  const isUnique = new Set(keys.map(({ kid }) => kid)).size === keys.length;
  return isUnique && keys.length > 0 ? keys : null;
}

function readMaxAgeMs(cacheControl: string | null): number {
  const seconds = Number(/(?:^|[\s,])max-age=(\d+)/i.exec(cacheControl ?? '')?.[1] ?? 0);
  return Math.min(Math.max(seconds * 1_000, MIN_FRESH_MS), MAX_FRESH_MS);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failed(cause: unknown): { ok: false; reason: 'fetchFailed'; why: string } {
  return fail({
    reason: 'fetchFailed',
    why: cause instanceof Error ? cause.message : String(cause),
  });
}
