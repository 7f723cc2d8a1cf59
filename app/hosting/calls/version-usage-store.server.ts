import * as z from 'zod/mini';

import {
  NO_USAGE,
  type CallCounts,
  type RolloutUsage,
  type VersionUsage,
} from '#app/projects/endpoint/rollout.ts';

import type { CallEnd, CallEntry, NotedCall } from './call-entry.ts';
import { addBuckets, BUCKET_MS, bucketOf, quantileOf } from './latency-buckets.ts';

const MEDIAN = 0.5;
const SLOW = 0.95;

/** Ends that say nothing about the version: nobody ran it, or nobody waited for it. */
const OTHER_ENDS: readonly CallEnd[] = ['cancelled', 'overQuota', 'unauthorized', 'toolNotFound'];

/** Before the place of a visitor, where a key or an app has its id. */
const VISITOR = 'visitor ';
/** Errors of one caller that always count. */
const FREE_ERRORS = 10;
/** The errors of one caller are limited once the others of the same version have made so many calls. */
const MIN_OTHER_CALLS = 20;

/** Only a project with a rollout has them. */
const TABLES = ['version_usage', 'version_callers'] as const;

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
    calls: readonly NotedCall[],
  ): void {
    this.#make();
    for (const table of TABLES) {
      this.#sql.exec(`DELETE FROM ${table} WHERE counted_from <> ?`, countedFrom);
    }
    for (const served of [version, stableVersion]) {
      const counted = calls.filter(
        (call) => call.version === served && call.at >= countedFrom && tellsOfVersion(call),
      );
      if (counted.length === 0) continue;
      this.#add(served, countedFrom, counted);
      this.#addCallers(served, countedFrom, counted);
    }
  }

  read({ version, stableVersion, countedFrom }: CountedRollout): RolloutUsage<VersionUsage> {
    return {
      candidate: this.#find(version, countedFrom),
      stable: this.#find(stableVersion, countedFrom),
    };
  }

  /**
   * The calls as they are judged: beside other callers ten errors of each visitor count, of one key or app no more
   * than of all others together, ten at least, and calls in proportion. So nobody decides alone by repeating a call.
   */
  weigh({ version, stableVersion, countedFrom }: CountedRollout): RolloutUsage {
    return {
      candidate: this.#weigh(version, countedFrom),
      stable: this.#weigh(stableVersion, countedFrom),
    };
  }

  forget(): void {
    for (const table of TABLES) this.#sql.exec(`DROP TABLE IF EXISTS ${table}`);
  }

  #weigh(version: number, countedFrom: number): CallCounts {
    const all = this.#load(version, countedFrom);
    if (all.calls === 0) return { calls: 0, errors: 0 };
    const callers = this.#sql
      .exec<{ caller: string; calls: number; errors: number }>(
        `SELECT caller, calls, errors FROM version_callers
          WHERE version = ? AND counted_from = ? AND errors > ? ORDER BY errors DESC`,
        version,
        countedFrom,
        FREE_ERRORS,
      )
      .toArray();
    return weighCallers(all, callers);
  }

  #addCallers(version: number, countedFrom: number, calls: readonly NotedCall[]): void {
    const byCaller = Map.groupBy(calls, ({ key, visitor = '' }) => key ?? VISITOR + visitor);
    for (const [caller, some] of byCaller) {
      this.#sql.exec(
        `INSERT INTO version_callers (version, caller, counted_from, calls, errors) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (version, caller) DO UPDATE SET
            calls = calls + excluded.calls, errors = errors + excluded.errors`,
        version,
        caller,
        countedFrom,
        some.length,
        countErrors(some),
      );
    }
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
      known.errors + countErrors(calls),
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
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS version_callers (version INTEGER NOT NULL, caller TEXT NOT NULL,
        counted_from INTEGER NOT NULL, calls INTEGER NOT NULL, errors INTEGER NOT NULL,
        PRIMARY KEY (version, caller))`,
    );
  }
}

/**
 * The counts of a version with its callers limited.
 *
 * @param callers those with more errors than always count, the one with the most first
 */
export function weighCallers(
  { calls, errors }: CallCounts,
  callers: readonly (CallCounts & { caller: string })[],
): CallCounts {
  let weighed: CallCounts = { calls, errors };
  for (const visitor of callers.filter(({ caller }) => caller.startsWith(VISITOR))) {
    if (calls - visitor.calls >= MIN_OTHER_CALLS) weighed = limit(weighed, visitor, FREE_ERRORS);
  }
  const key = callers.find(({ caller }) => !caller.startsWith(VISITOR));
  if (key === undefined || weighed.calls - key.calls < MIN_OTHER_CALLS) return weighed;
  return limit(weighed, key, Math.max(FREE_ERRORS, weighed.errors - key.errors));
}

/** The counts of all with so many errors of one caller at most, and their calls in proportion. */
function limit(all: CallCounts, { calls, errors }: CallCounts, most: number): CallCounts {
  if (errors <= most) return all;
  const counted = Math.round((calls * most) / errors);
  return { calls: all.calls - calls + counted, errors: all.errors - errors + most };
}

/** Anybody may send arguments to a public endpoint that no version takes. */
function tellsOfVersion({ end, key }: CallEntry): boolean {
  return !OTHER_ENDS.includes(end) && !(end === 'argumentRefused' && key === null);
}

function countErrors(calls: readonly CallEntry[]): number {
  return calls.filter(({ end }) => end !== 'ok').length;
}
