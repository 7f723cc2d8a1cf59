import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import {
  requireConnection,
  type ConnectionFailure,
  type OpenGithub,
} from '#app/github/connection/require-connection.server.ts';
import {
  changeLink,
  loadLink,
  mayActFor,
  type LinkRow,
} from '#app/github/links/link-store.server.ts';
import { followLink, type RepositoryGone } from '#app/github/links/open-repository.server.ts';
import {
  changePush,
  listOpenPushes,
  listPushesOfCommit,
  type PushRow,
} from '#app/github/links/push-store.server.ts';
import { listWaitingOf } from '#app/github/links/settlement-store.server.ts';
import { refreshPulls } from '#app/github/push/refresh-pulls.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import { fetchAhead, fetchCi, fetchHead, type AskedRepository } from './ask-repository.server.ts';
import { publishMerged } from './publish-merged.server.ts';

/** The checks of so many open pull requests are asked for; older ones are left to webhooks. */
const MAX_CHECKED = 5;

/** A link as it is on GitHub now. */
export interface FreshLink {
  link: LinkRow;
  /** Commits on top of the one that was pushed; null: none of ours is below the branch. */
  ahead: number | null;
}

/** Why GitHub does not say how a link is. */
export type RefreshFailure = ConnectionFailure | RepositoryGone;

/**
 * Asks GitHub how the repository of a project is now: its names, the last commit of its branch, checks and pull
 * requests, whatever webhooks have told or not.
 */
export async function refreshLink(
  app: AppContext,
  uid: string,
  stored: LinkRow,
): Promise<Result<FreshLink, RefreshFailure>> {
  const github = await openForUser(app, uid, stored);
  if (!github.ok) return github;
  const followed = await followLink(app, github.value, stored);
  if (!followed.ok) return followed;
  const { owner, repo: name } = followed.value;
  const asked: AskedRepository = { app, octokit: github.value.octokit, owner, name };
  const settled = await refreshPulls(app, followed.value, stored);
  if (!settled.ok) return settled;
  for (const push of await listWaitingOf(app.env.DB, stored.project)) {
    await publishMerged(app, push, settled.value);
  }
  const headSha = await fetchHead(asked, stored.branch);
  if (!headSha.ok) return headSha;
  const checked = await refreshChecks(app, asked, { link: settled.value, headSha: headSha.value });
  if (!checked.ok) return checked;
  const link = (await loadLink(app.env.DB, stored.project)) ?? settled.value;
  const ahead = await countAhead(asked, link);
  return ahead.ok ? succeed({ link, ahead: ahead.value }) : ahead;
}

/** GitHub, on behalf of who has linked the repository and belongs to the project still, or else of who looks. */
async function openForUser(
  app: AppContext,
  uid: string,
  link: LinkRow,
): Promise<Result<OpenGithub, ConnectionFailure>> {
  const { linkedBy } = link;
  if (linkedBy !== uid && !(await mayActFor(app.env.DB, link))) return requireConnection(app, uid);
  const opened = await requireConnection(app, linkedBy);
  if (opened.ok || linkedBy === uid) return opened;
  const isOver = opened.reason === 'notConnected' || opened.reason === 'githubRevoked';
  return isOver ? requireConnection(app, uid) : opened;
}

/** Asks for the checks of the branch's last commit and of open pull requests, and notes them. */
async function refreshChecks(
  app: AppContext,
  asked: AskedRepository,
  { link, headSha }: { link: LinkRow; headSha: string | null },
): Promise<Result<void, GithubFailure>> {
  const { DB } = app.env;
  const ci = headSha === null ? succeed(null) : await fetchCi(asked, headSha);
  if (!ci.ok) return ci;
  const now = Date.now();
  await changeLink(DB, link, { headSha, ci: ci.value }, now);
  const { repositoryId } = link;
  const heads =
    headSha === null ? [] : await listPushesOfCommit(DB, { repositoryId, commitSha: headSha });
  await noteChecks(app, heads, ci.value);
  const open = await listOpenPushes(DB, link);
  for (const push of open.slice(0, MAX_CHECKED)) {
    if (push.commitSha === null) continue;
    const found = await fetchCi(asked, push.commitSha);
    if (!found.ok) return found;
    await noteChecks(app, [push], found.value);
  }
  return succeed(undefined);
}

async function noteChecks(
  app: AppContext,
  pushes: readonly PushRow[],
  ci: PushRow['ci'],
): Promise<void> {
  const now = Date.now();
  for (const push of pushes) {
    if (push.ci !== ci) await changePush(app.env.DB, push.id, { ci }, now);
  }
}

async function countAhead(
  asked: AskedRepository,
  { headSha, pushedSha }: LinkRow,
): Promise<Result<number | null, GithubFailure>> {
  if (headSha === null || pushedSha === null) return succeed(null);
  return headSha === pushedSha ? succeed(0) : fetchAhead(asked, pushedSha, headSha);
}
