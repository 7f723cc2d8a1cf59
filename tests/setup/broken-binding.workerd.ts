/** A binding whose every call fails. */
export function breakBinding<Binding extends object>(binding: Binding): Binding {
  return new Proxy(binding, {
    get: () => () => {
      throw new Error('connection lost');
    },
  });
}

/** A binding whose named calls never settle. */
export function hangBinding<Binding extends object>(binding: Binding, ...calls: string[]): Binding {
  return new Proxy(binding, {
    get(target, name) {
      if (typeof name === 'string' && calls.includes(name)) return () => new Promise(() => {});
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** A namespace that tells nothing new of what it was asked before. */
export function freezeNamespace(namespace: KVNamespace): KVNamespace {
  const answers = new Map<string, unknown>();
  return new Proxy(namespace, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name !== 'get') return member.bind(target);
      return async (...asked: unknown[]) => {
        const key = JSON.stringify(asked);
        if (!answers.has(key)) answers.set(key, await member.apply(target, asked));
        return structuredClone(answers.get(key));
      };
    },
  });
}

/** A database whose statements never settle. */
export function hangDatabase(database: D1Database): D1Database {
  const statement: D1PreparedStatement = new Proxy(database.prepare('SELECT 1'), {
    get: (_, name) => () => (name === 'bind' ? statement : new Promise(() => {})),
  });
  return new Proxy(database, { get: () => () => statement });
}

/** A database whose statements with this text never settle. */
export function hangAt(database: D1Database, part: RegExp): D1Database {
  const hanging = hangDatabase(database);
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') {
        return (sql: string) => (part.test(sql) ? hanging : target).prepare(sql);
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** A database that runs a callback right after the rows of one query were read. */
export function callAfter(
  database: D1Database,
  part: string,
  happen: () => Promise<void>,
): D1Database {
  const watch = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => watch(target.bind(...values));
        if (name !== 'raw') return Reflect.get(target, name);
        return async () => {
          const rows = await target.raw();
          await happen();
          return rows;
        };
      },
    });
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') {
        return (sql: string) =>
          sql.includes(part) ? watch(target.prepare(sql)) : target.prepare(sql);
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** A database that is lost before, or after, it has written: in a batch, or in a statement of its own. */
export function loseWrites(database: D1Database, when: 'before' | 'after'): D1Database {
  const lose = async (write: () => Promise<unknown>): Promise<never> => {
    if (when === 'after') await write();
    throw new Error('connection lost');
  };
  const watch = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => watch(target.bind(...values));
        if (name === 'run') return () => lose(() => target.run());
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => watch(target.prepare(sql));
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) => lose(() => target.batch(statements));
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
