import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import type { Verdict } from '#app/platform/verdict.ts';

/**
 * One row a chat that is or was public: an index of what the drafts' objects hold, and what others made of it. It
 * stays when the chat is taken back, with its remixes and without its words, and goes with its draft.
 */
export const showcaseEntries = sqliteTable(
  'showcase_entries',
  {
    /** Id of the draft. */
    id: text('id').primaryKey(),
    /** Everybody may see it. */
    isListed: integer('is_listed', { mode: 'boolean' }).notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    author: text('author'),
    tags: text('tags', { mode: 'json' }).$type<string[]>().notNull(),
    tools: integer('tools').notNull(),
    /** Names of its first tools. */
    toolNames: text('tool_names', { mode: 'json' }).$type<string[]>().notNull(),
    /** All that is searched, in lower case. */
    words: text('words').notNull(),
    artifact: text('artifact').notNull(),
    /** Of the report on this artifact; null until there is one. */
    score: integer('score'),
    verdict: text('verdict', { mode: 'json' }).$type<Verdict>(),
    /** How many others have copied it. */
    remixes: integer('remixes').notNull().default(0),
    publishedAt: integer('published_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Null: it stays until its owner takes it back. */
    endsAt: integer('ends_at'),
    /** That of the draft's row: a late writing never overwrites a newer one. */
    version: integer('version').notNull(),
  },
  (table) => [
    index('showcase_entries_newest').on(table.isListed, table.publishedAt, table.id),
    index('showcase_entries_remixed').on(table.isListed, table.remixes, table.id),
    index('showcase_entries_score').on(table.isListed, table.score, table.id),
  ],
);

/** Who has copied a public chat: an account, or everybody at an address. Each counts once. */
export const showcaseRemixes = sqliteTable(
  'showcase_remixes',
  {
    entry: text('entry').notNull(),
    /** A keyed hash. */
    remixer: text('remixer').notNull(),
  },
  (table) => [primaryKey({ columns: [table.entry, table.remixer] })],
);

/** A single row: how often the showcase has changed. What was cached before a change is found no more. */
export const showcaseChanges = sqliteTable('showcase_changes', {
  id: integer('id').primaryKey(),
  number: integer('number').notNull(),
});
