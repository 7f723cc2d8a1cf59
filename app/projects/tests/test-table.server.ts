import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';

/** Saved tests of projects. Like versions they go with their project, which no foreign key says. */
export const projectTests = sqliteTable(
  'project_tests',
  {
    id: text('id').primaryKey(),
    project: text('project').notNull(),
    /** Rises with each change: a result is about the test as it was then. */
    revision: integer('revision').notNull(),
    test: text('test', { mode: 'json' }).$type<SavedTest>().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [index('project_tests_project').on(table.project, table.createdAt)],
);

/** The last result of each test for each version and upstream. */
export const testResults = sqliteTable(
  'test_results',
  {
    project: text('project').notNull(),
    version: integer('version').notNull(),
    environment: text('environment', { enum: ['mock', 'test'] }).notNull(),
    test: text('test').notNull(),
    /** The revision of the test that was run. */
    revision: integer('revision').notNull(),
    hasPassed: integer('has_passed', { mode: 'boolean' }).notNull(),
    /** Sentences on what was expected and what came. */
    reasons: text('reasons', { mode: 'json' }).$type<string[]>().notNull(),
    /** The beginning of the answer; null: it passed. */
    evidence: text('evidence'),
    milliseconds: integer('milliseconds').notNull(),
    ranAt: integer('ran_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.version, table.environment, table.test] }),
  ],
);
