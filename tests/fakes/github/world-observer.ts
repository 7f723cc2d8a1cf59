import * as z from 'zod';

import { appOf, APP_SECRET } from './apps.ts';
import type { FaultKind } from './world.ts';

export const Nothing = z.object({});

const Delivery = z.object({
  /** `X-GitHub-Delivery`. */
  id: z.string(),
  event: z.string(),
  body: z.string(),
  headers: z.record(z.string(), z.string()),
});
/** A webhook that waits to be posted, signed. */
export type Delivery = z.infer<typeof Delivery>;

/** Watches what a world is asked and what it tells, makes requests fail, and visits the pages as a person does. */
export class WorldObserver {
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

  /** Any command, as `control/` lists them. */
  protected async ask<T>(command: string, given: object, schema: z.ZodType<T>): Promise<T> {
    const url = `https://github.invalid/${this.#world}/${command}`;
    const response = await this.#fetch(
      new Request(url, { method: 'POST', body: JSON.stringify(given) }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${command}: ${text}`);
    return schema.parse(JSON.parse(text));
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
    await this.ask('fault', { kind, ...more }, Nothing);
  }

  async clearFaults(): Promise<void> {
    await this.ask('clearFaults', {}, Nothing);
  }

  /** Requests to the API so far, oldest first. */
  async requests() {
    const Seen = z.object({
      method: z.string(),
      path: z.string(),
      body: z.string(),
      status: z.number(),
    });
    return (await this.ask('requests', {}, z.object({ requests: z.array(Seen) }))).requests;
  }

  async forgetRequests(): Promise<void> {
    await this.ask('forgetRequests', {}, Nothing);
  }

  /** Takes what was not as GitHub's document has it; a test that finds something here has failed. */
  async mismatches(): Promise<string[]> {
    const schema = z.object({ mismatches: z.array(z.string()) });
    return (await this.ask('mismatches', {}, schema)).mismatches;
  }

  /** Takes the webhooks that are waiting, oldest first; of some events, or all. */
  async take(events?: string[], secret?: string): Promise<Delivery[]> {
    const schema = z.object({ deliveries: z.array(Delivery) });
    return (await this.ask('take', { events, secret }, schema)).deliveries;
  }

  /** A webhook that was taken or posted, as GitHub sends it again: under the same number. */
  replay(id: string, secret?: string): Promise<Delivery> {
    return this.ask('replay', { id, secret }, Delivery);
  }

  /** Webhooks of the app go to an address from now on, and are not taken any more. */
  async deliverTo(url: string, secret = 'emulator-webhook-secret'): Promise<void> {
    await this.ask('deliverTo', { url, secret }, Nothing);
  }

  /** Webhooks wait until `release`. */
  async hold(): Promise<void> {
    await this.ask('hold', { isHeld: true }, Nothing);
  }

  /** Posts what waited: in its order, reversed, or each twice. */
  async release(order: 'same' | 'reversed' | 'twice' = 'same'): Promise<void> {
    await this.ask('hold', { isHeld: false, order }, Nothing);
  }

  /** The world is as on its first day. */
  async reset(): Promise<void> {
    await this.ask('reset', {}, Nothing);
  }
}
