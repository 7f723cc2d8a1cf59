import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import {
  requireConnection,
  type OpenGithub,
} from '#app/github/connection/require-connection.server.ts';
import {
  changeLink,
  listLinksTo,
  mayActFor,
  type LinkRow,
} from '#app/github/links/link-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

type HookApp = Pick<AppContext, 'config' | 'log'> & { env: Pick<Env, 'DB'> };

/** The events that are read. */
const EVENTS = ['push', 'pull_request', 'repository', 'check_suite', 'check_run', 'status'];

/**
 * Lets the repository of a link tell us what happens in it, where the app itself has no webhook: an OAuth App has none.
 * Where that is not allowed, the link does without, and its tab says so.
 */
export async function addHook(
  app: AppContext,
  { octokit, settings }: OpenGithub,
  link: LinkRow,
): Promise<void> {
  const [secret] = app.config.GITHUB_WEBHOOK_SECRET;
  if (settings.kind !== 'oauth-app' || secret === undefined || link.hookId !== null) return;
  const url = `${app.origin}/github/webhook`;
  const place = { owner: link.owner, repo: link.name };
  const config = { url, content_type: 'json', insecure_ssl: '0', secret };
  const made = await askGithub(app, () =>
    octokit.request('POST /repos/{owner}/{repo}/hooks', {
      ...place,
      name: 'web',
      events: EVENTS,
      config,
    }),
  );
  const id = made.ok
    ? succeed(Number(made.value.data.id))
    : await findHook(app, octokit, place, url);
  if (!id.ok || id.value === null) return;
  await changeLink(app.env.DB, link, { hookId: id.value }, Date.now());
}

/**
 * Removes the webhook of a link that ends, unless another project is linked to the same repository. False: GitHub does
 * not answer, so that it makes no sense to go on with others.
 *
 * @param uid who ends it; absent: it ends by itself, so that only who has linked it can be asked for
 */
export async function removeHook(app: HookApp, link: LinkRow, uid?: string): Promise<boolean> {
  const { hookId } = link;
  if (hookId === null) return true;
  const others = await listLinksTo(app.env.DB, link.repositoryId);
  if (others.some(({ project }) => project !== link.project)) return true;
  const isTheirs = uid === undefined || (await mayActFor(app.env.DB, link));
  const own = isTheirs ? await requireConnection(app, link.linkedBy) : null;
  const opened = own?.ok || uid === undefined ? own : await requireConnection(app, uid);
  if (!opened?.ok) return opened?.reason !== 'githubUnavailable';
  const removed = await askGithub(app, () =>
    opened.value.octokit.request('DELETE /repos/{owner}/{repo}/hooks/{hook_id}', {
      owner: link.owner,
      repo: link.name,
      hook_id: hookId,
    }),
  );
  return removed.ok || removed.reason !== 'githubUnavailable';
}

/** The webhook that leads to us already, because another project has added it; null: there is none. */
async function findHook(
  app: AppContext,
  octokit: OpenGithub['octokit'],
  place: { owner: string; repo: string },
  url: string,
): Promise<Result<number | null, GithubFailure>> {
  const hooks = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}/hooks', { ...place, per_page: 100 }),
  );
  if (!hooks.ok) return hooks;
  const own = hooks.value.data.find(({ config }) => config.url === url);
  return succeed(own === undefined ? null : Number(own.id));
}
