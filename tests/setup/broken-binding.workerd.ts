/** A binding whose every call fails. */
export function breakBinding<Binding extends object>(binding: Binding): Binding {
  return new Proxy(binding, {
    get: () => () => {
      throw new Error('connection lost');
    },
  });
}

/** A binding whose named calls never answer. */
export function hangBinding<Binding extends object>(binding: Binding, ...calls: string[]): Binding {
  return new Proxy(binding, {
    get(target, name) {
      if (typeof name === 'string' && calls.includes(name)) return () => new Promise(() => {});
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** A database whose statements never end. */
export function hangDatabase(database: D1Database): D1Database {
  const statement: D1PreparedStatement = new Proxy(database.prepare('SELECT 1'), {
    get: (_, name) => () => (name === 'bind' ? statement : new Promise(() => {})),
  });
  return new Proxy(database, { get: () => () => statement });
}
