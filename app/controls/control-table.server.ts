import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Settings of operators for the whole site, by name. Times are milliseconds since 1970. */
export const siteSettings = sqliteTable('site_settings', {
  /** `notice`, `switch:<name>`, or `health`, which the health check writes. */
  name: text('name').primaryKey(),
  /** JSON, read by its schema. */
  value: text('value').notNull(),
  changedAt: integer('changed_at').notNull(),
});

/** Users who may not sign in, and whose endpoints do not answer. No reference to the user: it outlives their row. */
export const suspensions = sqliteTable('suspensions', {
  uid: text('uid').primaryKey(),
  /** Their own account. */
  accountId: text('account_id').notNull(),
  /** Told to the user. */
  reason: text('reason').notNull(),
  suspendedAt: integer('suspended_at').notNull(),
});

/** Deeds of operators. Rows are never changed. */
export const operatorActions = sqliteTable(
  'operator_actions',
  {
    id: text('id').primaryKey(),
    /** As it was then: whoever is an operator no more is still named. */
    operator: text('operator').notNull(),
    action: text('action').notNull(),
    /** Id of the user, chat or setting. */
    subject: text('subject').notNull(),
    /** Reason or new value, in words. */
    detail: text('detail').notNull(),
    happenedAt: integer('happened_at').notNull(),
  },
  (table) => [index('operator_actions_happened_at').on(table.happenedAt)],
);
