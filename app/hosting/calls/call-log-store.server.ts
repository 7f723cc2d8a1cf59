import * as z from 'zod/mini';

import { CallEntry, type CallPage } from './call-entry.ts';
import type { CallFilter, StoredUsage } from './call-log-stub.server.ts';
import { BUCKET_MS, bucketOf } from './latency-buckets.ts';

/** Calls that are kept. */
const MAX_CALLS = 1_000;
const MAX_PAGE = 200;
const DEFAULT_PAGE = 50;
const HOUR_MS = 60 * 60 * 1_000;
/** Counts are kept for so long. */
const USAGE_MS = 7 * 24 * HOUR_MS;

const Counts = z.array(z.number());

/** The calls of one project, in its object: the last thousand, and counts by hour, tool and key. */
export class CallLogStore {
  readonly #sql: SqlStorage;
  #isMade = false;

  constructor(storage: Pick<DurableObjectStorage, 'sql'>) {
    this.#sql = storage.sql;
  }

  /** Keeps these calls, and returns those that were not there already: each counts once. */
  record(entries: readonly CallEntry[]): CallEntry[] {
    this.#make();
    const added = entries.filter((entry) => this.#insert(entry));
    for (const entry of added) this.#count(entry);
    this.#sql.exec('DELETE FROM calls WHERE seq <= (SELECT max(seq) FROM calls) - ?', MAX_CALLS);
    this.#sql.exec('DELETE FROM usage WHERE hour < ?', Date.now() - USAGE_MS);
    return added;
  }

  /** A page of calls, newest first. */
  list({ tool, end, key, before, limit = DEFAULT_PAGE }: CallFilter): CallPage {
    if (!this.#exists()) return { calls: [], next: null, kept: 0 };
    const size = Math.min(Math.max(1, limit), MAX_PAGE);
    const rows = this.#sql
      .exec(
        `SELECT id, at, tool, key, version, "end", ms AS milliseconds,
            sent AS requestBytes, got AS resultBytes FROM calls
          WHERE (?1 IS NULL OR tool = ?1) AND (?2 IS NULL OR "end" = ?2)
            AND (?3 IS NULL OR key = ?3) AND (?4 IS NULL OR at < ?4)
          ORDER BY at DESC, seq DESC LIMIT ?5`,
        tool ?? null,
        end ?? null,
        key ?? null,
        before ?? null,
        size + 1,
      )
      .toArray();
    const calls = rows.slice(0, size).map((row) => CallEntry.parse(row));
    const next = rows.length > size ? (calls.at(-1)?.at ?? null) : null;
    return { calls, next, kept: this.#countKept() };
  }

  /** Counts since the beginning of an hour. */
  usage(sinceHour: number): StoredUsage {
    if (!this.#exists()) return { rows: [] };
    const rows = this.#sql
      .exec<{
        hour: number;
        tool: string;
        key: string;
        calls: number;
        errors: number;
        buckets: string;
      }>('SELECT * FROM usage WHERE hour >= ? ORDER BY hour', sinceHour)
      .toArray();
    return {
      rows: rows.map(({ tool, key, buckets, ...row }) => ({
        ...row,
        tool: tool === '' ? null : tool,
        key: key === '' ? null : key,
        buckets: Counts.parse(JSON.parse(buckets)),
      })),
    };
  }

  /** Forgets all calls, and counts. */
  forget(): void {
    this.#sql.exec('DROP TABLE IF EXISTS calls');
    this.#sql.exec('DROP TABLE IF EXISTS usage');
    this.#isMade = false;
  }

  #insert(entry: CallEntry): boolean {
    const { id, at, tool, key, version, end, milliseconds, requestBytes, resultBytes } = entry;
    const written = this.#sql.exec(
      `INSERT INTO calls (id, at, tool, key, version, "end", ms, sent, got)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING seq`,
      id,
      at,
      tool,
      key,
      version,
      end,
      milliseconds,
      requestBytes,
      resultBytes,
    );
    return written.toArray().length > 0;
  }

  #count({ at, tool, key, end, milliseconds }: CallEntry): void {
    const place = [at - (at % HOUR_MS), tool ?? '', key ?? ''] as const;
    const [known] = this.#sql
      .exec<{ buckets: string }>(
        'SELECT buckets FROM usage WHERE hour = ? AND tool = ? AND key = ?',
        ...place,
      )
      .toArray();
    const buckets = known ? Counts.parse(JSON.parse(known.buckets)) : BUCKET_MS.map(() => 0);
    const bucket = bucketOf(milliseconds);
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    const text = JSON.stringify(buckets);
    const error = end === 'ok' || end === 'cancelled' ? 0 : 1;
    this.#sql.exec(
      `INSERT INTO usage (hour, tool, key, calls, errors, buckets) VALUES (?, ?, ?, 1, ?, ?)
        ON CONFLICT (hour, tool, key)
        DO UPDATE SET calls = calls + 1, errors = errors + excluded.errors, buckets = excluded.buckets`,
      ...place,
      error,
      text,
    );
  }

  #countKept(): number {
    return this.#sql.exec<{ kept: number }>('SELECT count(*) AS kept FROM calls').one().kept;
  }

  #exists(): boolean {
    const found = this.#sql.exec(`SELECT 1 FROM sqlite_master WHERE name = 'calls'`);
    return found.toArray().length > 0;
  }

  /** Only a project that is called has tables. */
  #make(): void {
    if (this.#isMade) return;
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS calls (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL,
        at INTEGER NOT NULL, tool TEXT, key TEXT, version INTEGER NOT NULL, "end" TEXT NOT NULL,
        ms INTEGER NOT NULL, sent INTEGER NOT NULL, got INTEGER NOT NULL)`,
    );
    this.#sql.exec('CREATE INDEX IF NOT EXISTS calls_at ON calls (at)');
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS usage (hour INTEGER NOT NULL, tool TEXT NOT NULL, key TEXT NOT NULL,
        calls INTEGER NOT NULL, errors INTEGER NOT NULL, buckets TEXT NOT NULL,
        PRIMARY KEY (hour, tool, key))`,
    );
    this.#isMade = true;
  }
}
