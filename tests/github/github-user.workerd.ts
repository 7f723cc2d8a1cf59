import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

import type { GithubOverview } from '#app/github/connection/github-status.ts';
import { requireConfig } from '#app/platform/config.ts';
import { takeMessage } from '#app/platform/one-time-message.server.ts';

import worker from '../../workers/app.ts';
import { GithubControl } from '../fakes/github/github-control.ts';
import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { Browser, newUid } from '../setup/browser.workerd.ts';

/** Our site with a GitHub of its own: `name` must be another one in each test file. */
export function openGithubSite(
  name: string,
  kind: 'github-app' | 'oauth-app' = 'github-app',
  bindings: Partial<Env> = {},
) {
  const control = new GithubControl(`emulator_${name}`);
  const siteEnv: Env = { ...env, ...control.variables(kind), ...bindings };
  const send = async (request: Request, more: object = {}): Promise<Response> => {
    const context = createExecutionContext();
    const answer = await worker.fetch(request, { ...siteEnv, ...more }, context);
    await waitOnExecutionContext(context);
    return answer;
  };
  const signIn = () => GithubUser.signIn(control, send);
  return {
    control,
    env: siteEnv,
    send,
    signIn,
    /** Somebody who has connected GitHub. */
    async connect(login?: string): Promise<GithubUser> {
      const user = await signIn();
      const path = await user.connect(login);
      if (path !== '/github') throw new Error(`${path}: ${await user.message()}`);
      return user;
    },
    /** The context of server code on this site. */
    app: () => ({
      ...makeApp(siteEnv),
      config: requireConfig(siteEnv),
      origin: 'https://builder.test',
      nonce: '',
    }),
  };
}

type Send = (request: Request, more?: object) => Promise<Response>;

/** Somebody who is signed in, in a browser of their own. */
export class GithubUser {
  readonly uid = newUid();
  readonly browser = new Browser();
  token = '';

  private constructor(
    readonly control: GithubControl,
    readonly send: Send,
  ) {}

  static async signIn(control: GithubControl, send: Send): Promise<GithubUser> {
    const user = new GithubUser(control, send);
    user.token = await user.browser.signIn({ sub: user.uid, email: `${user.uid}@example.com` });
    return user;
  }

  async fetch(path: string, init: RequestInit = {}, more: object = {}): Promise<Response> {
    return this.browser.keep(await this.send(this.browser.request(path, init), more));
  }

  post(path: string, body: unknown, more: object = {}): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return this.fetch(path, { method: 'POST', body: JSON.stringify(body), headers }, more);
  }

  /** Begins a sign-in; answers GitHub's page for it. */
  async begin(returnTo = '/github'): Promise<string> {
    const begun = await this.post('/api/github/connection', { returnTo });
    if (!begun.ok) throw new Error(`${begun.status} ${await begun.text()}`);
    return (await begun.json<{ url: string }>()).url;
  }

  /** Follows GitHub back to our callback; answers where that leads to. */
  async back(address: string): Promise<string> {
    const { pathname, search } = new URL(address);
    const answer = await this.fetch(pathname + search);
    return answer.headers.get('location') ?? `${answer.status}`;
  }

  /** Connects GitHub as one of its users; null does not agree. */
  async connect(login?: string | null, returnTo?: string): Promise<string> {
    const page = await this.begin(returnTo);
    return this.back(await this.control.authorize(page, login));
  }

  /** The message that the last answer left, which is then gone. */
  async message(): Promise<string | null> {
    const taken = await takeMessage(makeApp(), this.browser.request('/'));
    return taken?.message?.text ?? null;
  }

  async overview(more: object = {}): Promise<GithubOverview> {
    const answer = await this.fetch('/api/github', {}, more);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  /** The stored row of the connection. */
  row() {
    return env.DB.prepare('select * from github_connections where uid = ?')
      .bind(this.uid)
      .first<{ id: string; tokens: string; expires_at: number; login: string }>();
  }

  /** The tokens end so many seconds from now, as far as we know. */
  async expireIn(seconds: number): Promise<void> {
    await env.DB.prepare('update github_connections set expires_at = ? where uid = ?')
      .bind(Date.now() + seconds * 1_000, this.uid)
      .run();
  }
}
