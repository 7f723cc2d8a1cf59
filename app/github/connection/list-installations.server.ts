import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import { toWebUrl } from '#app/github/to-web-url.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import type { GithubInstallation } from './github-status.ts';
import type { OpenGithub } from './require-connection.server.ts';

const PER_PAGE = 100;

/** Rights without which projects cannot be pushed; others are asked for when they are needed. */
const NEEDED = { contents: 'write', metadata: 'read', pull_requests: 'write' } as const;

/** Where the GitHub App is installed, of what the user may see; an OAuth App is not installed anywhere. */
export async function listInstallations(
  app: Pick<AppContext, 'log'>,
  { octokit, settings }: OpenGithub,
): Promise<Result<GithubInstallation[], GithubFailure>> {
  if (settings.kind === 'oauth-app') return succeed([]);
  const listed = await askGithub(app, () =>
    octokit.paginate('GET /user/installations', { per_page: PER_PAGE }),
  );
  if (!listed.ok) return listed;
  const installations = listed.value.map((each): GithubInstallation => {
    const { account, target_type } = each;
    const login = account && 'login' in account ? account.login : (account?.slug ?? '');
    return {
      id: each.id,
      login,
      avatarUrl: account?.avatar_url ?? null,
      isOrganization: target_type === 'Organization',
      reach: each.repository_selection,
      isSuspended: each.suspended_at !== null,
      missingRights: listMissing(each.permissions),
      url: toWebUrl(settings, each.html_url),
    };
  });
  return succeed(installations.toSorted((a, b) => a.login.localeCompare(b.login)));
}

function listMissing(given: Partial<Record<keyof typeof NEEDED, string>>): string[] {
  return Object.entries(NEEDED)
    .filter(([name, right]) => {
      const held = given[name as keyof typeof NEEDED];
      return held !== right && held !== 'write';
    })
    .map(([name, right]) => `${name.replace('_', ' ')}: ${right}`);
}
