import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import { changeLink, type LinkRow } from '#app/github/links/link-store.server.ts';
import type { OpenRepository } from '#app/github/links/open-repository.server.ts';
import { changePush, type PushChange, type PushRow } from '#app/github/links/push-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { FoundVersion } from '#app/projects/find-project.server.ts';

import { chooseSteps, type EditsUnseen } from './choose-steps.ts';
import { toCommitMessage, toPullBody, toPullTitle } from './describe-push.ts';
import { loadHead } from './load-head.server.ts';
import { loadPushedContent } from './load-pushed-content.server.ts';
import { findOpenPull, type PullOpen } from './find-open-pull.server.ts';
import { beginBranch, moveBranch } from './move-branch.server.ts';
import { openPull } from './open-pull.server.ts';
import { countCommits, planPush, type PlanFailure, type PushPlan } from './plan-push.server.ts';
import type { NewPush, PushWay } from './push-preview.ts';
import { beginRepository, writeCommit } from './write-commit.server.ts';

/** A version that is being pushed. */
export interface Pushing {
  app: AppContext;
  repository: OpenRepository;
  link: LinkRow;
  found: Pick<FoundVersion, 'project' | 'version'>;
  asked: NewPush;
  push: PushRow;
}

export type PushFailure =
  | PlanFailure
  | EditsUnseen
  | PullOpen
  /** Another version is there by now than the one that the user knows of. */
  | { reason: 'pushedMeanwhile'; version: number }
  /** The branch moved at each attempt. */
  | { reason: 'pushContended' };

type Pushed = Result<PushChange, PushFailure>;

const ATTEMPTS = 4;

/**
 * Pushes a version: one commit on its branch, or on a branch of its own with a pull request. After an interruption
 * between any two requests, the same push again finds what was done and goes on there.
 */
export async function pushVersion(pushing: Pushing): Promise<Pushed> {
  const done = await findDone(pushing);
  if (!done.ok) return done;
  if (done.value !== null) return succeed(done.value);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const pushed = await attemptPush(pushing, attempt);
    if (pushed.ok || (pushed.reason !== 'branchMoved' && pushed.reason !== 'branchBegun')) {
      return pushed;
    }
    pushing.app.log.info('github.pushAgain', { push: pushing.push.id, reason: pushed.reason });
  }
  return fail({ reason: 'pushContended' });
}

/** Finds the work of an earlier attempt, and goes on there; null: nothing of it counts. */
async function findDone(pushing: Pushing): Promise<Result<PushChange | null, PushFailure>> {
  const { app, repository, link, push } = pushing;
  const { commitSha, branch } = push;
  if (commitSha === null) return succeed(null);
  const head = await loadHead(app, repository, branch);
  if (!head.ok) return head.reason === 'branchMissing' ? succeed(null) : head;
  if (head.value === null) return succeed(null);
  const isThere = head.value.commit === commitSha;
  const since = isThere
    ? succeed(0)
    : await countCommits(app, repository, commitSha, head.value.commit);
  if (!since.ok) return since;
  if (since.value === null) return succeed(null);
  if (branch !== link.branch) return requestPull(pushing, branch, link.pushedVersion, []);
  return noteBranch(pushing, commitSha, head.value.commit);
}

type Attempted = Result<
  PushChange,
  PushFailure | { reason: 'branchMoved' } | { reason: 'branchBegun' }
>;

