import { toIdempotentId } from '#app/drafts/draft-token.server.ts';
import { requireConnection } from '#app/github/connection/require-connection.server.ts';
import { loadLink, type LinkRow } from '#app/github/links/link-store.server.ts';
import { followLink, type OpenRepository } from '#app/github/links/open-repository.server.ts';
import {
  changePush,
  insertPush,
  loadPush,
  type PushRow,
} from '#app/github/links/push-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { FoundVersion } from '#app/projects/find-project.server.ts';

import { previewPush } from './preview-push.server.ts';
import { describeLinkProblem, type LinkProblem } from './push-problem.server.ts';
import type { NewPush, PushPreview } from './push-preview.ts';
import { pushVersion } from './push-version.server.ts';
import { refreshPulls } from './refresh-pulls.server.ts';

/** A push, and the link of its project as both are now. */
export interface MadePush {
  push: PushRow;
  link: LinkRow | null;
}

/** Pushes a version; an `Idempotency-Key` makes one push only, however often it comes. */
export async function startPush(
  app: AppContext,
  request: Request,
  found: FoundVersion,
  asked: NewPush,
): Promise<Result<MadePush, LinkProblem>> {
  const opened = await openLink(app, found);
  if (!opened.ok) return opened;
  const { repository, link } = opened.value;
  const push = await keepPush(app, request, found, link);
  if (push.state !== 'running' && push.state !== 'failed') return view(app, push);
  const pushed = await pushVersion({ app, repository, link, found, asked, push });
  if (pushed.ok) {
    await changePush(app.env.DB, push.id, pushed.value, Date.now());
    return view(app, push);
  }
  // The same push may have been sent twice, and the other one may have arrived.
  const now = await loadPush(app.env.DB, push);
  if (now !== null && now.state !== 'running' && now.state !== 'failed') return view(app, push);
  const failure = describeLinkProblem(pushed);
  await changePush(app.env.DB, push.id, { state: 'failed', failure }, Date.now());
  return pushed;
}

/** Tells what a push of a version would do. */
export async function startPreview(
  app: AppContext,
  found: FoundVersion,
): Promise<Result<PushPreview, LinkProblem>> {
  const opened = await openLink(app, found);
  if (!opened.ok) return opened;
  const { repository, link } = opened.value;
  return previewPush(app, repository, link, found.version);
}

/** The repository of a project, where the caller may push to it. */
async function openLink(
  app: AppContext,
  { project, caller }: FoundVersion,
): Promise<Result<{ repository: OpenRepository; link: LinkRow }, LinkProblem>> {
  const link = await loadLink(app.env.DB, project.id);
  if (link === null) return fail({ reason: 'noLink' });
  const github = await requireConnection(app, caller.uid);
  if (!github.ok) return github;
  const followed = await followLink(app, github.value, link);
  if (!followed.ok) return followed;
  const repository = followed.value;
  const { owner, repo: name } = repository;
  if (repository.isArchived) return fail({ reason: 'repositoryArchived', owner, name });
  if (!repository.canPush) return fail({ reason: 'repositoryReadOnly', owner, name });
  const current = await refreshPulls(app, repository, link);
  return current.ok ? succeed({ repository, link: current.value }) : current;
}

async function keepPush(
  app: AppContext,
  request: Request,
  { project, caller, version }: FoundVersion,
  { repositoryId, branch }: LinkRow,
): Promise<PushRow> {
  const key = request.headers.get('idempotency-key');
  const scope = `push|${project.id}|${repositoryId}|${version.number}`;
  const id =
    key === null ? randomId() : await toIdempotentId(app.config, caller.uid, `${scope}|${key}`);
  const now = Date.now();
  const push: PushRow = {
    id,
    project: project.id,
    version: version.number,
    repositoryId,
    branch,
    baseSha: null,
    commitSha: null,
    pull: null,
    state: 'running',
    failure: null,
    ci: null,
    createdBy: caller.uid,
    createdAt: now,
    updatedAt: now,
    publication: null,
    publicationNote: null,
    settledAt: null,
  };
  await insertPush(app.env.DB, push);
  return (await loadPush(app.env.DB, push)) ?? push;
}

async function view(app: AppContext, push: PushRow): Promise<Result<MadePush, LinkProblem>> {
  const [now, link] = await Promise.all([
    loadPush(app.env.DB, push),
    loadLink(app.env.DB, push.project),
  ]);
  return succeed({ push: now ?? push, link });
}
