import { refersToContent } from '#app/drafts/draft-index.server.ts';
import { LIMITS } from '#app/billing/limits.ts';
import { loadPlanLimits } from '#app/hosting/quota/account-limits.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { createObjectContext } from '#app/platform/object-context.server.ts';
import { createLog } from '#app/platform/log.ts';
import { sweepBlobs } from '#app/platform/stores/sweep-blobs.server.ts';
import { listAccountsOf, listKnownProjects } from '#app/projects/project-index.server.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { CALL_PARTS_PREFIX, toEndOfPart, toProjectOfPart } from './call-part.ts';
import { getKeptDays } from './kept-days.server.ts';

/** Pages of parts looked at in one run; the next run goes on where this one stopped. */
const MAX_PAGES_PER_RUN = 20;
const BOOKMARK = 'sweep:v1:expired-calls';
const CACHE_MS = 5_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

type SweepApp = Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>;

export interface SweptCallParts {
  /** Parts whose time was over. */
  expired: number;
  /** Parts of projects that are gone. */
  orphans: number;
}

/** Removes archived calls that the plan now in force keeps no longer, and those of projects that are gone. */
export async function sweepCallParts(env: Env, now: number): Promise<SweptCallParts> {
  const late: Promise<unknown>[] = [];
  const state = { waitUntil: (work: Promise<unknown>) => void late.push(work) };
  // Under any origin plans are the same.
  const app = { ...createObjectContext(env, state, 'https://localhost'), env };
  const expired = await removeExpired(app, now);
  await Promise.allSettled(late);
  // A database that refers to nothing is one that was lost, or is another one: it says nothing about projects.
  if (!(await refersToContent(env.DB))) return { expired, orphans: 0 };
  const known = (names: string[]) => listKnownProjects(env.DB, names);
  return { expired, orphans: await sweepBlobs(env, CALL_PARTS_PREFIX, known, now) };
}

async function removeExpired(app: SweepApp, now: number): Promise<number> {
  const { env } = app;
  let removed = 0;
  let startAfter = await readBookmark(env.CACHE);
  for (let page = 0; page < MAX_PAGES_PER_RUN; page += 1) {
    const listed = await env.BLOBS.list({
      prefix: CALL_PARTS_PREFIX,
      include: ['customMetadata'],
      ...(startAfter ? { startAfter } : {}),
    });
    const over = await findExpired(app, listed.objects, now);
    if (over.length > 0) await env.BLOBS.delete(over);
    removed += over.length;
    startAfter = listed.truncated ? listed.objects.at(-1)?.key : undefined;
    if (startAfter === undefined) break;
  }
  await keepBookmark(env.CACHE, startAfter);
  return removed;
}

/** Names of the parts that are older than their accounts' plans keep calls. */
async function findExpired(app: SweepApp, parts: R2Object[], now: number): Promise<string[]> {
  const old = parts.flatMap(({ key, customMetadata }) => {
    const [endedAt, until] = [toEndOfPart(key), Number(customMetadata?.['until'])];
    if (endedAt === null || !Number.isFinite(until)) return [];
    const part = { key, project: toProjectOfPart(key), endedAt, until };
    return now - endedAt > LIMITS.free.logDays * DAY_MS ? [part] : [];
  });
  const accounts = await listAccountsOf(app.env.DB, [
    ...new Set(old.map(({ project }) => project)),
  ]);
  const expired: string[] = [];
  for (const [project, some] of Map.groupBy(old, (part) => part.project)) {
    const account = accounts.get(project);
    const written = Math.max(...some.map(({ endedAt, until }) => (until - endedAt) / DAY_MS));
    const days = account === undefined ? null : await loadKeptDays(app, account, written, now);
    // Of a project that is gone, and while the plan is unknown, what was said when a part was written counts.
    const isOver = ({ endedAt, until }: (typeof some)[number]) =>
      days === null ? until <= now : endedAt + days * DAY_MS <= now;
    expired.push(...some.filter(isOver).map(({ key }) => key));
  }
  return expired;
}

/** Days for which an account's calls are kept; null: its plan is not known at the moment. */
async function loadKeptDays(
  app: SweepApp,
  account: string,
  written: number,
  now: number,
): Promise<number | null> {
  const limits = await loadPlanLimits(app, account);
  if (limits === null) return null;
  return getKeptDays(app, account, { planned: limits.logDays, written }, now);
}

/** Where the last run stopped; without it, this one begins at the beginning. */
async function readBookmark(cache: KVNamespace): Promise<string | undefined> {
  try {
    return (await withTimeout(cache.get(BOOKMARK), CACHE_MS)) ?? undefined;
  } catch (error) {
    createLog({}).warn('sweep.bookmark.unread', { error });
    return undefined;
  }
}

async function keepBookmark(cache: KVNamespace, startAfter: string | undefined): Promise<void> {
  try {
    const kept =
      startAfter === undefined ? cache.delete(BOOKMARK) : cache.put(BOOKMARK, startAfter);
    await withTimeout(kept, CACHE_MS);
  } catch (error) {
    createLog({}).warn('sweep.bookmark.unkept', { error });
  }
}
