import * as z from 'zod/mini';

import { NO_USAGE, type RolloutUsage, type VersionUsage } from '#app/projects/endpoint/rollout.ts';

import type { CallEnd, CallEntry } from './call-entry.ts';
import { addBuckets, BUCKET_MS, bucketOf, quantileOf } from './latency-buckets.ts';

const MEDIAN = 0.5;
const SLOW = 0.95;

/** Ends that say nothing about the version: nobody ran it, or nobody waited for it. */
const OTHER_ENDS: readonly CallEnd[] = ['cancelled', 'overQuota', 'unauthorized'];

const Counts = z.array(z.number());

/** The rollout whose calls are counted. */
export interface CountedRollout {
  version: number;
  stableVersion: number;
  /** Calls from then on, in milliseconds since 1970. */
  countedFrom: number;
}

/** Calls of both versions while a rollout runs, in the object of its project. */
export class VersionUsageStore {
  readonly #sql: SqlStorage;

  constructor(storage: Pick<DurableObjectStorage, 'sql'>) {
    this.#sql = storage.sql;
  }

  /** Counts calls, each of which must be told once. */
  count(
    { version, stableVersion, countedFrom }: CountedRollout,
    calls: readonly CallEntry[],
  ): void {
    this.#make();
    this.#sql.exec('DELETE FROM version_usage WHERE counted_from <> ?', countedFrom);
    for (const served of [version, stableVersion]) {
      const counted = calls.filter(
        (call) =>
          call.version === served && call.at >= countedFrom && !OTHER_ENDS.includes(call.end),
      );
      if (counted.length > 0) this.#add(served, countedFrom, counted);
    }
  }

  read({ version, stableVersion, countedFrom }: CountedRollout): RolloutUsage<VersionUsage> {
    return {
      candidate: this.#find(version, countedFrom),
      stable: this.#find(stableVersion, countedFrom),
    };
  }

  forget(): void {
    this.#sql.exec('DROP TABLE IF EXISTS version_usage');
  }

  #add(version: number, countedFrom: number, calls: readonly CallEntry[]): void {
    const known = this.#load(version, countedFrom);
    const added = BUCKET_MS.map(
      (_, bucket) => calls.filter(({ milliseconds }) => bucketOf(milliseconds) === bucket).length,
    );
    this.#sql.exec(
      `INSERT INTO version_usage (version, counted_from, calls, errors, buckets) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (version) DO UPDATE SET
          calls = excluded.calls, errors = excluded.errors, buckets = excluded.buckets`,
      version,
      countedFrom,
      known.calls + calls.length,
      known.errors + calls.filter(({ end }) => end !== 'ok').length,
      JSON.stringify(addBuckets(known.buckets, added)),
    );
  }

  #find(version: number, countedFrom: number): VersionUsage {
    if (!this.#exists()) return NO_USAGE;
    const { calls, errors, buckets } = this.#load(version, countedFrom);
    return { calls, errors, p50: quantileOf(buckets, MEDIAN), p95: quantileOf(buckets, SLOW) };
  }

  #load(version: number, countedFrom: number) {
    const [row] = this.#sql
      .exec<{ calls: number; errors: number; buckets: string }>(
        `SELECT calls, errors, buckets FROM version_usage WHERE version = ? AND counted_from = ?`,
        version,
        countedFrom,
      )
      .toArray();
    if (row === undefined) return { calls: 0, errors: 0, buckets: [] };
    return { ...row, buckets: Counts.parse(JSON.parse(row.buckets)) };
  }

  #exists(): boolean {
    const found = this.#sql.exec(`SELECT 1 FROM sqlite_master WHERE name = 'version_usage'`);
    return found.toArray().length > 0;
  }

  /** Only a project with a rollout has the table. */
  #make(): void {
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS version_usage (version INTEGER PRIMARY KEY,
        counted_from INTEGER NOT NULL, calls INTEGER NOT NULL, errors INTEGER NOT NULL,
        buckets TEXT NOT NULL)`,
    );
  }
}
