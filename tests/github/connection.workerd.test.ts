import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { toGithubFailure } from '#app/github/asking/ask-github.server.ts';
import { requireConnection } from '#app/github/connection/require-connection.server.ts';
import { sweepGithub } from '#app/github/sweep-github.server.ts';

import { loseWrites } from '../setup/broken-binding.workerd.ts';
import { bearer, Browser } from '../setup/browser.workerd.ts';
import { openGithubSite, type GithubUser } from './github-user.workerd.ts';

const site = openGithubSite('connection');
const { control } = site;
const EXCHANGE = '/login/oauth/access_token';

beforeEach(() => control.forgetRequests());
afterEach(() => control.clearFaults());

/** How often GitHub was asked for tokens, or for the end of something. */
async function count(path: string): Promise<number> {
  return (await control.requests()).filter((request) => request.path.includes(path)).length;
}

async function ask(user: GithubUser) {
  const opened = await requireConnection(site.app(), user.uid);
  if (!opened.ok) return opened.reason;
  const { data } = await opened.value.octokit.request('GET /user');
  return data.login;
}

/** A database that is lost with the first statement of this text. */
function loseFirst(database: D1Database, part: string, when: 'before' | 'after'): D1Database {
  let isLost = false;
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') {
        return (sql: string) => {
          if (isLost || !sql.includes(part)) return target.prepare(sql);
          isLost = true;
          return loseWrites(target, when).prepare(sql);
        };
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

describe('connecting', () => {
  test('leads to GitHub and back, and keeps the tokens sealed', async () => {
    const user = await site.signIn();
    expect((await user.overview()).status).toMatchObject({ state: 'none', kind: 'github-app' });
    const page = new URL(await user.begin('/projects/p1?tab=github'));
    expect(page.origin + page.pathname).toBe('https://github.com/login/oauth/authorize');
    expect(page.searchParams.get('state')).toMatch(/^[\w-]{43}$/);
    expect(page.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(page.searchParams.get('code_challenge_method')).toBe('S256');
    expect(page.searchParams.has('scope')).toBe(false);
    expect(await user.back(await control.authorize(page.href))).toBe('/projects/p1?tab=github');
    expect(await user.message()).toBe('GitHub is connected as octo-dev.');
    const row = await user.row();
    expect(row?.tokens).toMatch(/^s1\.new\./);
    expect(row?.expires_at).toBeGreaterThan(Date.now() + 7 * 3_600_000);
    const overview = await user.overview();
    expect(overview).toMatchObject({
      status: {
        state: 'connected',
        account: { login: 'octo-dev', url: 'https://github.com/octo-dev' },
        installUrl: 'https://github.com/apps/mcp-builder-connection/installations/new',
      },
      failure: null,
    });
    expect(overview.installations).toMatchObject([
      { login: 'octo-dev', isOrganization: false, reach: 'all', missingRights: [] },
      { login: 'octo-org', isOrganization: true },
    ]);
    expect(JSON.stringify(overview)).not.toMatch(/gh[ur]_/);
  });

  test('a sealed token opens in no other row', async () => {
    const [one, other] = [await site.connect(), await site.connect('octo-friend')];
    await env.DB.prepare('update github_connections set tokens = ? where uid = ?')
      .bind((await one.row())?.tokens, other.uid)
      .run();
    expect(await ask(other)).toBe('githubRevoked');
    expect((await other.overview()).status.state).toBe('revoked');
  });

  test('a page of another site is no page to come back to', async () => {
    const user = await site.signIn();
    expect(await user.connect('octo-dev', '//evil.example/x')).toBe('/github');
    expect(await user.connect('octo-dev', '/login')).toBe('/github');
  });

  test('what goes wrong on GitHub is explained, and connects nothing', async () => {
    const user = await site.signIn();
    expect(await user.connect(null, '/projects/p1')).toBe('/projects/p1');
    expect(await user.message()).toContain('You did not allow access');
    const page = await user.begin();
    const code = await control.authorize(page);
    const withError = new URL(code);
    withError.searchParams.delete('code');
    withError.searchParams.set('error', 'redirect_uri_mismatch');
    await user.back(withError.href);
    expect(await user.message()).toContain('https://builder.test/auth/callback');
    // That state is used up.
    await user.back(code);
    expect(await user.message()).toContain('was used before');
    for (const kind of ['unavailable', 'bad_gateway', 'garbage'] as const) {
      await control.fault(kind, { match: EXCHANGE });
      await user.connect();
      expect(await user.message(), kind).toContain('GitHub does not answer');
    }
    await user.back((await control.authorize(await user.begin())).replace(/code=\w+/, 'code=no'));
    expect(await user.message()).toContain('did not accept the code');
    await user.back((await control.authorize(await user.begin())).replace(/code=\w+&?/, ''));
    expect(await user.message()).toContain('without a code');
    expect(await user.row()).toBeNull();
  });

  test('tokens of an account that GitHub does not name end on GitHub', async () => {
    const user = await site.signIn();
    await control.fault('secondary_limit', { match: 'GET /user' });
    await user.connect();
    expect(await user.message()).toContain('GitHub limits our requests');
    expect(await user.row()).toBeNull();
    expect(await count('/token')).toBeGreaterThan(0);
  });

  test('a sign-in ends once, in time, in the session that began it only', async () => {
    const [user, other] = [await site.signIn(), await site.signIn()];
    const code = await control.authorize(await user.begin());
    expect(await other.back(code)).toBe('/github');
    expect(await other.message()).toContain('another browser');
    const { pathname, search } = new URL(code);
    // The same user, elsewhere, and nobody.
    const [elsewhere, nobody] = [new Browser(), new Browser()];
    await elsewhere.signIn({ sub: user.uid, email: `${user.uid}@example.com` });
    for (const browser of [elsewhere, nobody]) {
      expect((await site.send(browser.request(pathname + search))).status).toBe(303);
      expect(await user.row()).toBeNull();
    }
    // None of them has used it up.
    await user.back(code);
    expect(await user.message()).toContain('is connected');
    expect(await other.row()).toBeNull();
    const again = await control.authorize(await user.begin());
    const wrong = again.replace(/state=[\w-]+/, `state=${'x'.repeat(43)}`);
    await user.back(wrong);
    expect(await user.message()).toContain('was used before');
    await env.DB.prepare('update github_sign_ins set created_at = ? where uid = ?')
      .bind(Date.now() - 600_001, user.uid)
      .run();
    await user.back(again);
    expect(await user.message()).toContain('longer than ten minutes');
    expect((await sweepGithub(site.app(), Date.now())).signIns).toBeGreaterThan(0);
  });

  test('a program without a session cannot begin one', async () => {
    const user = await site.signIn();
    const headers = { ...bearer(user.token), 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ returnTo: '/github' }) };
    expect((await site.send(new Browser().request('/api/github/connection', init))).status).toBe(
      409,
    );
  });

  test('GitHub’s page of an installation leads back, and changes nothing by itself', async () => {
    const user = await site.connect();
    const { status } = await user.overview();
    const url = 'installUrl' in status ? (status.installUrl ?? '') : '';
    const tokens = (await user.row())?.tokens;
    expect(await user.back(await control.visitInstallation(url))).toBe('/github');
    expect(await user.message()).toContain('choice of repositories');
    await user.back('https://builder.test/auth/callback?setup_action=request');
    expect(await user.message()).toContain('has to approve');
    expect((await user.row())?.tokens).toBe(tokens);
  });
});

