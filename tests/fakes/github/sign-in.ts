import { createHash } from 'node:crypto';

import { APP_SECRET, readClientId } from './apps.ts';
import { newSecret } from './find-repository.ts';
import { newToken, type Code, type Token, type World } from './world.ts';

const CODE_MS = 600_000;
const REFRESH_MS = 15_897_600_000;
const DOCUMENTATION = 'https://docs.github.com/apps/managing-oauth-apps/troubleshooting';

/** A user agrees; answers the code that leads back. */
export function issueCode(world: World, code: Omit<Code, 'expiresAt'>): string {
  const secret = newSecret();
  world.codes[secret] = { ...code, expiresAt: Date.now() + CODE_MS };
  return secret;
}

type Form = Record<string, string>;

/** Answers `POST /login/oauth/access_token`: for a code, or a refresh token. Refusals are answers with 200. */
export function exchange(openWorld: (name: string) => World, form: Form): object {
  const client = readClientId(form['client_id'] ?? '');
  if (client === null || form['client_secret'] !== APP_SECRET) {
    return refuse(
      'incorrect_client_credentials',
      'The client_id and/or client_secret passed are incorrect.',
    );
  }
  const world = openWorld(client.world);
  return form['grant_type'] === 'refresh_token'
    ? refreshTokens(world, form['refresh_token'] ?? '')
    : exchangeCode(world, client.app, form);
}

function exchangeCode(world: World, app: Token['app'], form: Form): object {
  const given = form['code'] ?? '';
  const code = Object.hasOwn(world.codes, given) ? world.codes[given] : undefined;
  const bad = refuse('bad_verification_code', 'The code passed is incorrect or expired.');
  if (code === undefined) return bad;
  const { [given]: _, ...others } = world.codes;
  world.codes = others;
  if (code.app !== app || code.expiresAt < Date.now()) return bad;
  const redirect = form['redirect_uri'];
  if (redirect !== undefined && redirect !== code.redirectUri) {
    return refuse(
      'redirect_uri_mismatch',
      'The redirect_uri MUST match the registered callback URL for this application.',
    );
  }
  if (code.challenge !== null && challengeOf(form['code_verifier'] ?? '') !== code.challenge) {
    return bad;
  }
  return issueTokens(world, { user: code.user, app, scopes: code.scopes });
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/** A refresh token counts once, and ends the access token that came with it. */
function refreshTokens(world: World, given: string): object {
  const found = Object.hasOwn(world.refreshTokens, given) ? world.refreshTokens[given] : undefined;
  if (found === undefined || found.expiresAt < Date.now()) {
    return refuse('bad_refresh_token', 'The refresh token passed is incorrect or expired.');
  }
  const { [given]: _, ...refreshTokens } = world.refreshTokens;
  const { [found.access]: __, ...tokens } = world.tokens;
  Object.assign(world, { refreshTokens, tokens });
  return issueTokens(world, { user: found.user, app: 'github-app', scopes: [] });
}

/** Makes tokens as the app has them; those of a GitHub App expire unless it is set otherwise. */
export function issueTokens(
  world: World,
  { user, app, scopes }: Pick<Token, 'user' | 'app' | 'scopes'>,
): object {
  const access = newToken(app === 'github-app' ? 'ghu_' : 'gho_', 36);
  const basics = { access_token: access, scope: scopes.join(','), token_type: 'bearer' };
  if (app === 'oauth-app' || world.tokenSeconds === 0) {
    world.tokens[access] = { user, app, scopes, expiresAt: null, refresh: null };
    return basics;
  }
  const refresh = newToken('ghr_', 76);
  const expiresAt = Date.now() + world.tokenSeconds * 1_000;
  world.tokens[access] = { user, app, scopes, expiresAt, refresh };
  world.refreshTokens[refresh] = { user, access, expiresAt: Date.now() + REFRESH_MS };
  return {
    ...basics,
    expires_in: world.tokenSeconds,
    refresh_token: refresh,
    refresh_token_expires_in: REFRESH_MS / 1_000,
  };
}

const refuse = (error: string, description: string) => ({
  error,
  error_description: description,
  error_uri: `${DOCUMENTATION}/#${error.replaceAll('_', '-')}`,
});

/** Ends a token; with `everything`, all that the user gave to that app. */
export function revokeToken(world: World, given: string, everything: boolean): boolean {
  const token = Object.hasOwn(world.tokens, given) ? world.tokens[given] : undefined;
  if (token === undefined) return false;
  const isMeant = (name: string, each: Token) =>
    everything ? each.user === token.user && each.app === token.app : name === given;
  dropTokens(world, isMeant);
  return true;
}

/** A user takes back what they gave to an app, on the pages of GitHub. */
export function revokeGrants(world: World, user: string): void {
  dropTokens(world, (_, each) => each.user === user);
}

function dropTokens(world: World, isMeant: (name: string, token: Token) => boolean): void {
  const ended = Object.entries(world.tokens).filter(([name, token]) => isMeant(name, token));
  for (const [name, { refresh }] of ended) {
    delete world.tokens[name];
    if (refresh !== null) delete world.refreshTokens[refresh];
  }
}
