import type { LinkRow } from '#app/github/links/link-store.server.ts';
import { requireConnection } from '#app/github/connection/require-connection.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import type { AskedRepository } from './ask-repository.server.ts';

/** The same repository may be linked by many. */
const MAX_TRIED = 3;

/**
 * The repository of some links, ready to be asked for on behalf of somebody who has linked it; null: nobody's
 * connection does.
 */
export async function openForLinks(
  app: Pick<AppContext, 'env' | 'config' | 'log'>,
  links: readonly LinkRow[],
): Promise<AskedRepository | null> {
  const users = [...new Set(links.map(({ linkedBy }) => linkedBy))];
  const [link] = links;
  if (link === undefined) return null;
  const { owner, name } = link;
  for (const uid of users.slice(0, MAX_TRIED)) {
    const opened = await requireConnection(app, uid);
    if (opened.ok) return { app, octokit: opened.value.octokit, owner, name };
  }
  return null;
}
