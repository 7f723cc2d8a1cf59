import { expect } from 'vitest';

import type { EndedConnection, GithubOverview } from '#app/github/connection/github-status.ts';

import type { openGithubSite, GithubUser } from '../github-user.workerd.ts';
import { defineFlow, readTold, type AnyFlow, type Told } from './fault-flow.workerd.ts';
import type { Strike } from './struck-github.workerd.ts';

type Site = ReturnType<typeof openGithubSite>;

/** Connecting GitHub, looking at the connection, and ending it. */
export function connectionFlows(site: Site, user: () => GithubUser): AnyFlow[] {
  return [
    defineFlow({
      name: 'connect GitHub',
      user,
      start: async () => {
        const visitor = await site.signIn();
        return { visitor, back: await comeBack(site, visitor) };
      },
      run: async (state) => {
        const { visitor, back } = state;
        const answer = await visitor.fetch(back);
        const isConnected = (await visitor.row()) !== null;
        const words = (await visitor.message()) ?? '';
        expect(answer.headers.get('location')).toBe('/github');
        return { status: isConnected ? 200 : 503, type: '', words, retryAfter: null, body: null };
      },
      // The next attempt is a sign-in of its own, as for somebody who presses the button again.
      hold: async (state) => {
        expect(await state.visitor.row()).toBeNull();
        state.back = await comeBack(site, state.visitor);
      },
      done: async ({ visitor }, { words }) => {
        expect(words).toBe('GitHub is connected as octo-dev.');
        expect((await visitor.overview()).status.state).toBe('connected');
      },
      tells: (strike) => ({
        status: 503,
        type: '',
        retryAfter: null,
        words: SIGN_IN_WORDS[strike],
      }),
    }),
    defineFlow({
      name: 'look at the connection',
      user,
      start: async () => ({}),
      run: async () => toOverviewTold(await user().overview()),
      done: async (_, { body }) => {
        expect(body).toMatchObject({ status: { state: 'connected' }, failure: null });
      },
      tells: () => ({ retryAfter: null }),
    }),
    defineFlow({
      name: 'disconnect GitHub',
      user,
      start: () => site.connect(),
      run: async (visitor) =>
        readTold(await visitor.fetch('/api/github/connection', { method: 'DELETE' })),
      done: async (visitor, { body }) => {
        const { isEndedAtGithub, manageUrl } = body as EndedConnection;
        // Where GitHub did not confirm it, the screen says where the user ends it.
        if (!isEndedAtGithub) expect(manageUrl).toContain('/settings/');
        expect(await visitor.row()).toBeNull();
      },
      survives: [[/^DELETE \/applications/]],
    }),
  ];
}

/** Somebody agrees on GitHub's page; answers where GitHub sends their browser to. */
async function comeBack(site: Site, visitor: GithubUser): Promise<string> {
  const { pathname, search } = new URL(await site.control.authorize(await visitor.begin()));
  return pathname + search;
}

const AWAY = 'GitHub does not answer at the moment, so nothing was connected.';
const LIMITED = 'Nothing was connected, because GitHub limits our requests at the moment.';
const SIGN_IN_WORDS: Record<Strike, string> = {
  error: AWAY,
  overloaded: AWAY,
  lost_before: AWAY,
  lost_after: AWAY,
  primary_limit: LIMITED,
  secondary_limit: LIMITED,
  revoked: 'GitHub did not accept the code that it sent, so nothing was connected.',
};

/** The overview is always an answer, which says in words what GitHub did not tell. */
function toOverviewTold(overview: GithubOverview): Told {
  const { failure, status } = overview;
  const told = { words: failure ?? '', retryAfter: null, body: overview };
  if (status.state === 'revoked') {
    const words = 'Reconnect GitHub, then try again.';
    return { ...told, status: 409, type: 'github-reconnect', words };
  }
  if (failure === null) return { ...told, status: 200, type: '' };
  const isLimit = failure.includes('limit');
  return isLimit
    ? { ...told, status: 429, type: 'github-limited' }
    : { ...told, status: 503, type: 'github-unavailable' };
}
