import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

import { saveConnection } from '#app/github/connection/connection-store.server.ts';
import { sealTokens } from '#app/github/connection/github-tokens.server.ts';

import worker from '../../workers/app.ts';
import { GithubControl } from '../fakes/github/github-control.ts';
import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { Browser, newUid } from '../setup/browser.workerd.ts';

const SCOPES = ['repo', 'workflow', 'read:org'];

/**
 * Somebody who is signed in and has connected GitHub, which is as on its first day.
 * @param name of the world: each test file has its own
 */
export async function openGithubUser(
  name: string,
  app: 'github-app' | 'oauth-app' = 'github-app',
): Promise<GithubUser> {
  const control = new GithubControl(`emulator_${name}`);
  await control.reset();
  const uid = newUid();
  const browser = new Browser();
  await browser.signIn({ sub: uid, email: `${uid}@example.com` });
  const scopes = app === 'oauth-app' ? SCOPES : [];
  const issued = await control.token({ app, scopes });
  const tokens = { access: issued.access_token, refresh: issued.refresh_token ?? null };
  const id = crypto.randomUUID();
  await saveConnection(env.DB, {
    uid,
    id,
    githubId: 1,
    login: 'octo-dev',
    name: null,
    avatarUrl: null,
    tokens: await sealTokens(makeApp(), id, tokens),
    expiresAt: issued.expires_in === undefined ? null : Date.now() + issued.expires_in * 1_000,
    scopes: scopes.join(' '),
    connectedAt: Date.now(),
  });
  return new GithubUser(control, browser, { ...env, ...control.variables(app) }, tokens.access);
}

/** A signed-in user of a Worker that knows the emulator's world. */
export class GithubUser {
  readonly control: GithubControl;
  readonly browser: Browser;
  readonly #env: Env;
  readonly #token: string;

  constructor(control: GithubControl, browser: Browser, bindings: Env, token: string) {
    this.control = control;
    this.browser = browser;
    this.#env = bindings;
    this.#token = token;
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const context = createExecutionContext();
    const request = this.browser.request(path, init);
    const answer = await worker.fetch(request, this.#env, context);
    await waitOnExecutionContext(context);
    return answer;
  }

  get(path: string): Promise<Response> {
    return this.send(path);
  }

  post(path: string, body: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return this.send(path, { method: 'POST', body: JSON.stringify(body), headers });
  }

  /** The body of an answer that has to be a success. */
  async json<Body>(path: string): Promise<Body> {
    const answer = await this.get(path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json<Body>();
  }

  /** What GitHub itself answers. */
  async askJson(path: string): Promise<unknown> {
    const headers = { authorization: `token ${this.#token}`, 'user-agent': 'test' };
    const answer = await fetch(`https://api.github.com${path}`, { headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}
