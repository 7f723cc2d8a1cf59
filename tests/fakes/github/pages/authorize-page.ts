import { readClientId } from '../apps.ts';
import { issueCode } from '../sign-in.ts';
import type { Token } from '../world.ts';

import { escape, redirect, toHidden, toPage } from './page-frame.ts';
import { beginSession, listUsers, readSession, type PageRequest } from './page-request.ts';

const FIELDS = [
  'client_id',
  'redirect_uri',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
] as const;
type Fields = Record<(typeof FIELDS)[number], string>;

const ERROR_PAGE = 'https://docs.github.com/apps/managing-oauth-apps/troubleshooting-authorization';

/** `/login/oauth/authorize`: a person lets an app in, as one of the users, or does not. */
export function serveAuthorizePage(request: PageRequest): Response {
  const { world, url, form } = request;
  const given = form ?? url.searchParams;
  const fields = Object.fromEntries(FIELDS.map((name) => [name, given.get(name) ?? ''])) as Fields;
  const client = readClientId(fields.client_id);
  if (client === null) return toPage('Not Found', '<p>There is no app of that client ID.</p>', 404);
  if (!isCallback(fields.redirect_uri, world.callback)) {
    const text = `The redirect_uri ${escape(fields.redirect_uri)} is not associated with this application.`;
    return toPage('Be careful!', `<p>${text}</p>`, 400);
  }
  const method = fields.code_challenge_method;
  if (fields.code_challenge !== '' && method !== 'S256') {
    return back(fields, {
      error: 'invalid_request',
      error_description: 'The code_challenge_method must be S256.',
    });
  }
  if (form === null) return toPage('Authorize MCP Builder', toForm(request, fields));
  if (form.get('action') === 'cancel') {
    return back(fields, {
      error: 'access_denied',
      error_description: 'The user has denied your application access.',
      error_uri: `${ERROR_PAGE}/#access-denied`,
    });
  }
  return agree(request, fields, client.app, form.get('user') ?? '');
}

function agree({ world }: PageRequest, fields: Fields, app: Token['app'], user: string): Response {
  if (!listUsers(world).some(({ login }) => login === user)) {
    return toPage('Not Found', '<p>There is no such user.</p>', 404);
  }
  const code = issueCode(world, {
    user,
    app,
    redirectUri: fields.redirect_uri,
    challenge: fields.code_challenge === '' ? null : fields.code_challenge,
    scopes: app === 'oauth-app' ? fields.scope.split(/[\s,]+/).filter(Boolean) : [],
  });
  world.callback ??= fields.redirect_uri;
  return back(fields, { code }, beginSession(world, user));
}

function isCallback(address: string, registered: string | null): boolean {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) return false;
  return registered === null || new URL(address).origin === new URL(registered).origin;
}

function back(
  { redirect_uri: address, state }: Fields,
  more: Record<string, string>,
  headers: Record<string, string> = {},
): Response {
  return redirect(address, { ...more, ...(state === '' ? {} : { state }) }, headers);
}

function toForm(request: PageRequest, fields: Fields): string {
  const signedIn = readSession(request)?.login;
  const users = listUsers(request.world).toSorted(
    (one, other) => Number(other.login === signedIn) - Number(one.login === signedIn),
  );
  const buttons = users.map(
    ({ login }) =>
      `<button name="user" value="${escape(login)}">Authorize as ${escape(login)}</button>`,
  );
  const wanted = fields.scope === '' ? '' : `<p>It asks for: ${escape(fields.scope)}</p>`;
  return `<section>${wanted}<form method="post">${toHidden(fields)}${buttons.join('')}
<button class="plain" name="action" value="cancel">Cancel</button></form></section>`;
}
