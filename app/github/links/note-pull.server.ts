import { changeLink, type LinkRow } from './link-store.server.ts';
import type { PushRow } from './push-store.server.ts';
import { settlePush, type Settlement } from './settlement-store.server.ts';

/** A pull request as GitHub tells of it. */
export type PullOutcome =
  | { state: 'open' }
  | { state: 'closed' }
  /** `sha` is the commit that merged it, `base` the branch that has it now, `head` the last commit that was proposed. */
  | { state: 'merged'; sha: string | null; base: string; head: string };

/**
 * Notes what became of a push's pull request. Where it was merged, the branch holds its version from now on, unless
 * it holds a later one already, and the version waits to be published if the project wants that. Null: it was known.
 *
 * @param link of the project; null: it has none any more.
 */
export async function notePull(
  database: D1Database,
  link: LinkRow | null,
  push: PushRow,
  outcome: PullOutcome,
  now: number,
): Promise<Settlement | null> {
  if (push.state === outcome.state) return null;
  const current = link?.repositoryId === push.repositoryId ? link : null;
  const settlement = toSettlement(push, current, outcome);
  if (!(await settlePush(database, push.id, settlement, now))) return null;
  if (outcome.state !== 'merged' || outcome.base !== current?.branch) return settlement;
  if (push.version >= (current.pushedVersion ?? 0)) {
    const held = { pushedVersion: push.version, pushedSha: outcome.sha };
    await changeLink(database, current, held, now);
  }
  return settlement;
}

function toSettlement(push: PushRow, link: LinkRow | null, outcome: PullOutcome): Settlement {
  const { state } = outcome;
  if (state !== 'merged' || link?.publishesOnMerge !== true) {
    return { state, publication: null, publicationNote: null };
  }
  const publicationNote = findObstacle(push, link, outcome);
  return { state, publication: publicationNote === null ? 'waiting' : 'refused', publicationNote };
}

/** Why what was merged is not the version that was pushed; null: it is. */
function findObstacle(
  push: PushRow,
  link: LinkRow,
  { base, head }: { base: string; head: string },
): string | null {
  if (base !== link.branch) return `It was merged into another branch than ${link.branch}.`;
  if (head !== push.commitSha) {
    return 'It was merged with further commits, so that the repository holds something else than the version.';
  }
  return null;
}
