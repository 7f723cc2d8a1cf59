import { isJsonObject, parseJson } from '#app/runtime/json.ts';

import { CallEntry, UNKNOWN_FACTS } from './call-entry.ts';
import { NO_KEY, type CallFilter } from './call-filter.ts';
import type { NumberedCall } from './archive/call-part.ts';

const COLUMNS = `seq AS sequence, id, at, tool, key, version, "end", ms AS milliseconds,
  sent AS requestBytes, got AS resultBytes, more`;

/** Columns as they are selected. */
type Row = Record<string, SqlStorageValue>;

/** The table of calls in a project's object, in the order of their arrival. */
export class CallRowStore {
  readonly #sql: SqlStorage;
  #isMade = false;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Keeps a call; false: it is there already. */
  insert(entry: CallEntry): boolean {
    this.#make();
    const { id, at, tool, key, version, end, milliseconds, requestBytes, resultBytes } = entry;
    const { request, app, status, cause, arguments: args } = entry;
    const more = JSON.stringify({ request, app, status, cause, arguments: args });
    const written = this.#sql.exec(
      `INSERT INTO calls (id, at, tool, key, version, "end", ms, sent, got, more)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING seq`,
      id,
      at,
      tool,
      key,
      version,
      end,
      milliseconds,
      requestBytes,
      resultBytes,
      more,
    );
    return written.toArray().length > 0;
  }

  /** Calls with lower ids than one, the highest first. */
  list(filter: CallFilter, before: string, limit: number): CallEntry[] {
    return this.#select(filter, 'id < ? ORDER BY id DESC LIMIT ?', before, limit).map(toCall);
  }

  /** Calls that arrived after the one with this number, in their order. */
  listNew(filter: CallFilter, after: number, limit: number): NumberedCall[] {
    return this.#select(filter, 'seq > ? ORDER BY seq LIMIT ?', after, limit).map(toNumbered);
  }

  /** Calls in the order of their arrival, after one number and up to another. */
  readFrom(after: number, limit: number, upTo = Number.MAX_SAFE_INTEGER): NumberedCall[] {
    if (!this.exists()) return [];
    this.#make();
    return this.#sql
      .exec<Row>(
        `SELECT ${COLUMNS} FROM calls WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
        after,
        upTo,
        limit,
      )
      .toArray()
      .map(toNumbered);
  }

  /** Numbers of the first and the last of the next calls after one number; null: there is none. */
  findRun(after: number, limit: number): { from: number; to: number } | null {
    if (!this.exists()) return null;
    const { first, last } = this.#sql
      .exec<{ first: number | null; last: number | null }>(
        `SELECT min(seq) AS first, max(seq) AS last
          FROM (SELECT seq FROM calls WHERE seq > ? ORDER BY seq LIMIT ?)`,
        after,
        limit,
      )
      .one();
    return first === null || last === null ? null : { from: first, to: last };
  }

  /** Numbers of the first and the last call that are here, of the last that ever came, and how many are here. */
  measure(): { first: number; last: number; count: number } {
    if (!this.exists()) return { first: 0, last: 0, count: 0 };
    const row = this.#sql
      .exec<{ first: number | null; count: number }>(
        'SELECT min(seq) AS first, count(*) AS count FROM calls',
      )
      .one();
    const last = this.#sql
      .exec<{ seq: number }>(`SELECT seq FROM sqlite_sequence WHERE name = 'calls'`)
      .toArray();
    return { first: row.first ?? 0, last: last[0]?.seq ?? 0, count: row.count };
  }

  /**
   * How many of the calls that are here began at this time or later, and how many of them failed. What a caller
   * alone is to blame for is no failure of the server.
   */
  countSince(at: number): { calls: number; failed: number } {
    if (!this.exists()) return { calls: 0, failed: 0 };
    return this.#sql
      .exec<{ calls: number; failed: number }>(
        `SELECT count(*) AS calls, coalesce(sum("end" NOT IN
          ('ok', 'cancelled', 'unauthorized', 'overQuota', 'toolNotFound')), 0) AS failed
          FROM calls WHERE at >= ?`,
        at,
      )
      .one();
  }

  /** How many calls arrived after the one with this number, counted to a limit. */
  countFrom(after: number): number {
    if (!this.exists()) return 0;
    return this.#sql
      .exec<{ count: number }>('SELECT count(*) AS count FROM calls WHERE seq > ?', after)
      .one().count;
  }

  /** Removes the calls up to a number. */
  trim(upTo: number): void {
    this.#sql.exec('DELETE FROM calls WHERE seq <= ?', upTo);
  }

  /** Removes the calls up to a number that are older than a time. */
  removeOlder(at: number, upTo: number): void {
    if (this.exists()) this.#sql.exec('DELETE FROM calls WHERE at < ? AND seq <= ?', at, upTo);
  }

  /** Forgets the arguments of all calls. */
  clearArguments(): void {
    if (!this.exists()) return;
    this.#make();
    this.#sql.exec(
      `UPDATE calls SET more = json_set(more, '$.arguments', NULL)
        WHERE json_extract(more, '$.arguments') IS NOT NULL`,
    );
  }

  forget(): void {
    this.#sql.exec('DROP TABLE IF EXISTS calls');
    this.#isMade = false;
  }

  exists(): boolean {
    return this.#isMade || this.#has(`SELECT 1 FROM sqlite_master WHERE name = 'calls'`);
  }

  /** Only a project that is called has a table. One of an earlier release lacks a column. */
  #make(): void {
    if (this.#isMade) return;
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS calls (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL,
        at INTEGER NOT NULL, tool TEXT, key TEXT, version INTEGER NOT NULL, "end" TEXT NOT NULL,
        ms INTEGER NOT NULL, sent INTEGER NOT NULL, got INTEGER NOT NULL, more TEXT)`,
    );
    if (!this.#has(`SELECT 1 FROM pragma_table_info('calls') WHERE name = 'more'`)) {
      this.#sql.exec('ALTER TABLE calls ADD COLUMN more TEXT');
    }
    this.#isMade = true;
  }

  #select(filter: CallFilter, rest: string, ...values: (string | number)[]): Row[] {
    if (!this.exists()) return [];
    this.#make();
    const { tool, end, key, version, since = 0, until } = filter;
    return this.#sql
      .exec<Row>(
        `SELECT ${COLUMNS} FROM calls
          WHERE (?1 IS NULL OR tool = ?1)
            AND (?2 IS NULL OR "end" = ?2 OR (?2 = 'failed' AND "end" NOT IN ('ok', 'cancelled')))
            AND (?3 IS NULL OR coalesce(key, '${NO_KEY}') = ?3) AND (?4 IS NULL OR version = ?4)
            AND at >= ?5 AND (?6 IS NULL OR at < ?6) AND ${rest}`,
        tool ?? null,
        end ?? null,
        key ?? null,
        version ?? null,
        since,
        until ?? null,
        ...values,
      )
      .toArray();
  }

  #has(query: string): boolean {
    return this.#sql.exec(query).toArray().length > 0;
  }
}

function toNumbered(row: Row): NumberedCall {
  return { sequence: Number(row['sequence']), ...toCall(row) };
}

function toCall({ sequence: _sequence, more, ...row }: Row): CallEntry {
  const facts = typeof more === 'string' ? parseJson(more) : {};
  return CallEntry.parse({ ...UNKNOWN_FACTS, ...(isJsonObject(facts) ? facts : {}), ...row });
}
