import { and, eq, gt, lte } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { githubSignIns } from '#app/github/github-table.server.ts';
import { sha256 } from '#app/platform/sha256.ts';

/** As long as GitHub's own codes are valid. */
const LIFETIME_MS = 10 * 60_000;

/** A sign-in on GitHub that a user has begun. */
export interface BegunAtGithub {
  uid: string;
  /** Hash of the session that began it. */
  sessionHash: string;
  verifier: string;
  returnTo: string;
}

/** Remembers a sign-in under its `state`, of which only a hash is kept. */
export async function saveSignIn(
  database: D1Database,
  state: string,
  begun: BegunAtGithub,
  now: number,
): Promise<void> {
  const stateHash = await sha256(state);
  await drizzle(database)
    .insert(githubSignIns)
    .values({ ...begun, stateHash, createdAt: now });
}

/**
 * Gives out a sign-in, once, to the user and the session that began it; null for everybody else, whom it stays for,
 * and when it is over.
 */
export async function takeSignIn(
  database: D1Database,
  state: string,
  { uid, sessionHash }: Pick<BegunAtGithub, 'uid' | 'sessionHash'>,
  now: number,
): Promise<BegunAtGithub | null> {
  const taken = await drizzle(database)
    .delete(githubSignIns)
    .where(
      and(
        eq(githubSignIns.stateHash, await sha256(state)),
        eq(githubSignIns.uid, uid),
        eq(githubSignIns.sessionHash, sessionHash),
        gt(githubSignIns.createdAt, now - LIFETIME_MS),
      ),
    )
    .returning()
    .get();
  return taken ?? null;
}

/** Removes sign-ins that nobody can end any more, and says how many. */
export async function sweepSignIns(database: D1Database, now: number): Promise<number> {
  const removed = await drizzle(database)
    .delete(githubSignIns)
    .where(lte(githubSignIns.createdAt, now - LIFETIME_MS));
  return removed.meta.changes;
}
