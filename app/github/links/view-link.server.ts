import type { LinkRow } from './link-store.server.ts';
import type { ProjectLink, ProjectPush } from './project-link.ts';
import type { PushRow } from './push-store.server.ts';

/** Where GitHub's pages are: `GITHUB_WEB_URL`. */
interface Web {
  webUrl: string;
}

/** A link as the API answers it. */
export function toProjectLink(link: LinkRow, web: Web): ProjectLink {
  const { linkedBy: _, hookId: __, updatedAt: ___, ...view } = link;
  return { ...view, url: toRepositoryUrl(link, web) };
}

/** A push as the API answers it; its pages are those of the repository that it went to. */
export function toProjectPush(push: PushRow, link: LinkRow | null, web: Web): ProjectPush {
  const { id, version, branch, commitSha, pull, state, failure, ci, createdAt } = push;
  const isOfLink = link !== null && link.repositoryId === push.repositoryId;
  const page = isOfLink ? toRepositoryUrl(link, web) : null;
  return {
    id,
    version,
    branch,
    commitSha,
    commitUrl: page === null || commitSha === null ? null : `${page}/commit/${commitSha}`,
    pull,
    pullUrl: page === null || pull === null ? null : `${page}/pull/${pull}`,
    state,
    failure,
    ci,
    createdAt,
  };
}

/** Page of a repository on GitHub. */
export function toRepositoryUrl(
  { owner, name }: Pick<LinkRow, 'owner' | 'name'>,
  { webUrl }: Web,
): string {
  return `${webUrl}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
}
