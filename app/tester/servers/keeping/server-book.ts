import type { ServerTarget } from '#app/mcp-client/target.ts';
import { loadPart } from '#app/ui/loading/load-part.ts';

import { NO_SECRETS, splitSecrets, type TargetSecrets } from './target-secrets.ts';
import type * as BrowserServers from './browser-servers.ts';
import type { TestedServer } from './tested-server.ts';

/** Where a server is kept: until this tab is left or reloaded, in this browser, or in the user's account. */
export type Keep = 'tab' | 'browser' | 'account';

interface KeptSecrets {
  secrets: TargetSecrets;
  /** Also after a reload. */
  isRemembered: boolean;
}

/** The servers of this page besides those of the account, and the secrets of all. */
export interface ServerBook {
  servers: readonly { saved: TestedServer; keep: 'tab' | 'browser' }[];
  secrets: ReadonlyMap<string, KeptSecrets>;
}

export const EMPTY_BOOK: ServerBook = { servers: [], secrets: new Map() };

let book = EMPTY_BOOK;
/** Reads and writes the browser's storage; it comes after the page, with what checks the stored values. */
let storage: typeof BrowserServers | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** The book as it is; empty until it is loaded. */
export function getServerBook(): ServerBook {
  return book;
}

/** Reads the browser's storage, once. */
export function loadServerBook(): Promise<void> {
  loading ??= (async () => {
    storage = await loadPart(() => import('./browser-servers.ts'));
    book = readAnew(book, storage);
    emit();
  })();
  return loading;
}

/** Calls back whenever the book changes, also in another tab; returns how to end that. */
export function subscribeToBook(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (!storage?.isOfServers(event)) return;
    book = readAnew(book, storage);
    onChange();
  };
  void loadServerBook();
  listeners.add(onChange);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(onChange);
    removeEventListener('storage', onStorage);
  };
}

/**
 * Keeps a server, in place of the one with its id. Of one that the account keeps, the page holds the secrets only.
 *
 * @returns false: it is there until the page is left, because the browser stored nothing
 */
export function keepServer(target: ServerTarget, keep: Keep, isRemembered: boolean): boolean {
  const { saved, secrets } = splitSecrets(target);
  const { servers, secrets: all } = getServerBook();
  const others = servers.filter(({ saved: { id } }) => id !== target.id);
  const at = servers.findIndex(({ saved: { id } }) => id === target.id);
  const own = keep === 'account' ? [] : [{ saved, keep }];
  return change({
    servers: others.toSpliced(at < 0 ? others.length : at, 0, ...own),
    secrets: new Map(all).set(target.id, { secrets, isRemembered }),
  });
}

/** Forgets a server and its secrets. */
export function forgetServerOfBook(id: string): void {
  const { servers, secrets } = getServerBook();
  const rest = new Map(secrets);
  rest.delete(id);
  change({ servers: servers.filter(({ saved }) => saved.id !== id), secrets: rest });
}

export function secretsOf({ secrets }: ServerBook, id: string): KeptSecrets {
  return secrets.get(id) ?? { secrets: NO_SECRETS, isRemembered: false };
}

function change(next: ServerBook): boolean {
  book = next;
  const stored = next.servers.flatMap(({ saved, keep }) => (keep === 'browser' ? [saved] : []));
  const remembered = [...next.secrets].flatMap(([id, { secrets, isRemembered }]) =>
    isRemembered ? [[id, secrets] as const] : [],
  );
  const isStored = storage?.writeBrowserServers(stored, Object.fromEntries(remembered)) ?? false;
  emit();
  return isStored;
}

function emit(): void {
  for (const listener of listeners) listener();
}

/** The book as the storage has it; what only this tab knows stays. */
function readAnew(
  known: ServerBook,
  { readBrowserServers, readBrowserSecrets }: typeof BrowserServers,
): ServerBook {
  const stored = readBrowserServers().map((saved) => ({ saved, keep: 'browser' as const }));
  const secrets = new Map([...known.secrets].filter(([, { isRemembered }]) => !isRemembered));
  for (const [id, each] of Object.entries(readBrowserSecrets())) {
    secrets.set(id, { secrets: each, isRemembered: true });
  }
  return { servers: [...stored, ...known.servers.filter(({ keep }) => keep === 'tab')], secrets };
}
