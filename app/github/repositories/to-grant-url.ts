import type { GithubSettings } from '#app/github/github-settings.ts';

/** The page on GitHub where the user grants the app more accounts and repositories. */
export function toGrantUrl({ kind, webUrl, slug, clientId }: GithubSettings): string {
  return kind === 'github-app'
    ? `${webUrl}/apps/${encodeURIComponent(slug)}/installations/new`
    : `${webUrl}/settings/connections/applications/${encodeURIComponent(clientId)}`;
}
