import { checkReturnUrl } from '#app/auth/check-return-url.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import { openOctokit } from '#app/github/asking/open-octokit.server.ts';
import { readGithub, type GithubSettings } from '#app/github/github-settings.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import type { Result } from '#app/platform/result.ts';

import { endAtGithub, exchangeCodeAtGithub, type IssuedTokens } from './ask-oauth.server.ts';
import { GITHUB_CALLBACK_PATH, findSessionOf, GITHUB_PAGE } from './begin-sign-in.server.ts';
import { loadConnection, saveConnection, type NamedAccount } from './connection-store.server.ts';
import { endStored } from './end-connection.server.ts';
import { sealTokens } from './github-tokens.server.ts';
import { readAccount } from './read-account.server.ts';
import { takeSignIn, type BegunAtGithub } from './sign-in-store.server.ts';
import { describeExchangeFailure, describeSignInError, SIGN_IN_WORDS } from './sign-in-words.ts';

/** End of a sign-in on GitHub, for the user; with the page of ours that it leads to. */
export interface EndedSignIn {
  path: string;
  tone: 'pass' | 'fail' | 'note';
  text: string;
}

/** GitHub's codes have 20 characters. */
const MAX_CODE = 200;

/**
 * Ends a sign-in that a user has begun: takes its `state`, which works once and in their session only, and exchanges
 * the code for tokens. Where it leads to was stored when they were sent away.
 */
export async function finishSignIn(app: AppContext, request: Request): Promise<EndedSignIn> {
  const { searchParams } = new URL(request.url);
  const settings = readGithub(app.config);
  if (!settings.ok) return refuse(GITHUB_PAGE, SIGN_IN_WORDS.off);
  const state = searchParams.get('state');
  if (state === null && searchParams.has('setup_action')) {
    return describeSetup(searchParams.get('setup_action'));
  }
  const now = Date.now();
  const session = await findSessionOf(app, request, now);
  if (session === null) return refuse(GITHUB_PAGE, SIGN_IN_WORDS.signedOut);
  const begun = await takeSignIn(app.env.DB, state ?? '', session, now);
  if (begun === null) return refuse(GITHUB_PAGE, SIGN_IN_WORDS.over);
  const path = checkReturnUrl(begun.returnTo, app.origin) ?? GITHUB_PAGE;
  const error = searchParams.get('error');
  if (error !== null)
    return refuse(path, describeSignInError(error, app.origin + GITHUB_CALLBACK_PATH));
  const code = searchParams.get('code') ?? '';
  if (code === '' || code.length > MAX_CODE) return refuse(path, SIGN_IN_WORDS.noCode);
  const connected = await connect(app, settings.value, begun, code);
  if (!connected.ok) return refuse(path, describeExchangeFailure(connected));
  return { path, tone: 'pass', text: `GitHub is connected as ${connected.value.login}.` };
}

/** A page of GitHub leads here after the app was installed. It was not begun by us, so nothing is changed. */
function describeSetup(action: string | null): EndedSignIn {
  if (action === 'request') {
    return { path: GITHUB_PAGE, tone: 'note', text: SIGN_IN_WORDS.requested };
  }
  const text = action === 'update' ? SIGN_IN_WORDS.updated : SIGN_IN_WORDS.installed;
  return { path: GITHUB_PAGE, tone: 'pass', text };
}

async function connect(
  app: AppContext,
  settings: GithubSettings,
  { uid, verifier }: BegunAtGithub,
  code: string,
): Promise<Result<{ login: string }, GithubFailure>> {
  const redirectUrl = app.origin + GITHUB_CALLBACK_PATH;
  const issued = await exchangeCodeAtGithub(app, settings, { code, redirectUrl, verifier });
  if (!issued.ok) return issued;
  const { access } = issued.value;
  const octokit = await openOctokit(settings, access);
  const account = await readAccount(app, octokit);
  if (!account.ok) {
    // Nobody will ever use it.
    app.waitUntil(endAtGithub(app, settings, access, 'token'));
    return account;
  }
  await replaceConnection(app, uid, issued.value, account.value);
  return account;
}

async function replaceConnection(
  app: AppContext,
  uid: string,
  { access, refresh, expiresAt, scopes }: IssuedTokens,
  account: NamedAccount,
): Promise<void> {
  const before = await loadConnection(app.env.DB, uid);
  const id = randomId();
  const tokens = await sealTokens(app, id, { access, refresh });
  const connectedAt = Date.now();
  const connection = { uid, id, ...account, tokens, expiresAt, scopes, connectedAt };
  await saveConnection(app.env.DB, connection);
  app.log.info('github.connected', { connection: id, login: account.login });
  if (before === null) return;
  // What was allowed for the same account includes the new tokens.
  const what = before.githubId === account.githubId ? 'tokens' : 'all';
  app.waitUntil(endStored(app, before, what));
}

function refuse(path: string, text: string): EndedSignIn {
  return { path, tone: 'fail', text };
}