async function attemptPush(pushing: Pushing, attempt: number): Promise<Attempted> {
  const { app, repository, link, found, asked } = pushing;
  const planned = await planPush(app, repository, link, found.version);
  if (!planned.ok) return planned;
  const plan = planned.value;
  const other = plan.pushed?.version ?? null;
  const isKnown = asked.pushedVersion === undefined || asked.pushedVersion === other;
  if (!isKnown && other !== null && other > found.version.number) {
    return fail({ reason: 'pushedMeanwhile', version: other });
  }
  const chosen = chooseSteps(plan.steps, asked.replace);
  if (!chosen.ok) return chosen;
  const { steps, kept } = chosen.value;
  if (plan.head === null) return beginEmpty(pushing, plan);
  if (steps.length === 0) return noteBranch(pushing, null, plan.head.commit);
  const open = await findOpenPull(app.env.DB, link, pushing.push);
  if (open !== null) return fail(open);
  const made = await writeCommit(app, repository, plan.head, steps, {
    message: toCommitMessage(found.version),
    at: pushing.push.createdAt,
  });
  if (!made.ok) return made;
  const baseSha = plan.head.commit;
  const isAsAsked = attempt === 0 && asked.head === baseSha;
  const way = isAsAsked && asked.way !== undefined ? asked.way : toWay(plan, asked.way);
  if (way === 'pull') return pushBranch(pushing, plan, made.value, kept);
  await note(pushing, { commitSha: made.value, baseSha, branch: link.branch });
  const moved = await moveBranch(app, repository, link.branch, made.value);
  if (moved.ok) return noteBranch(pushing, made.value, made.value);
  if (moved.reason !== 'branchProtected') return moved;
  return pushBranch(pushing, plan, made.value, kept);
}

function toWay({ obstacle }: PushPlan, asked: PushWay | undefined): PushWay {
  return obstacle === null ? (asked ?? 'commit') : 'pull';
}

/** An empty repository gets one file, and then the others on top of it. */
async function beginEmpty({ app, repository, link, found, push }: Pushing, plan: PushPlan) {
  const first = plan.files.find(({ path }) => path === 'README.md') ?? plan.files[0];
  if (first === undefined) throw new Error('A project has files.');
  const begun = await beginRepository(app, repository, link.branch, first, {
    message: toCommitMessage(found.version),
    at: push.createdAt,
  });
  // Two that begin at once: the branch is there for both.
  const isThere =
    !begun.ok &&
    (begun.reason === 'githubConflict' ||
      (begun.reason === 'githubRefused' && /sha/i.test(begun.message)));
  return begun.ok || isThere ? fail({ reason: 'branchBegun' as const }) : begun;
}

/** Puts a commit on a branch of its own, and asks to merge it. */
async function pushBranch(
  pushing: Pushing,
  plan: PushPlan,
  commitSha: string,
  kept: string[],
): Promise<Result<PushChange, GithubFailure>> {
  const { app, repository, push, found } = pushing;
  const branch = `mcp-builder/version-${found.version.number}-${push.id.slice(0, 6).toLowerCase()}`;
  await note(pushing, { commitSha, baseSha: plan.head?.commit ?? null, branch });
  const begun = await beginBranch(app, repository, branch, commitSha);
  if (!begun.ok) return begun;
  return requestPull(pushing, branch, plan.pushed?.version ?? null, kept);
}

async function requestPull(
  { app, repository, link, found }: Pushing,
  branch: string,
  before: number | null,
  kept: string[],
): Promise<Result<PushChange, GithubFailure>> {
  const content = await loadPushedContent(app, found, before, kept);
  const opened = await openPull(app, repository, {
    head: branch,
    base: link.branch,
    title: toPullTitle(content),
    body: toPullBody(content),
  });
  if (!opened.ok) return opened;
  return succeed({ state: 'open', pull: opened.value, failure: null });
}

/** The branch holds the version: by this commit, or it did so already. */
async function noteBranch(
  { app, link, found }: Pushing,
  commitSha: string | null,
  headSha: string,
): Promise<{ ok: true; value: PushChange }> {
  const pushedSha = commitSha ?? headSha;
  const change = { pushedVersion: found.version.number, pushedSha, headSha, ci: null };
  await changeLink(app.env.DB, link, change, Date.now());
  return succeed({ state: 'pushed', commitSha, failure: null });
}

async function note({ app, push }: Pushing, change: PushChange): Promise<void> {
  await changePush(app.env.DB, push.id, change, Date.now());
}
