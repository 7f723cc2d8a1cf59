import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import { users } from '#app/auth/user-table.server.ts';

/** One browser that is signed in. Times are milliseconds since 1970 unless the name says seconds. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 (hex) of the cookie's value, which is stored nowhere. */
    hash: text('hash').primaryKey(),
    /** The id used in lists and revocations. */
    id: text('id').notNull().unique(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    /** When its user signed in: the token's `auth_time`. */
    authTimeSeconds: integer('auth_time_seconds').notNull(),
    /** Browser and system, to distinguish sessions in a list. */
    device: text('device').notNull(),
    createdAt: integer('created_at').notNull(),
    seenAt: integer('seen_at').notNull(),
    /** The last time the browser showed a fresh token. */
    syncedAt: integer('synced_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('sessions_uid').on(table.uid),
    index('sessions_expires_at').on(table.expiresAt),
  ],
);

/**
 * Sign-ins that were ended: tokens of them are refused although Google's signature holds. No
 * reference to the user, because a deleted user's tokens live on for an hour. Tokens of sign-ins
 * older than 30 days are refused anyway, so older rows can go.
 */
export const revocations = sqliteTable(
  'revocations',
  {
    uid: text('uid').notNull(),
    /** `one`: the sign-in of exactly this second; `upTo`: every sign-in until then. */
    scope: text('scope', { enum: ['one', 'upTo'] }).notNull(),
    authTimeSeconds: integer('auth_time_seconds').notNull(),
    revokedAt: integer('revoked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.scope, table.authTimeSeconds] }),
    index('revocations_revoked_at').on(table.revokedAt),
  ],
);
