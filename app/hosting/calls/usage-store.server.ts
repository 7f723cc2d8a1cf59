import * as z from 'zod/mini';

import type { CallEntry } from './call-entry.ts';
import { isFailed } from './call-filter.ts';
import type { StoredUsage } from './call-log-stub.server.ts';
import { BUCKET_MS, bucketOf } from './latency-buckets.ts';

const HOUR_MS = 60 * 60 * 1_000;
/** Counts are kept and shown for so long. */
const USAGE_MS = 7 * 24 * HOUR_MS;

const Counts = z.array(z.number());

/** The counts of calls by hour, tool and key, in a project's object. */
export class UsageStore {
  readonly #sql: SqlStorage;
  #isMade = false;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  count(entries: readonly CallEntry[]): void {
    this.#make();
    for (const counted of sumUp(entries)) this.#add(counted);
    this.#sql.exec('DELETE FROM usage WHERE hour < ?', Date.now() - USAGE_MS);
  }

  /** Counts since the beginning of an hour, of the last seven days at most. */
  read(sinceHour: number): StoredUsage {
    if (!this.#exists()) return { rows: [] };
    const since = Math.max(sinceHour, Date.now() - USAGE_MS);
    const rows = this.#sql
      .exec<{
        hour: number;
        tool: string;
        key: string;
        calls: number;
        errors: number;
        buckets: string;
      }>('SELECT * FROM usage WHERE hour >= ? ORDER BY hour', since)
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

  forget(): void {
    this.#sql.exec('DROP TABLE IF EXISTS usage');
    this.#isMade = false;
  }

  #add({ place, calls, errors, buckets: added }: CountedCalls): void {
    const [known] = this.#sql
      .exec<{ buckets: string }>(
        'SELECT buckets FROM usage WHERE hour = ? AND tool = ? AND key = ?',
        ...place,
      )
      .toArray();
    const before = known ? Counts.parse(JSON.parse(known.buckets)) : [];
    const buckets = added.map((count, index) => count + (before[index] ?? 0));
    this.#sql.exec(
      `INSERT INTO usage (hour, tool, key, calls, errors, buckets) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (hour, tool, key) DO UPDATE SET calls = calls + excluded.calls,
        errors = errors + excluded.errors, buckets = excluded.buckets`,
      ...place,
      calls,
      errors,
      JSON.stringify(buckets),
    );
  }

  #exists(): boolean {
    const found = this.#sql.exec(`SELECT 1 FROM sqlite_master WHERE name = 'usage'`);
    return found.toArray().length > 0;
  }

  #make(): void {
    if (this.#isMade) return;
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS usage (hour INTEGER NOT NULL, tool TEXT NOT NULL, key TEXT NOT NULL,
        calls INTEGER NOT NULL, errors INTEGER NOT NULL, buckets TEXT NOT NULL,
        PRIMARY KEY (hour, tool, key))`,
    );
    this.#isMade = true;
  }
}

/** Calls of one hour, tool and key. */
interface CountedCalls {
  place: readonly [hour: number, tool: string, key: string];
  calls: number;
  errors: number;
  buckets: number[];
}

/** Calls of a batch are mostly of few tools and keys: each is written once. */
function sumUp(entries: readonly CallEntry[]): Iterable<CountedCalls> {
  const sums = new Map<string, CountedCalls>();
  for (const entry of entries) {
    const { at, tool, key, milliseconds } = entry;
    const place = [at - (at % HOUR_MS), tool ?? '', key ?? ''] as const;
    const id = JSON.stringify(place);
    const sum = sums.get(id) ?? { place, calls: 0, errors: 0, buckets: BUCKET_MS.map(() => 0) };
    sums.set(id, sum);
    sum.calls += 1;
    if (isFailed(entry)) sum.errors += 1;
    const bucket = bucketOf(milliseconds);
    sum.buckets[bucket] = (sum.buckets[bucket] ?? 0) + 1;
  }
  return sums.values();
}
