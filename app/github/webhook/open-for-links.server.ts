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
  const [first] = await openEach(app, links, 1);
  return first ?? null;
}

/** The same for each of them: what one may not see, another may. */
export async function openEach(
  app: Pick<AppContext, 'env' | 'config' | 'log'>,
  links: readonly LinkRow[],
  most = MAX_TRIED,
): Promise<(AskedRepository & { uid: string })[]> {
  const tried = new Set<string>();
  const opened: (AskedRepository & { uid: string })[] = [];
  for (const link of sortByState(links)) {
    const { linkedBy: uid, owner, name } = link;
    if (tried.size >= MAX_TRIED || opened.length >= most) break;
    if (tried.has(uid) || !(await mayActFor(app.env.DB, link))) continue;
    tried.add(uid);
    const github = await requireConnection(app, uid);
    if (github.ok) opened.push({ app, octokit: github.value.octokit, owner, name, uid });
  }
  return opened;
}

/** Who has lost sight of the repository is asked last. */
function sortByState(links: readonly LinkRow[]): LinkRow[] {
  return links.toSorted(
    (one, other) => Number(one.state === 'gone') - Number(other.state === 'gone'),
  );
}
