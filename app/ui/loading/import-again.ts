import { readNonce } from '#app/ui/read-nonce.ts';

import { askForReload } from './reload-need.ts';

/** A static import of a built chunk, at the beginning of a statement, with a hashed name. */
const STATIC_IMPORT =
  /(?:^|[;}\n])\s*(?:import|export)(?:[\w*{}\s,$]+from)?\s*["'](\.\/[\w.-]+-[\w-]{8}\.js)["']/g;

/** Modules that were loaded under another address, by the address under which they failed. */
const replaced = new Map<string, string>();
let attempts = 0;
let last: Promise<unknown> = Promise.resolve();
/** Attempts that are queued or under way, by the address that failed: who types asks with each key. */
const open = new Map<string, Promise<object>>();

/**
 * Matches the error that `import()` rejects with in Chromium, Firefox and Safari, when a module
 * could not be fetched.
 */
const NOT_FETCHED = /import/i;

/**
 * Imports a chunk whose import has failed. Each rejected `import()` of a built chunk ends here
 * (`scripts/retried-imports.ts`), so callers only have to call it once more.
 *
 * Chromium remembers such a failure by address for as long as the document lives, and that of each
 * static import as well. So all chunks that failed get new addresses at once, and an import map
 * leads from each of them to the new addresses of the others. What was loaded keeps its address:
 * no module runs twice.
 *
 * One at a time, and each chunk once: two chunks that need the same third one must get the same module. Where the server
 * has the chunk no more, or the browser cannot do this, the page asks for a reload.
 * @param name of the chunk, relative to the others
 * @param error what its import rejected with; thrown on while the chunk cannot be fetched
 */
export function importAgain(name: string, error: unknown): Promise<object> {
  if (!(error instanceof TypeError && NOT_FETCHED.test(error.message)))
    return Promise.reject(error);
  const url = new URL(name, import.meta.url).href;
  const queued = open.get(url);
  if (queued) return queued;
  const attempt = last
    .then(async () => {
      const known = replaced.has(url) ? await importQuietly(addressOf(url)) : null;
      return known ? known.part : importReplaced(url, error);
    })
    .finally(() => open.delete(url));
  open.set(url, attempt);
  last = attempt.catch(() => undefined);
  return attempt;
}

async function importReplaced(url: string, error: unknown): Promise<object> {
  const failed = new Set<string>();
  await collectFailed(url, failed, error);
  // Other browsers forget a failure, and the connection may be back by now.
  const retried = await importQuietly(url);
  if (retried) return retried.part;
  attempts += 1;
  const fresh = new Map([...failed].map((each) => [each, `${each}?again=${attempts}`]));
  addImportMap(fresh);
  const loaded = await importQuietly(`${url}?again=${attempts}`);
  if (!loaded) {
    // All of it was fetched a moment ago, so most likely the browser has no scoped import maps.
    if (navigator.onLine) askForReload();
    throw error;
  }
  for (const [address, next] of fresh) replaced.set(address, next);
  return loaded.part;
}

/** Adds the chunk, and each of its static imports that cannot be imported either. */
async function collectFailed(url: string, failed: Set<string>, error: unknown): Promise<void> {
  if (failed.has(url)) return;
  failed.add(url);
  const source = await fetchSource(url, error);
  await Promise.all(
    [...source.matchAll(STATIC_IMPORT)].map(async ([, name = '']) => {
      const dependency = new URL(name, url).href;
      if (failed.has(dependency) || (await importQuietly(addressOf(dependency)))) return;
      await collectFailed(dependency, failed, error);
    }),
  );
}

async function fetchSource(url: string, error: unknown): Promise<string> {
  const response = await fetch(url).catch(() => null);
  // A newer version of the site has taken the place of the one that this page belongs to.
  if (response?.status === 404) askForReload();
  if (!response?.ok) throw error;
  return response.text();
}

function addressOf(url: string): string {
  return replaced.get(url) ?? url;
}

async function importQuietly(address: string): Promise<{ part: object } | null> {
  try {
    return { part: (await import(/* @vite-ignore */ address)) as object };
  } catch {
    return null;
  }
}

/** Only a map for addresses that were never imported has an effect at this time. */
function addImportMap(fresh: Map<string, string>): void {
  const imports = Object.fromEntries([...replaced, ...fresh]);
  const scopes = Object.fromEntries([...fresh.values()].map((address) => [address, imports]));
  const script = document.createElement('script');
  script.type = 'importmap';
  script.nonce = readNonce();
  script.textContent = JSON.stringify({ scopes });
  document.head.appendChild(script).remove();
}
