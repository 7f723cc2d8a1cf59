import { isNotNull } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Users who have signed in. Times are milliseconds since 1970 unless the name says seconds. */
export const users = sqliteTable(
  'users',
  {
    /** Firebase's user id. */
    uid: text('uid').primaryKey(),
    email: text('email'),
    displayName: text('display_name'),
    photoURL: text('photo_url'),
    /** As the token says: `password`, `google.com`, `anonymous`. */
    provider: text('provider').notNull(),
    isEmailVerified: integer('is_email_verified', { mode: 'boolean' }).notNull(),
    /** When the token was issued that all this comes from: an older one changes nothing. */
    profileIssuedSeconds: integer('profile_issued_seconds').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    /** Since when everything of this user is being deleted; null: it is not. */
    deletionStartedAt: integer('deletion_started_at'),
  },
  (table) => [
    index('users_deletion_started_at')
      .on(table.deletionStartedAt)
      .where(isNotNull(table.deletionStartedAt)),
  ],
);

/** Owners of things: a personal account for every user, and teams with members. */
export const accounts = sqliteTable('accounts', {
  id: text('id').primaryKey(),
  kind: text('kind', { enum: ['personal', 'team'] }).notNull(),
  name: text('name').notNull(),
  /** The user whose personal account it is; null for teams. */
  personalUid: text('personal_uid')
    .unique()
    .references(() => users.uid, { onDelete: 'cascade' }),
  createdAt: integer('created_at').notNull(),
  /**
   * The owner whose plan a team has, and who has no other team; null: nobody pays for it, or it is no team.
   * Last, as in the migrated table.
   */
  payerUid: text('payer_uid')
    .unique()
    .references(() => users.uid, { onDelete: 'set null' }),
});

/** The members of accounts and their roles. */
export const members = sqliteTable(
  'members',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner', 'editor', 'viewer'] }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.uid] }),
    index('members_uid').on(table.uid),
  ],
);