describe('tokens', () => {
  test('are exchanged before they end, by one of many requests at once', async () => {
    const user = await site.connect();
    await control.expireTokens();
    await user.expireIn(-1);
    await control.forgetRequests();
    const asked = await Promise.all(Array.from({ length: 6 }, () => ask(user)));
    expect(asked).toEqual(Array.from({ length: 6 }, () => 'octo-dev'));
    expect(await count(EXCHANGE)).toBe(1);
    expect((await user.row())?.expires_at).toBeGreaterThan(Date.now());
  });

  test('that another request has replaced meanwhile are replaced in work that goes on', async () => {
    const user = await site.connect();
    const opened = await requireConnection(site.app(), user.uid);
    if (!opened.ok) throw new Error(opened.reason);
    await user.expireIn(60);
    expect(await ask(user)).toBe('octo-dev');
    const { data } = await opened.value.octokit.request('GET /user');
    expect(data.login).toBe('octo-dev');
    expect((await user.overview()).status.state).toBe('connected');
  });

  test('do until they end while GitHub is away, and are not lost after that', async () => {
    const user = await site.connect();
    await user.expireIn(60);
    await control.fault('unavailable', { match: EXCHANGE, times: 2 });
    expect(await ask(user)).toBe('octo-dev');
    await user.expireIn(-1);
    expect(await ask(user)).toBe('githubUnavailable');
    expect(await ask(user)).toBe('octo-dev');
  });

  test('that GitHub takes no longer ask to connect again, which heals', async () => {
    const user = await site.connect();
    await control.revoke();
    expect(await user.overview()).toMatchObject({ status: { state: 'revoked' }, failure: null });
    expect(await ask(user)).toBe('githubRevoked');
    await user.connect();
    expect((await user.overview()).status.state).toBe('connected');
    // And those that cannot be exchanged.
    await control.revoke();
    await user.expireIn(-1);
    expect(await ask(user)).toBe('githubRevoked');
    expect((await user.overview()).status.state).toBe('revoked');
  });

  test('are limited by GitHub with a wait that is told', async () => {
    const user = await site.connect();
    await control.fault('primary_limit', { match: '/user/installations', seconds: 90 });
    expect(await user.overview()).toMatchObject({
      status: { state: 'connected' },
      installations: null,
      failure: "GitHub's rate limit is reached. Try again in 2 minutes.",
    });
  });

  test('of a connection before end when another account is connected', async () => {
    const user = await site.connect();
    const before = await requireConnection(site.app(), user.uid);
    if (!before.ok) throw new Error(before.reason);
    await user.connect('octo-friend');
    expect((await user.row())?.login).toBe('octo-friend');
    expect((await count('/grant')) + (await count('/token'))).toBeGreaterThan(0);
    await expect(before.value.octokit.request('GET /user')).rejects.toMatchObject({ status: 401 });
    expect(await ask(user)).toBe('octo-friend');
  });
});

