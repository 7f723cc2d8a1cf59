import type { AppContext } from '#app/platform/app-context.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { RepositoryReach } from './repository-reach.ts';

const KV_MS = 250;
/** Long enough for somebody who types, short enough for what changes on GitHub. */
const KEPT_SECONDS = 120;

type App = Pick<AppContext, 'env' | 'log'>;

/** The reach of a connection as it was last listed; null: not lately, or the cache does not answer. */
export async function readReach(app: App, connectionId: string): Promise<RepositoryReach | null> {
  try {
    const stored = await withTimeout(app.env.CACHE.get(toKey(connectionId), 'json'), KV_MS);
    const reach = RepositoryReach.safeParse(stored);
    return reach.success ? reach.data : null;
  } catch (error) {
    app.log.warn('github.reachUnread', { error });
    return null;
  }
}

/** Keeps what a connection reaches; a failure is logged and changes nothing. */
export async function keepReach(
  app: App,
  connectionId: string,
  reach: RepositoryReach,
): Promise<void> {
  try {
    const options = { expirationTtl: KEPT_SECONDS };
    await app.env.CACHE.put(toKey(connectionId), JSON.stringify(reach), options);
  } catch (error) {
    app.log.warn('github.reachUnkept', { error });
  }
}

/** Forgets what a connection reaches, which has changed. */
export async function dropReach(app: App, connectionId: string): Promise<void> {
  try {
    await withTimeout(app.env.CACHE.delete(toKey(connectionId)), KV_MS);
  } catch (error) {
    app.log.warn('github.reachUndropped', { error });
  }
}

function toKey(connectionId: string): string {
  return `github-reach:v1:${connectionId}`;
}
