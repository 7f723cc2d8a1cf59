import { changeLink, type LinkRow } from '#app/github/links/link-store.server.ts';
import type { PushRow } from '#app/github/links/push-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { fetchPull, type OpenRepository } from './ask-repository.server.ts';
import type { PullFacts } from './github-payload.ts';
import { publishMerged } from './publish-merged.server.ts';
import { settlePush, type Settlement } from './settlement-store.server.ts';

/**
 * Brings a push up to date with its pull request. If it was merged, the branch holds the version from now on, and the
 * version is published where the project wants that. GitHub is asked before anything changes.
 *
 * @param link of the project to the same repository; null: the project has another one by now, or none.
 */
export async function settlePull(
  app: AppContext,
  push: PushRow,
  link: LinkRow | null,
  told: PullFacts,
  ask: OpenRepository,
): Promise<void> {
  if (push.state === toState(told)) return publishMerged(app, push, link);
  const asked = await ask();
  const truth = asked && (await fetchPull(asked, told.number));
  const pull = truth?.ok ? truth.value : told;
  const settlement = toSettlement(push, link, pull);
  if (settlement.state === push.state) return;
  if (!(await settlePush(app.env.DB, push.id, settlement, Date.now()))) return;
  app.log.info('github.pullSettled', { project: push.project, pull: pull.number, ...settlement });
  if (settlement.state !== 'merged') return;
  if (link !== null && pull.base.ref === link.branch) {
    const held = { pushedVersion: push.version, pushedSha: pull.merge_commit_sha };
    await changeLink(app.env.DB, link, held, Date.now());
  }
  await publishMerged(app, { ...push, ...settlement }, link);
}

function toState({ state, merged }: PullFacts): Settlement['state'] {
  return merged === true ? 'merged' : state;
}

function toSettlement(push: PushRow, link: LinkRow | null, pull: PullFacts): Settlement {
  const state = toState(pull);
  if (state !== 'merged' || link?.publishesOnMerge !== true) {
    return { state, publication: null, publicationNote: null };
  }
  const publicationNote = findObstacle(push, link, pull);
  return { state, publication: publicationNote === null ? 'waiting' : 'refused', publicationNote };
}

/** Why what was merged is not the version that was pushed; null: it is. */
function findObstacle(push: PushRow, link: LinkRow, pull: PullFacts): string | null {
  if (pull.base.ref !== link.branch) {
    return `It was merged into another branch than ${link.branch}.`;
  }
  if (pull.head.sha !== push.commitSha) {
    return 'It was merged with further commits, so that the repository holds something else than the version.';
  }
  return null;
}
