import { readGithub, type GithubSettings } from '#app/github/github-settings.ts';
import { toWebUrl } from '#app/github/to-web-url.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { loadConnection } from './connection-store.server.ts';
import type { GithubStatus } from './github-status.ts';

type App = Pick<AppContext, 'env' | 'config'>;

/** Whether a user can work with GitHub, without asking it. */
export async function loadGithubStatus(app: App, uid: string): Promise<GithubStatus> {
  const settings = readGithub(app.config);
  if (!settings.ok) return { state: 'off', missing: settings.missing };
  const links = toLinks(settings.value);
  const stored = await loadConnection(app.env.DB, uid);
  if (stored === null) return { state: 'none', ...links };
  const { login, name, avatarUrl, connectedAt, revokedAt } = stored;
  const url = toWebUrl(settings.value, `/${encodeURIComponent(login)}`);
  return {
    state: revokedAt === null ? 'connected' : 'revoked',
    account: { login, name, avatarUrl, url, connectedAt },
    ...links,
  };
}

/** GitHub's pages for what a user has allowed, and for adding repositories. */
export function toLinks(settings: GithubSettings) {
  const { kind, clientId, slug } = settings;
  if (kind === 'oauth-app') {
    const page = `/settings/connections/applications/${clientId}`;
    return { kind, manageUrl: toWebUrl(settings, page), installUrl: null };
  }
  return {
    kind,
    manageUrl: toWebUrl(settings, '/settings/apps/authorizations'),
    installUrl: toWebUrl(settings, `/apps/${slug}/installations/new`),
  };
}
