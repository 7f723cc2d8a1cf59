import { changeLink, type LinkRow } from './link-store.server.ts';
import { changePush, type PushRow } from './push-store.server.ts';

/** A pull request as GitHub tells of it; `sha` is the commit that merged it. */
export type PullOutcome =
  | { state: 'open' }
  | { state: 'closed' }
  | { state: 'merged'; sha: string };

/**
 * Notes what became of a push's pull request. Where it was merged, the branch holds its version from now on,
 * unless it holds a later one already.
 */
export async function notePull(
  database: D1Database,
  link: LinkRow,
  push: PushRow,
  outcome: PullOutcome,
  now: number,
): Promise<void> {
  if (push.state !== outcome.state) {
    await changePush(database, push.id, { state: outcome.state }, now);
  }
  const isOfLink = link.repositoryId === push.repositoryId;
  if (outcome.state !== 'merged' || !isOfLink || push.version < (link.pushedVersion ?? 0)) return;
  const { sha } = outcome;
  await changeLink(database, link, { pushedVersion: push.version, pushedSha: sha }, now);
}
