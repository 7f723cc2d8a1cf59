import * as z from 'zod';

import { appOf, APP_SECRET } from './apps.ts';
import type { FaultKind } from './world.ts';

/** A file of a commit; null removes it. `bytes`: as large as that, whatever is in it. */
type File =
  | string
  | null
  | {
      text?: string;
      base64?: string;
      mode?: '100644' | '100755' | '120000' | '160000';
      sha?: string;
      bytes?: number;
    };

interface Place {
  owner?: string;
  name: string;
}

const Nothing = z.object({});

/**
 * Controls a world of the emulator, from wherever `https://github.invalid` leads to it: in workerd by `fetch`, in
 * Node by `answerGithub`. The owner of a repository is `octo-dev` where none is given.
 */
export class GithubControl {
  readonly #world: string;
  readonly #fetch: (request: Request) => Promise<Response>;

  constructor(
    world = 'emulator',
    ask: (request: Request) => Promise<Response> = (request) => fetch(request),
  ) {
    this.#world = world;
    this.#fetch = ask;
  }

  /** Variables of a Worker that knows this world by its GitHub App, or by its OAuth App. */
  variables(app: 'github-app' | 'oauth-app' = 'github-app') {
    const { appId, slug, clientId } = appOf({ name: this.#world });
    const isApp = app === 'github-app';
    return {
      GITHUB_APP_ID: isApp ? String(appId) : '',
      GITHUB_APP_SLUG: isApp ? slug : '',
      GITHUB_CLIENT_ID: isApp ? clientId : `Ov23.${this.#world}`,
      GITHUB_CLIENT_SECRET: APP_SECRET,
      GITHUB_WEBHOOK_SECRET: 'emulator-webhook-secret',
      GITHUB_WEB_URL: 'https://github.com',
    };
  }

  /** Any command, as `control-world.ts` lists them. */
  async #ask<T>(command: string, given: object, schema: z.ZodType<T>): Promise<T> {
    const url = `https://github.invalid/${this.#world}/${command}`;
    const response = await this.#fetch(
      new Request(url, { method: 'POST', body: JSON.stringify(given) }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${command}: ${text}`);
    return schema.parse(JSON.parse(text));
  }

  addOwner(owner: {
    login: string;
    kind?: 'User' | 'Organization';
    name?: string;
    email?: string;
    members?: Record<string, 'admin' | 'member'>;
    membersMayCreate?: boolean;
  }) {
    return this.#ask('addOwner', owner, z.looseObject({ id: z.number() }));
  }

  /** A repository with a first commit of files; without files it is empty. */
  addRepository(
    repository: Place & {
      isPrivate?: boolean;
      isArchived?: boolean;
      description?: string | null;
      defaultBranch?: string;
      language?: string | null;
      pushedAt?: string;
      collaborators?: Record<string, 'read' | 'write' | 'admin'>;
      files?: Record<string, File>;
    },
  ) {
    return this.#ask('addRepository', repository, z.object({ id: z.number() }));
  }

  /** Many repositories: `<prefix>-1` and so on, the last one pushed last. */
  async fill(many: { count: number; owner?: string; prefix?: string; isPrivate?: boolean }) {
    await this.#ask('fill', many, Nothing);
  }

  /** Somebody commits files with a clone; answers the commit. */
  async commit(
    commit: Place & {
      files: Record<string, File>;
      branch?: string;
      message?: string;
      user?: string;
    },
  ): Promise<string> {
    return (await this.#ask('commit', commit, z.object({ sha: z.string() }))).sha;
  }

  async rename(at: Place, to: string) {
    await this.#ask('rename', { ...at, to }, Nothing);
  }

  /** A repository gets another owner. */
  async transfer(at: Place, to: string) {
    await this.#ask('transfer', { ...at, to }, Nothing);
  }

  async remove(at: Place) {
    await this.#ask('remove', at, Nothing);
  }

  /** Changes a repository's settings; a recursive tree lists `treeLimit` entries at most. */
  async set(
    at: Place & {
      isPrivate?: boolean;
      isArchived?: boolean;
      defaultBranch?: string;
      treeLimit?: number;
      collaborators?: Record<string, 'read' | 'write' | 'admin'>;
    },
  ) {
    await this.#ask('set', at, Nothing);
  }

  /** Protects a branch; by default, everything has to come by a pull request with a review. */
  async protect(
    at: Place & {
      branch?: string;
      reviews?: number;
      checks?: string[];
      includesAdmins?: boolean;
    },
  ) {
    await this.#ask('protect', at, Nothing);
  }

  /** Installs the app at an account for all repositories, or for some by their names; answers its number. */
  async install(owner: string, names?: string[]): Promise<number> {
    return (await this.#ask('install', { owner, names }, z.object({ id: z.number() }))).id;
  }

  async uninstall(owner: string) {
    await this.#ask('uninstall', { owner }, Nothing);
  }

  /** Tokens of a user, as a sign-in would bring them. */
  token(wanted: { user?: string; app?: 'github-app' | 'oauth-app'; scopes?: string[] } = {}) {
    return this.#ask(
      'token',
      wanted,
      z.object({
        access_token: z.string(),
        refresh_token: z.string().optional(),
        expires_in: z.number().optional(),
        refresh_token_expires_in: z.number().optional(),
        scope: z.string(),
        token_type: z.string(),
      }),
    );
  }

  /** A user takes back what they gave to the app, on GitHub's pages. */
  async revoke(user = 'octo-dev') {
    await this.#ask('revoke', { user }, Nothing);
  }

  /** Settings of the app: permissions of installations to come, life of tokens, where sign-ins lead back to. */
  async app(settings: {
    permissions?: Record<string, 'read' | 'write'>;
    tokenSeconds?: number;
    callback?: string | null;
  }) {
    await this.#ask('app', settings, Nothing);
  }

  async expireTokens() {
    await this.#ask('expireTokens', {}, Nothing);
  }

  /**
   * A person at the page that a sign-in begins with: agrees as a user, or does not (null). Answers the address that
   * the browser goes back to.
   */
  async authorize(url: string, user: string | null = 'octo-dev'): Promise<string> {
    const form = new URLSearchParams(new URL(url).searchParams);
    form.set(user === null ? 'action' : 'user', user ?? 'cancel');
    return await this.#submit('https://github.com/login/oauth/authorize', form);
  }

  /** A person at the page where the app is installed; answers the address that the browser goes back to. */
  async visitInstallation(
    url: string,
    { user = 'octo-dev', owner = user }: { user?: string; owner?: string } = {},
  ): Promise<string> {
    const { pathname, searchParams } = new URL(url);
    const form = new URLSearchParams(searchParams);
    for (const [name, value] of Object.entries({ user, owner, selection: 'all' })) {
      form.set(name, value);
    }
    return await this.#submit(`https://github.com${pathname}`, form);
  }

  async #submit(url: string, form: URLSearchParams): Promise<string> {
    const request = new Request(url, { method: 'POST', body: form, redirect: 'manual' });
    const answer = await this.#fetch(request);
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${answer.status} ${await answer.text()}`);
    return location;
  }

  /**
   * The next requests whose method, address and body contain a text go wrong; without one, any. `skip` of them go
   * well before; `seconds` is how long a limit lasts.
   */
  async fault(
    kind: FaultKind,
    more: { match?: string; times?: number; skip?: number; seconds?: number } = {},
  ): Promise<void> {
    await this.#ask('fault', { kind, ...more }, Nothing);
  }

  async clearFaults(): Promise<void> {
    await this.#ask('clearFaults', {}, Nothing);
  }

  /** Requests to the API so far, oldest first. */
  async requests() {
    const Seen = z.object({
      method: z.string(),
      path: z.string(),
      body: z.string(),
      status: z.number(),
    });
    return (await this.#ask('requests', {}, z.object({ requests: z.array(Seen) }))).requests;
  }

  async forgetRequests(): Promise<void> {
    await this.#ask('forgetRequests', {}, Nothing);
  }

  /** Takes what was not as GitHub's document has it; a test that finds something here has failed. */
  async mismatches(): Promise<string[]> {
    const schema = z.object({ mismatches: z.array(z.string()) });
    return (await this.#ask('mismatches', {}, schema)).mismatches;
  }

  /** The world is as on its first day. */
  async reset(): Promise<void> {
    await this.#ask('reset', {}, Nothing);
  }
}
