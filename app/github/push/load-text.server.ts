import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { OpenRepository } from '#app/github/links/open-repository.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import { fromBase64 } from '#app/platform/text/encoding.ts';

/** The content of a file by the name that git gives it; null: it is no text. */
export async function loadText(
  app: Pick<AppContext, 'log'>,
  { octokit, owner, repo }: OpenRepository,
  file_sha: string,
): Promise<Result<string | null, GithubFailure>> {
  const answer = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}/git/blobs/{file_sha}', { owner, repo, file_sha }),
  );
  if (!answer.ok) return answer;
  const { content, encoding } = answer.value.data;
  if (encoding !== 'base64') return succeed(content);
  const bytes = fromBase64(content.replaceAll('\n', ''));
  return succeed(bytes === null ? null : decode(bytes));
}

function decode(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
