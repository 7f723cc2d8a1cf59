import { withTimeout } from '#app/platform/with-timeout.ts';

import { limitBucket, type BucketLimits } from './limit-bucket.server.ts';
import { limitRates } from './limit-rates.server.ts';
import { noteOutage } from './store-outage.ts';

/** Milliseconds until the database counts as away: for a query, and for anything that writes. */
interface DatabaseLimits {
  readMs: number;
  writeMs: number;
}

type StoreLimits = DatabaseLimits & BucketLimits;

/** Milliseconds until the bucket counts as away for a write: an artifact of 40 MB is written in one piece. */
export const BUCKET_WRITE_MS = 8_000;

const REQUEST_LIMITS: StoreLimits = {
  readMs: 1_000,
  writeMs: 2_000,
  bucketReadMs: 5_000,
  bucketWriteMs: BUCKET_WRITE_MS,
};
/** Nobody waits for the sweep, and it deletes many rows at once. */
export const SWEEP_LIMITS: StoreLimits = {
  readMs: 5_000,
  writeMs: 10_000,
  bucketReadMs: 20_000,
  bucketWriteMs: 30_000,
};

const QUERY = /^\s*(select|with)\b/i;

/** The bindings of this isolate, as its requests get them. */
const known = new WeakMap<Env, Env>();

/** The statements behind the limited ones: a batch takes nothing else. */
const own = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

/**
 * The bindings with stores that never keep anybody waiting: for a request a query fails after 1 s and what writes
 * to the database after 2 s, what reads from the bucket after 5 s and what writes to it after 8 s, with a
 * `TimeoutError`. A write may still come to its end after that. What database and bucket throw is known as an
 * outage from then on; see `isOutage`. A rate limit that fails lets everybody pass.
 */
export function limitBindings(env: Env, limits = REQUEST_LIMITS): Env {
  if (limits !== REQUEST_LIMITS) return limitAll(env, limits);
  const limited = known.get(env) ?? limitAll(env, limits);
  known.set(env, limited);
  return limited;
}

function limitAll(env: Env, limits: StoreLimits): Env {
  const limited = { ...env, DB: limitDatabase(env.DB, limits) };
  // Whether it is bound at all is found out by health.
  if ('BLOBS' in env) limited.BLOBS = limitBucket(env.BLOBS, limits);
  for (const name of Object.keys(env).filter(isRateName)) limited[name] = limitRates(env[name]);
  return limited;
}

type RateName = { [Name in keyof Env]-?: Env[Name] extends RateLimit ? Name : never }[keyof Env];

function isRateName(name: string): name is RateName {
  return name.startsWith('LIMIT_');
}

function limitDatabase(database: D1Database, limits: DatabaseLimits): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => prepare(target, sql, limits);
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) =>
          withTimeout(
            noteOutage(() => target.batch(statements.map((each) => own.get(each) ?? each))),
            limits.writeMs,
          );
      }
      return limitMember(target, name, limits.writeMs);
    },
  });
}

function prepare(
  database: D1Database,
  sql: string,
  { readMs, writeMs }: DatabaseLimits,
): D1PreparedStatement {
  return limitStatement(database.prepare(sql), QUERY.test(sql) ? readMs : writeMs);
}

function limitStatement(statement: D1PreparedStatement, milliseconds: number): D1PreparedStatement {
  const limited = new Proxy(statement, {
    get(target, name) {
      if (name !== 'bind') return limitMember(target, name, milliseconds);
      return (...values: unknown[]) => limitStatement(target.bind(...values), milliseconds);
    },
  });
  own.set(limited, statement);
  return limited;
}

function limitMember(target: object, name: string | symbol, milliseconds: number): unknown {
  const member: unknown = Reflect.get(target, name);
  if (typeof member !== 'function') return member;
  return (...args: unknown[]) => {
    const work = noteOutage<unknown>(() => Reflect.apply(member, target, args) as unknown);
    return withTimeout(work, milliseconds);
  };
}
