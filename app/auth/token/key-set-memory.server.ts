import type { AppContext } from '#app/platform/app-context.ts';
import type { Clock } from '#app/platform/clock.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { FetchKeys } from './key-set-google.server.ts';
import { keepKeys, readKeptKeys } from './key-set-kv.server.ts';
import { importKeys, type KeyRecord, type KeySet, type VerificationKey } from './key-set.server.ts';

type App = Pick<AppContext, 'env' | 'log' | 'waitUntil'>;

/** A refresh that some request does; others look at its outcome and never await its promise. */
interface Refresh {
  readonly startedAt: number;
  outcome: 'pending' | 'done' | 'failed';
}

/** State of one isolate about Google's keys. */
export interface KeyMemory {
  readonly fetchKeys: FetchKeys;
  set: KeySet | null;
  refresh: Refresh | null;
  /** How often Google has answered well. */
  fetches: number;
  failedAt: number;
  /** When Google was last asked because of an unknown id. */
  searchedAt: number;
}

/** An unknown id makes us ask Google at most once in this time. */
const SEARCH_WINDOW_MS = 30_000;
const MAX_ABSENT = 256;

const BACK_OFF_MS = 5_000;

/** KV and Google take 1.75 s at most: the request that started the refresh is gone by then. */
const REFRESH_DEAD_MS = 2_000;
const POLL_MS = 10;
const MAX_POLLS = 180;

/** An isolate's memory before its first token. */
export function createKeyMemory(fetchKeys: FetchKeys): KeyMemory {
  const never = Number.NEGATIVE_INFINITY;
  return { fetchKeys, set: null, refresh: null, fetches: 0, failedAt: never, searchedAt: never };
}

/**
 * The keys in memory, if they may serve. Past their soft expiry they still do, and one request has
 * them fetched anew after its answer.
 */
export function getKeys(app: App, memory: KeyMemory, now: Clock): KeySet | null {
  const { set } = memory;
  if (!set || now() >= set.usableUntil) return null;
  if (now() >= set.freshUntil && mayRefresh(memory, now)) void refresh(app, memory, now, false);
  return set;
}

/**
 * The key of an id, from memory, else KV, else Google. `unknownKey` means that Google was asked
 * lately and does not know it; while that cannot be found out it is `keysUnavailable`.
 */
export async function findKey(
  app: App,
  memory: KeyMemory,
  kid: string,
  now: Clock,
): Promise<Result<VerificationKey, { reason: 'unknownKey' | 'keysUnavailable' }>> {
  const fetchesBefore = memory.fetches;
  // Twice, because what KV had may lack what Google has.
  for (const isFirst of [true, false]) {
    const set = getKeys(app, memory, now);
    const key = set?.keys.get(kid);
    if (key) return succeed(key);
    if (set && isAbsent(memory, set, kid, now)) return fail({ reason: 'unknownKey' });
    if (!(await joinRefresh(app, memory, now, isFirst && !set))) break;
    if (set && memory.fetches > fetchesBefore) memory.searchedAt = now();
    if (memory.fetches > fetchesBefore) break;
  }
  const set = getKeys(app, memory, now);
  const key = set?.keys.get(kid);
  if (key) return succeed(key);
  if (!set || memory.fetches === fetchesBefore) return fail({ reason: 'keysUnavailable' });
  if (set.absent.size < MAX_ABSENT) set.absent.set(kid, now() + SEARCH_WINDOW_MS);
  return fail({ reason: 'unknownKey' });
}

/**
 * The window never slides: a flood of made-up ids delays a new key by at most its length. It ends
 * before the keys that opened it expire, and then Google is asked anyway.
 */
function isAbsent(memory: KeyMemory, set: KeySet, kid: string, now: Clock): boolean {
  const believedUntil = set.absent.get(kid) ?? Number.NEGATIVE_INFINITY;
  return now() < Math.max(believedUntil, memory.searchedAt + SEARCH_WINDOW_MS);
}

function mayRefresh(memory: KeyMemory, now: Clock): boolean {
  return !isRefreshing(memory, now) && now() >= memory.failedAt + BACK_OFF_MS;
}

function isRefreshing({ refresh: current }: KeyMemory, now: Clock): boolean {
  return current?.outcome === 'pending' && now() < current.startedAt + REFRESH_DEAD_MS;
}

/** Leads a refresh or follows the one under way; whether it succeeded. */
async function joinRefresh(
  app: App,
  memory: KeyMemory,
  now: Clock,
  asksKv: boolean,
): Promise<boolean> {
  if (mayRefresh(memory, now)) return refresh(app, memory, now, asksKv);
  const followed = memory.refresh;
  if (!followed || !isRefreshing(memory, now)) return false;
  for (let poll = 0; poll < MAX_POLLS && followed.outcome === 'pending'; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return followed.outcome === 'done';
}

/** Goes on after the answer, so that a caller who leaves takes nothing from those who wait. */
function refresh(app: App, memory: KeyMemory, now: Clock, asksKv: boolean): Promise<boolean> {
  const current: Refresh = { startedAt: now(), outcome: 'pending' };
  memory.refresh = current;
  const work = loadKeys(app, memory, now, asksKv).then((isLoaded) => {
    current.outcome = isLoaded ? 'done' : 'failed';
    return isLoaded;
  });
  app.waitUntil(work);
  return work;
}

async function loadKeys(
  app: App,
  memory: KeyMemory,
  now: Clock,
  asksKv: boolean,
): Promise<boolean> {
  const kept = asksKv ? await readKeptKeys(app, now) : null;
  if (kept && (await install(memory, kept))) return true;

  const fetched = await memory.fetchKeys(now);
  if (fetched.ok && (await install(memory, fetched.value))) {
    memory.fetches += 1;
    keepKeys(app, fetched.value, now);
    return true;
  }
  memory.failedAt = now();
  const why = fetched.ok ? 'none of the keys can be used' : fetched.why;
  app.log.warn('auth.keys.fetchFailed', { why });
  return false;
}

/** Puts a record's keys in the place of those in memory, unless none of them can be used. */
async function install(memory: KeyMemory, record: KeyRecord): Promise<boolean> {
  const set = await importKeys(record, memory.set);
  if (set) memory.set = set;
  return set !== null;
}