describe('tokens, when something else goes wrong,', () => {
  test('stay where our own credentials are refused, which the operator can repair', async () => {
    const user = await site.connect();
    await user.expireIn(-1);
    const app = site.app();
    const wrong = { ...app, config: { ...app.config, GITHUB_CLIENT_SECRET: 'wrong' } };
    expect(await requireConnection(wrong, user.uid)).toMatchObject({ reason: 'githubUnavailable' });
    expect(await ask(user)).toBe('octo-dev');
  });

  test.each(['before', 'after'] as const)(
    'are kept when the database is lost %s they are written',
    async (when) => {
      const user = await site.connect();
      await user.expireIn(-1);
      const app = site.app();
      const spoilt = loseFirst(env.DB, 'update "github_connections" set "tokens"', when);
      const opened = await requireConnection({ ...app, env: { ...app.env, DB: spoilt } }, user.uid);
      expect(opened.ok).toBe(true);
      expect(app.lines.map(({ event }) => event)).toContain('github.notKept');
      expect(await ask(user)).toBe('octo-dev');
    },
  );

  test('that never end are sealed again under the current key', async () => {
    const oauth = openGithubSite('connection_keys', 'oauth-app');
    const user = await oauth.connect();
    const app = oauth.app();
    const [current, older] = app.config.SEAL_KEYS;
    if (older === undefined) throw new Error('a ring of one key');
    const before: typeof app = {
      ...app,
      config: { ...app.config, SEAL_KEYS: [older, current] },
    };
    expect(await requireConnection(before, user.uid)).toMatchObject({ ok: true });
    expect((await user.row())?.tokens).toMatch(/^s1\.old\./);
    expect(await requireConnection(app, user.uid)).toMatchObject({ ok: true });
    expect((await user.row())?.tokens).toMatch(/^s1\.new\./);
  });
});

