import type { ServerDefinition } from '#app/runtime/definition.ts';

/**
 * Loads a map of modules as a sandbox would, each as a `data:` URL, and gives the `server` that
 * `src/server.ts` exports.
 */
export async function evaluateModules(modules: Record<string, string>): Promise<ServerDefinition> {
  const urls = new Map<string, string>();
  const load = (path: string): string => {
    const known = urls.get(path);
    if (known !== undefined) return known;
    const source = modules[path];
    if (source === undefined) throw new Error(`There is no module ${path}.`);
    const linked = source.replace(/^(import .* from )'(.*)';$/gm, (_, head: string, to: string) => {
      const target = new URL(to, `file:///${path}`).pathname.slice(1);
      return `${head}${JSON.stringify(load(target))};`;
    });
    const url = `data:text/javascript,${encodeURIComponent(linked)}`;
    urls.set(path, url);
    return url;
  };
  const loaded: { server: ServerDefinition } = await import(
    /* @vite-ignore */ load('src/server.ts')
  );
  return loaded.server;
}
