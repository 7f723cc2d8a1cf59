import { hashSessionSecret, readSessionSecret } from '#app/auth/session/session-cookie.server.ts';
import { loadSession } from '#app/auth/session/session-store.server.ts';
import { checkReturnUrl } from '#app/auth/check-return-url.ts';
import { readGithub, type GithubOff, type GithubSettings } from '#app/github/github-settings.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { toBase64Url, toUtf8 } from '#app/platform/text/encoding.ts';

import { saveSignIn } from './sign-in-store.server.ts';

export const GITHUB_CALLBACK_PATH = '/auth/callback';
export const GITHUB_PAGE = '/github';

/** 256 bits. */
const SECRET_BYTES = 32;

/**
 * Rights that an OAuth App asks for: code and pull requests, workflow files, and which organizations there are.
 * A GitHub App has its own, which its operator has chosen.
 */
const SCOPES = 'repo workflow read:org';

type Begun = Result<{ url: string }, GithubOff | { reason: 'noSession' }>;

/**
 * Begins to connect GitHub: remembers what the callback is to find, and tells where the browser goes. It ends in the
 * session that began it only, so that nobody can have somebody else end theirs.
 */
export async function beginSignIn(
  app: AppContext,
  request: Request,
  uid: string,
  returnTo: string,
): Promise<Begun> {
  const settings = readGithub(app.config);
  if (!settings.ok) return settings;
  const session = await findSessionOf(app, request, Date.now());
  if (session?.uid !== uid) return fail({ reason: 'noSession' });
  const [state, verifier] = [createSecret(), createSecret()];
  const { sessionHash } = session;
  const page = checkReturnUrl(returnTo, app.origin) ?? GITHUB_PAGE;
  await saveSignIn(app.env.DB, state, { uid, sessionHash, verifier, returnTo: page }, Date.now());
  return succeed({ url: await toAuthorizeUrl(settings.value, app.origin, { state, verifier }) });
}

/** The session of a request's cookie, whoever it is that sends it; null without one. */
export async function findSessionOf(
  app: Pick<AppContext, 'env'>,
  request: Request,
  now: number,
): Promise<{ uid: string; sessionHash: string } | null> {
  const secret = readSessionSecret(request);
  if (secret === null) return null;
  const sessionHash = await hashSessionSecret(secret);
  const found = await loadSession(app.env.DB, sessionHash, now);
  return found && { uid: found.user.uid, sessionHash };
}

/** https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps#1-request-a-users-github-identity */
async function toAuthorizeUrl(
  { kind, clientId, webUrl }: GithubSettings,
  origin: string,
  { state, verifier }: { state: string; verifier: string },
): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', toUtf8(verifier));
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: origin + GITHUB_CALLBACK_PATH,
    state,
    code_challenge: toBase64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    ...(kind === 'oauth-app' ? { scope: SCOPES } : {}),
  });
  return `${webUrl}/login/oauth/authorize?${query}`;
}

function createSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}
