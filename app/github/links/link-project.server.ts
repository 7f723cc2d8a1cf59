import type { OpenGithub } from '#app/github/connection/require-connection.server.ts';
import { loadHead } from '#app/github/push/load-head.server.ts';
import type { LinkProblem } from '#app/github/push/push-problem.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { FoundProject } from '#app/projects/find-project.server.ts';

import { keepLink, loadLink, type LinkRow } from './link-store.server.ts';
import { openRepository } from './open-repository.server.ts';
import type { NewLink } from './project-link.ts';

/** Links a project to a repository that its user may push to. */
export async function linkProject(
  app: AppContext,
  github: OpenGithub,
  { project, caller }: FoundProject,
  { owner, name, branch }: NewLink,
): Promise<Result<LinkRow, LinkProblem>> {
  const opened = await openRepository(app, github, { owner, name });
  if (!opened.ok) {
    return opened.reason === 'githubMissing'
      ? fail({ reason: 'repositoryGone', owner, name })
      : opened;
  }
  const repository = opened.value;
  if (repository.isArchived) return fail({ reason: 'repositoryArchived', owner, name });
  if (!repository.canPush) return fail({ reason: 'repositoryReadOnly', owner, name });
  const chosen = branch ?? repository.defaultBranch;
  const head = await loadHead(app, repository, chosen);
  if (!head.ok) return head;
  const known = await loadLink(app.env.DB, project.id);
  const isSame = known?.repositoryId === repository.id && known.branch === chosen;
  const now = Date.now();
  const link: LinkRow = {
    project: project.id,
    repositoryId: repository.id,
    owner: repository.owner,
    name: repository.repo,
    branch: chosen,
    isPrivate: repository.isPrivate,
    linkedBy: caller.uid,
    publishesOnMerge: isSame ? known.publishesOnMerge : false,
    state: 'ok',
    headSha: head.value?.commit ?? null,
    pushedVersion: isSame ? known.pushedVersion : null,
    pushedSha: isSame ? known.pushedSha : null,
    ci: isSame ? known.ci : null,
    hookId: isSame ? known.hookId : null,
    linkedAt: isSame ? known.linkedAt : now,
    updatedAt: now,
  };
  await keepLink(app.env.DB, link);
  return succeed(link);
}
