import { and, eq, isNull, lt, ne, or } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { githubConnections } from '#app/github/github-table.server.ts';

/** A connection as it is stored, with its sealed tokens. */
export type StoredConnection = typeof githubConnections.$inferSelect;

/** A connection without its tokens. */
export type GithubConnection = Omit<StoredConnection, 'tokens' | 'renewingUntil'>;

/** The connection of a user; null: there is none. */
export async function loadConnection(
  database: D1Database,
  uid: string,
): Promise<StoredConnection | null> {
  const found = await drizzle(database)
    .select()
    .from(githubConnections)
    .where(eq(githubConnections.uid, uid))
    .get();
  return found ?? null;
}

/** Stores the connection of a user, in place of the one before. */
export async function saveConnection(
  database: D1Database,
  connection: Omit<StoredConnection, 'revokedAt' | 'renewingUntil'>,
): Promise<void> {
  const values = { ...connection, revokedAt: null, renewingUntil: null };
  await drizzle(database)
    .insert(githubConnections)
    .values(values)
    .onConflictDoUpdate({ target: githubConnections.uid, set: values });
}

/**
 * Lets one request exchange the tokens of a connection until a time; false: another one does, or the tokens are
 * others by now.
 */
export async function holdRenewal(
  database: D1Database,
  held: StoredConnection,
  now: number,
  until: number,
): Promise<boolean> {
  const { renewingUntil } = githubConnections;
  const taken = await drizzle(database)
    .update(githubConnections)
    .set({ renewingUntil: until })
    .where(and(isSame(held), or(isNull(renewingUntil), lt(renewingUntil, now))));
  return taken.meta.changes > 0;
}

/** Lets the next request try; the exchange has failed, and the tokens are what they were. */
export async function releaseRenewal(database: D1Database, held: StoredConnection): Promise<void> {
  await drizzle(database)
    .update(githubConnections)
    .set({ renewingUntil: null })
    .where(isSame(held));
}

/** Stores new tokens in place of those that were held; false: these are gone, or others by now. */
export async function replaceTokens(
  database: D1Database,
  held: StoredConnection,
  { tokens, expiresAt }: Pick<StoredConnection, 'tokens' | 'expiresAt'>,
): Promise<boolean> {
  const replaced = await drizzle(database)
    .update(githubConnections)
    .set({ tokens, expiresAt, revokedAt: null, renewingUntil: null })
    .where(isSame(held));
  return replaced.meta.changes > 0;
}

/** Remembers that GitHub takes the tokens that were held no longer. */
export async function markRevoked(
  database: D1Database,
  held: StoredConnection,
  now: number,
): Promise<void> {
  await drizzle(database)
    .update(githubConnections)
    .set({ revokedAt: now, renewingUntil: null })
    .where(isSame(held));
}

/** Whether another user has connected the same account of GitHub. */
export async function isSharedAccount(
  database: D1Database,
  { uid, githubId }: Pick<StoredConnection, 'uid' | 'githubId'>,
): Promise<boolean> {
  const found = await drizzle(database)
    .select({ uid: githubConnections.uid })
    .from(githubConnections)
    .where(and(eq(githubConnections.githubId, githubId), ne(githubConnections.uid, uid)))
    .get();
  return found !== undefined;
}

/** Deletes the connection of a user, if there is one. */
export async function removeConnection(database: D1Database, uid: string): Promise<void> {
  await drizzle(database).delete(githubConnections).where(eq(githubConnections.uid, uid));
}

/** The same tokens of the same connection: nobody has connected again or renewed them meanwhile. */
function isSame({ uid, id, tokens }: StoredConnection) {
  return and(
    eq(githubConnections.uid, uid),
    eq(githubConnections.id, id),
    eq(githubConnections.tokens, tokens),
  );
}
