import { index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';

/** Reports by visitors about chats that others share. */
export const chatReports = sqliteTable(
  'chat_reports',
  {
    id: text('id').primaryKey(),
    /** Id of the chat. */
    chat: text('chat').notNull(),
    reason: text('reason', {
      enum: ['spam', 'secrets', 'harmful', 'copyright', 'other'],
    }).notNull(),
    /** Their own words; empty: none. */
    note: text('note').notNull(),
    /** A keyed hash of the account, or of the address where nobody is signed in. */
    reporter: text('reporter').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When an operator had decided; null: it is open. */
    closedAt: integer('closed_at'),
  },
  (table) => [
    // Somebody who reports a chat again changes their report.
    unique('chat_reports_once').on(table.chat, table.reporter),
    index('chat_reports_reporter').on(table.reporter, table.createdAt),
    index('chat_reports_open').on(table.closedAt, table.createdAt),
  ],
);
