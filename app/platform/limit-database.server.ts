import { withTimeout } from './with-timeout.ts';

/** Milliseconds until the database counts as away: for a query, and for anything that writes. */
const READ_MS = 1_000;
const WRITE_MS = 2_000;

const QUERY = /^\s*(select|with)\b/i;

/** The statements behind the limited ones: a batch takes nothing else. */
const own = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

/**
 * The bindings of a request, with a database that never keeps anybody waiting: a query fails after
 * 1 s and what writes after 2 s, with a `TimeoutError`. A write may still come to its end after that.
 */
export function limitBindings(env: Env): Env {
  return { ...env, DB: limitDatabase(env.DB) };
}

function limitDatabase(database: D1Database): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => prepare(target, sql);
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) =>
          withTimeout(target.batch(statements.map((each) => own.get(each) ?? each)), WRITE_MS);
      }
      return limitMember(target, name, WRITE_MS);
    },
  });
}

function prepare(database: D1Database, sql: string): D1PreparedStatement {
  return limitStatement(database.prepare(sql), QUERY.test(sql) ? READ_MS : WRITE_MS);
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
    const work: unknown = Reflect.apply(member, target, args);
    return withTimeout(Promise.resolve(work), milliseconds);
  };
}
