import { mayActFor, type LinkRow } from '#app/github/links/link-store.server.ts';
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
  for await (const opened of openEach(app, links)) return opened;
  return null;
}

/** The same for each of them, one after the other: what one may not see, another may. */
export async function* openEach(
  app: Pick<AppContext, 'env' | 'config' | 'log'>,
  links: readonly LinkRow[],
): AsyncGenerator<AskedRepository & { uid: string }> {
  const tried = new Set<string>();
  for (const link of sortByState(links)) {
    const { linkedBy: uid, owner, name } = link;
    if (tried.size >= MAX_TRIED) return;
    if (tried.has(uid) || !(await mayActFor(app.env.DB, link))) continue;
    tried.add(uid);
    const github = await requireConnection(app, uid);
    if (github.ok) yield { app, octokit: github.value.octokit, owner, name, uid };
  }
}

/** Who has lost sight of the repository is asked last. */
function sortByState(links: readonly LinkRow[]): LinkRow[] {
  return links.toSorted(
    (one, other) => Number(one.state === 'gone') - Number(other.state === 'gone'),
  );
}
