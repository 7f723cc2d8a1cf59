import { env } from 'cloudflare:workers';

/**
 * Loses each isolate for foreign code that is asked for something, with the platform's words for it, or without
 * any answer, until the returned function is called.
 */
export function loseIsolates(message: string | null): () => void {
  const loader: unknown = Object.getPrototypeOf(env.LOADER);
  if (typeof loader !== 'object' || loader === null) throw new Error('There is no loader.');
  const lost = () =>
    new Promise((_, reject) => {
      if (message !== null) reject(new Error(message));
    });
  const entrypoint = new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : lost) });
  const worker = { getEntrypoint: () => entrypoint };
  const before = ['get', 'load'].map((name) => [name, Reflect.get(loader, name)] as const);
  for (const [name] of before) Reflect.set(loader, name, () => worker);
  return () => {
    for (const [name, method] of before) Reflect.set(loader, name, method);
  };
}