test('a rate limit that does not say when it ends is waited for a minute', () => {
  const headers = { 'x-ratelimit-remaining': '0' };
  const failure = toGithubFailure({ status: 403, message: '', headers });
  expect(failure).toEqual({ reason: 'githubLimited', seconds: 60 });
});

test('an account that was renamed on GitHub has its new name here', async () => {
  const user = await site.connect();
  await env.DB.prepare("update github_connections set login = 'octo-past' where uid = ?")
    .bind(user.uid)
    .run();
  expect((await user.overview()).status).toMatchObject({ account: { login: 'octo-dev' } });
});

describe('disconnecting', () => {
  const end = async (user: GithubUser) => {
    const ended = await user.fetch('/api/github/connection', { method: 'DELETE' });
    return ended.json<{ isEndedAtGithub: boolean }>();
  };

  test('ends it on GitHub and here, also with tokens that have ended', async () => {
    await control.addOwner({ login: 'octo-solo' });
    const user = await site.connect('octo-solo');
    await user.expireIn(-1);
    await control.expireTokens();
    expect(await end(user)).toEqual({
      isEndedAtGithub: true,
      manageUrl: 'https://github.com/settings/apps/authorizations',
    });
    expect(await count('/grant')).toBe(1);
    expect(await user.row()).toBeNull();
    expect(await ask(user)).toBe('notConnected');
    expect(await end(user)).toMatchObject({ isEndedAtGithub: true });
  });

  test('ends it here while GitHub is away, and says so', async () => {
    const user = await site.connect();
    await control.fault('unavailable', { match: 'DELETE /applications' });
    expect(await end(user)).toMatchObject({ isEndedAtGithub: false });
    expect(await user.row()).toBeNull();
  });

  test('leaves another user’s connection of the same account alone', async () => {
    const [one, other] = [await site.connect(), await site.connect()];
    expect(await end(one)).toMatchObject({ isEndedAtGithub: true });
    expect(await ask(other)).toBe('octo-dev');
  });

  test('comes with the end of an account', async () => {
    await control.addOwner({ login: 'octo-leaver' });
    const user = await site.connect('octo-leaver');
    const deleted = await user.fetch('/api/account', {
      method: 'DELETE',
      headers: bearer(user.token),
    });
    expect(deleted.status).toBe(204);
    expect(await user.row()).toBeNull();
    expect(await count('/grant')).toBe(1);
  });
});

describe('other ways to know GitHub', () => {
  test('an OAuth App asks for its rights, and has no installations', async () => {
    const oauth = openGithubSite('connection_oauth', 'oauth-app');
    const user = await oauth.signIn();
    const page = await user.begin();
    expect(new URL(page).searchParams.get('scope')).toBe('repo workflow read:org');
    await user.back(await oauth.control.authorize(page));
    expect(await user.overview()).toMatchObject({
      status: {
        state: 'connected',
        installUrl: null,
        manageUrl:
          'https://github.com/settings/connections/applications/Ov23.emulator_connection_oauth',
      },
      installations: [],
    });
    expect((await user.row())?.expires_at).toBeNull();
    expect(await oauth.control.mismatches()).toEqual([]);
  });

  test('without settings, everything says what the operator has to set', async () => {
    const user = await site.signIn();
    const off = { GITHUB_CLIENT_ID: '', GITHUB_CLIENT_SECRET: '' };
    const missing = ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'];
    expect((await user.overview(off)).status).toEqual({ state: 'off', missing });
    const refused = await user.post('/api/github/connection', { returnTo: '/github' }, off);
    expect(refused.status).toBe(501);
    expect(await refused.json()).toMatchObject({
      type: 'urn:mcp-builder:github-off',
      detail: expect.stringContaining('GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET'),
    });
    expect((await user.fetch('/auth/callback?code=1&state=2', {}, off)).status).toBe(303);
    expect(await user.message()).toContain('not set up');
  });
});

test('every request and answer was as GitHub documents it', async () => {
  expect(await control.mismatches()).toEqual([]);
});
