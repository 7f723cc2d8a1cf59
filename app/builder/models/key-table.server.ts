import { integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

import { accounts } from '#app/auth/user-table.server.ts';

/** Users' own model keys, one of each kind; they are deleted with their account. */
export const modelKeys = sqliteTable(
  'model_keys',
  {
    /** Part of what the sealed value is bound to, so it never changes. */
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['anthropic', 'openai-compatible'] }).notNull(),
    label: text('label').notNull(),
    baseUrl: text('base_url').notNull(),
    model: text('model').notNull(),
    /** The key and its allowed origin, sealed together. */
    sealed: text('sealed').notNull(),
    lastFour: text('last_four').notNull(),
    /** US dollars for a million tokens; null where its owner gave no price. */
    inputPrice: real('input_price'),
    outputPrice: real('output_price'),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [uniqueIndex('model_keys_account_kind').on(table.accountId, table.kind)],
);
