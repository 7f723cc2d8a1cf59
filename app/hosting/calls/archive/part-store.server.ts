import { beginTimedId } from '#app/platform/ids.ts';

import { CallPart } from './call-part.ts';

/** Longer than any plan keeps calls: whether a part is still there depends on the plan that is in force then. */
const LISTED_MS = 100 * 24 * 60 * 60 * 1_000;

/** The list of a project's parts, in its object. The contents are in the bucket. */
export class PartStore {
  readonly #sql: SqlStorage;
  #isMade = false;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Remembers parts that were written; a second time changes nothing. */
  add(parts: readonly CallPart[]): void {
    this.#make();
    for (const { key, from, to, first, last, calls, bytes, until } of parts) {
      this.#sql.exec(
        `INSERT INTO parts (key, start, finish, first, last, calls, bytes, until)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
        key,
        from,
        to,
        first,
        last,
        calls,
        bytes,
        until,
      );
    }
    this.#sql.exec('DELETE FROM parts WHERE last < ?', beginTimedId(Date.now() - LISTED_MS));
  }

  /**
   * Parts that may hold calls with ids between two, those with the highest ids first.
   *
   * @param heldFrom the object itself has all calls from this number on
   */
  list(
    { before, since, heldFrom }: { before: string; since: string; heldFrom: number },
    limit: number,
  ): CallPart[] {
    return this.#select(
      'first < ? AND last >= ? AND start < ? ORDER BY last DESC, key LIMIT ?',
      before,
      since,
      heldFrom,
      limit,
    );
  }

  /**
   * Parts with calls that arrived after the one with this number, in their order.
   *
   * @param flushes how many flushes they are of at most; those of one are never separated
   */
  listAfter(after: number, flushes: number): CallPart[] {
    return this.#select(
      `finish IN (SELECT DISTINCT finish FROM parts WHERE finish > ? ORDER BY finish LIMIT ?)
        ORDER BY start, key`,
      after,
      flushes,
    );
  }

  /** Calls of the parts that end at a time or later. */
  countCalls(since: number): number {
    if (!this.#exists()) return 0;
    const query = 'SELECT coalesce(sum(calls), 0) AS calls FROM parts WHERE last >= ?';
    return this.#sql.exec<{ calls: number }>(query, beginTimedId(since)).one().calls;
  }

  forget(): void {
    this.#sql.exec('DROP TABLE IF EXISTS parts');
    this.#isMade = false;
  }

  #select(where: string, ...values: (string | number)[]): CallPart[] {
    if (!this.#exists()) return [];
    return this.#sql
      .exec<Record<string, SqlStorageValue>>(
        `SELECT key, start AS "from", finish AS "to", first, last, calls, bytes, until FROM parts
          WHERE ${where}`,
        ...values,
      )
      .toArray()
      .map((row) => CallPart.parse(row));
  }

  #exists(): boolean {
    const found = this.#sql.exec(`SELECT 1 FROM sqlite_master WHERE name = 'parts'`);
    return found.toArray().length > 0;
  }

  #make(): void {
    if (this.#isMade) return;
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS parts (key TEXT PRIMARY KEY, start INTEGER NOT NULL, finish INTEGER NOT NULL,
        first TEXT NOT NULL, last TEXT NOT NULL, calls INTEGER NOT NULL, bytes INTEGER NOT NULL,
        until INTEGER NOT NULL)`,
    );
    this.#isMade = true;
  }
}
