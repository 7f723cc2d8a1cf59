import { and, eq, inArray } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { githubConnections, githubLinks } from '#app/github/github-table.server.ts';
import { chunk } from '#app/platform/chunk.ts';

/** A statement takes no more values. */
const IDS_AT_ONCE = 90;

/** Notes that the app may not use repositories any longer. */
export async function withdrawRepositories(
  database: D1Database,
  ids: readonly number[],
  now: number,
): Promise<void> {
  const db = drizzle(database);
  for (const part of chunk(ids, IDS_AT_ONCE)) {
    await db
      .update(githubLinks)
      .set({ state: 'gone', updatedAt: now })
      .where(inArray(githubLinks.repositoryId, part));
  }
}

/** Notes that the app may use repositories again. */
export async function grantRepositories(
  database: D1Database,
  ids: readonly number[],
  now: number,
): Promise<void> {
  const db = drizzle(database);
  for (const part of chunk(ids, IDS_AT_ONCE)) {
    const isBack = and(inArray(githubLinks.repositoryId, part), eq(githubLinks.state, 'gone'));
    await db.update(githubLinks).set({ state: 'ok', updatedAt: now }).where(isBack);
  }
}

/** The linked repositories of an account of GitHub. */
export async function listLinkedOf(database: D1Database, owner: string): Promise<number[]> {
  const found = await drizzle(database)
    .selectDistinct({ id: githubLinks.repositoryId })
    .from(githubLinks)
    .where(eq(githubLinks.owner, owner));
  return found.map(({ id }) => id);
}

/** The users who have connected an account of GitHub. */
export async function listConnectedTo(database: D1Database, githubId: number): Promise<string[]> {
  const found = await drizzle(database)
    .select({ uid: githubConnections.uid })
    .from(githubConnections)
    .where(eq(githubConnections.githubId, githubId));
  return found.map(({ uid }) => uid);
}
