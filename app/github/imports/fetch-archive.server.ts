import { askGithub, toGithubFailure } from '#app/github/asking/ask-github.server.ts';
import { fetchGithub } from '#app/github/asking/fetch-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { OpenGithub } from '#app/github/connection/require-connection.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

type Archive = Result<ReadableStream<Uint8Array<ArrayBuffer>>, GithubFailure>;

/** Where archives are downloaded, at which GitHub's API arrives as well. */
const ARCHIVES = 'https://codeload.github.com';

interface Wanted {
  owner: string;
  name: string;
  /** Null: the default branch. */
  ref: string | null;
}

/** Fetches the files of a repository on behalf of a user, also of a private one. */
export async function fetchOwnArchive(
  app: Pick<AppContext, 'log'>,
  { octokit }: OpenGithub,
  { owner, name, ref }: Wanted,
): Promise<Archive> {
  const answer = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}/tarball/{ref}', {
      owner,
      repo: name,
      ref: ref ?? 'HEAD',
      request: { parseSuccessResponseBody: false },
    }),
  );
  if (!answer.ok) return answer;
  const body: unknown = answer.value.data;
  return body instanceof ReadableStream ? succeed(body) : fail({ reason: 'githubUnavailable' });
}

/** Fetches the files of a public repository as nobody in particular. */
export async function fetchPublicArchive(
  app: Pick<AppContext, 'config' | 'log'>,
  { owner, name, ref }: Wanted,
): Promise<Archive> {
  const path = [owner, name, 'legacy.tar.gz', ...(ref ?? 'HEAD').split('/')];
  const url = `${ARCHIVES}/${path.map(encodeURIComponent).join('/')}`;
  const headers = { 'user-agent': 'mcp-builder' };
  try {
    const settings = { clientId: app.config.GITHUB_CLIENT_ID };
    const response = await fetchGithub(settings, url, { headers });
    const { body, status } = response;
    if (response.ok && body) return succeed(body);
    app.log.warn('github.failed', { status, reason: 'archive' });
    await body?.cancel();
    return fail(toArchiveFailure(response));
  } catch (error) {
    app.log.warn('github.failed', { status: 0, reason: 'archive', error });
    return fail({ reason: 'githubUnavailable' });
  }
}

/** There is no token that could be revoked; whatever else is refused is an outage. */
function toArchiveFailure({ status, headers }: Response): GithubFailure {
  const failure = toGithubFailure({ status, message: '', headers: Object.fromEntries(headers) });
  const isKnown = ['githubLimited', 'githubMissing', 'githubUnavailable'].includes(failure.reason);
  return isKnown ? failure : { reason: 'githubUnavailable' };
}
