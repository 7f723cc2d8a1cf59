import type { CallEntry } from '#app/hosting/calls/call-entry.ts';
import { findStored } from '#app/platform/read-stored.ts';
import { parseJson } from '#app/runtime/json.ts';

import { FailureGroup, foldCalls, groupOf } from './failure-group.ts';

/** Groups of one project; those that occurred last stay. */
const MAX_GROUPS = 200;
/** Groups of one tool, and of all calls of tools that no version has: anybody can make up names and arguments. */
const MAX_OF_TOOL = 20;
/** A group that has not occurred for so long is forgotten. */
const FORGET_MS = 30 * 24 * 60 * 60 * 1_000;

/** The groups of failed calls in a project's object. */
export class FailureStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Counts calls that have just arrived, each once. */
  count(calls: readonly CallEntry[]): void {
    const isFailing = calls.some((call) => groupOf(call) !== null);
    if (!isFailing && !this.#exists()) return;
    this.#make();
    const known = this.#ofTools(new Set(calls.map(({ tool }) => tool ?? '')));
    const before = new Set(known);
    for (const group of foldCalls(known, calls)) {
      if (before.has(group)) continue;
      this.#sql.exec(
        `INSERT INTO failures (id, tool, last, "group") VALUES (?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET last = excluded.last, "group" = excluded."group"`,
        group.id,
        group.tool ?? '',
        group.lastAt,
        JSON.stringify(group),
      );
    }
    this.#sql.exec('DELETE FROM failures WHERE last < ?', Date.now() - FORGET_MS);
    this.#limit();
    this.#sql.exec(
      `DELETE FROM failures WHERE id NOT IN (SELECT id FROM failures ORDER BY last DESC LIMIT ?)`,
      MAX_GROUPS,
    );
  }

  list(): FailureGroup[] {
    if (!this.#exists()) return [];
    return this.#select('1');
  }

  find(id: string): FailureGroup | null {
    return this.#exists() ? (this.#select('id = ?', id)[0] ?? null) : null;
  }

  forget(): void {
    this.#sql.exec('DROP TABLE IF EXISTS failures');
  }

  /** Forgets the groups of one tool, or of unknown ones, that occurred longest ago. */
  #limit(): void {
    this.#sql.exec(
      `DELETE FROM failures WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER (
          PARTITION BY CASE WHEN json_extract("group", '$.end') = 'toolNotFound' THEN 'unknown' ELSE 'of ' || tool END
          ORDER BY last DESC, id) AS place FROM failures) WHERE place > ?)`,
      MAX_OF_TOOL,
    );
  }

  #ofTools(tools: ReadonlySet<string>): FailureGroup[] {
    return [...tools].flatMap((tool) => this.#select('tool = ?', tool));
  }

  #select(where: string, ...values: string[]): FailureGroup[] {
    return this.#sql
      .exec<{ group: string }>(`SELECT "group" FROM failures WHERE ${where}`, ...values)
      .toArray()
      .flatMap(({ group }) => findStored(FailureGroup, parseJson(group), 'A group of calls') ?? []);
  }

  #exists(): boolean {
    const found = this.#sql.exec(`SELECT 1 FROM sqlite_master WHERE name = 'failures'`);
    return found.toArray().length > 0;
  }

  #make(): void {
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS failures (id TEXT PRIMARY KEY, tool TEXT NOT NULL,
        last INTEGER NOT NULL, "group" TEXT NOT NULL)`,
    );
    this.#sql.exec('CREATE INDEX IF NOT EXISTS failures_tool ON failures (tool)');
  }
}
