import { getOwner } from '../find-repository.ts';
import { uninstall } from '../install.ts';
import { revokeGrants } from '../sign-in.ts';
import { announceRevocation } from '../webhooks/announce.ts';

import { escape, redirect, toHidden, toPage } from './page-frame.ts';
import { toInstallForm } from './install-page.ts';
import { readSession, type PageRequest } from './page-request.ts';

/** Where a person changes an installation: of their own account, or of an organization. */
export const SETTINGS_PAGE = /^(?:\/organizations\/[\w-]+)?\/settings\/installations\/(\d+)$/;

/** Where a person takes back what they gave to an app. */
export const CONNECTION_PAGE = /^\/settings\/connections\/applications\/([\w.]+)$/;

/** Changes which repositories the app reaches, or uninstalls it. */
export function serveSettingsPage(request: PageRequest): Response {
  const { world, url, form } = request;
  const [, id = ''] = SETTINGS_PAGE.exec(url.pathname) ?? [];
  const installation = world.installations[id];
  const user = readSession(request);
  const account = installation === undefined ? null : getOwner(world, installation.owner);
  const isTheirs =
    user !== null && (account?.login === user.login || account?.members[user.login] === 'admin');
  if (account === null || user === null || !isTheirs) {
    return toPage('Not Found', '<p>There is no such installation for you.</p>', 404);
  }
  if (form?.get('action') === 'uninstall') {
    uninstall(request, account.login, user.login);
    return toPage('Uninstalled', `<p>MCP Builder is gone from ${escape(account.login)}.</p>`);
  }
  const remove = `<section><form method="post">${toHidden({ action: 'uninstall' })}
<button class="danger">Uninstall</button></form></section>`;
  return toPage('MCP Builder', `${toInstallForm(world, user, '', account.login)}${remove}`);
}

/** Takes back what a person gave to the app. */
export function serveConnectionPage(request: PageRequest): Response {
  const user = readSession(request);
  if (user === null) return toPage('Sign in first', '<p>Nobody is signed in here.</p>', 403);
  if (request.form === null) {
    const button = '<button class="danger">Revoke access</button>';
    return toPage('MCP Builder', `<section><form method="post">${button}</form></section>`);
  }
  revokeGrants(request.world, user.login);
  announceRevocation(request, user.login);
  return redirect(`${request.at.web}${request.url.pathname}`);
}
