import { install } from '../install.ts';
import { issueCode } from '../sign-in.ts';
import type { Installation, Owner, World } from '../world.ts';

import { escape, redirect, toHidden, toPage } from './page-frame.ts';
import { beginSession, listUsers, readSession, type PageRequest } from './page-request.ts';

/** `/apps/{slug}/installations/new`: a person installs the app, or gives it more repositories. */
export function serveInstallPage(request: PageRequest): Response {
  const { world, url, form } = request;
  const state = (form ?? url.searchParams).get('state') ?? '';
  const chosen = listUsers(world).find(({ login }) => login === form?.get('user'));
  const user = chosen ?? readSession(request);
  if (user === null) return toPage('Sign in to GitHub', toUserForm(world, state));
  const headers = beginSession(world, user.login);
  if (form?.get('owner') == null) {
    const page = toPage('Install MCP Builder', toInstallForm(world, user, state));
    page.headers.set('set-cookie', headers['set-cookie'] ?? '');
    return page;
  }
  const owner = listAccounts(world, user).find(({ login }) => login === form.get('owner'));
  if (owner === undefined) return toPage('Not Found', '<p>There is no such account.</p>', 404);
  const before = installationAt(world, owner.login);
  const selected = form.get('selection') === 'all' ? null : form.getAll('repository').map(Number);
  const { id } = install(request, owner.login, selected, user.login);
  if (world.callback === null) return toPage('Installed', '<p>MCP Builder is installed.</p>');
  const code = issueCode(world, {
    user: user.login,
    app: 'github-app',
    redirectUri: world.callback,
    challenge: null,
    scopes: [],
  });
  const what = { code, installation_id: String(id), setup_action: before ? 'update' : 'install' };
  return redirect(world.callback, { ...what, ...(state === '' ? {} : { state }) }, headers);
}

const installationAt = ({ installations }: World, owner: string): Installation | undefined =>
  Object.values(installations).find((each) => each.owner === owner);

/** Where a user may install an app. */
function listAccounts({ owners }: World, user: Owner): Owner[] {
  const organizations = Object.values(owners).filter(
    ({ members }) => members[user.login] === 'admin',
  );
  return [user, ...organizations];
}

function toUserForm(world: World, state: string): string {
  const buttons = listUsers(world).map(
    ({ login }) => `<button name="user" value="${escape(login)}">${escape(login)}</button>`,
  );
  return `<section><form method="post">${toHidden({ state })}${buttons.join('')}</form></section>`;
}

const MOST_SHOWN = 50;

function toInstallForm(world: World, user: Owner, state: string): string {
  const forms = listAccounts(world, user).map(({ login: owner }) => {
    const selected = installationAt(world, owner)?.selected ?? [];
    const own = Object.values(world.repositories).filter((each) => each.owner === owner);
    const boxes = own
      .slice(0, MOST_SHOWN)
      .map(
        ({ id, name }) =>
          `<label><input type="checkbox" name="repository" value="${id}"${selected.includes(id) ? ' checked' : ''}> ${escape(name)}</label>`,
      );
    return `<section><h2>${escape(owner)}</h2>
<form method="post">${toHidden({ state, owner, user: user.login })}
<fieldset><legend>Repositories</legend>
<label><input type="radio" name="selection" value="all" checked> All repositories</label>
<label><input type="radio" name="selection" value="selected"> Only select repositories</label>
${boxes.join('')}</fieldset>
<button>Install on ${escape(owner)}</button></form></section>`;
  });
  return forms.join('');
}
