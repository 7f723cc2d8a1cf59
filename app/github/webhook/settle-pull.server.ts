import type { LinkRow } from '#app/github/links/link-store.server.ts';
import { notePull, type PullOutcome } from '#app/github/links/note-pull.server.ts';
import type { PushRow } from '#app/github/links/push-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { fetchPull, type RepositoryOpener } from './ask-repository.server.ts';
import type { PullFacts } from './github-payload.ts';
import { publishMerged } from './publish-merged.server.ts';

/**
 * Brings a push up to date with its pull request, and publishes the version of one that was merged where the project
 * wants that. GitHub is asked before anything changes.
 *
 * @param link of the project to the same repository; null: the project has another one by now, or none.
 */
export async function settlePull(
  app: AppContext,
  push: PushRow,
  link: LinkRow | null,
  told: PullFacts,
  ask: RepositoryOpener,
): Promise<void> {
  // It may wait since another webhook, or a look at the tab.
  if (push.state === toOutcome(told).state) return publishMerged(app, push, link);
  const asked = await ask();
  const truth = asked && (await fetchPull(asked, told.number));
  const outcome = toOutcome(truth?.ok ? truth.value : told);
  const settlement = await notePull(app.env.DB, link, push, outcome, Date.now());
  if (settlement === null) return;
  app.log.info('github.pullSettled', { project: push.project, pull: told.number, ...settlement });
  await publishMerged(app, { ...push, ...settlement }, link);
}

function toOutcome({ state, merged, merge_commit_sha: sha, base, head }: PullFacts): PullOutcome {
  if (merged === true) return { state: 'merged', sha, base: base.ref, head: head.sha };
  return { state };
}
