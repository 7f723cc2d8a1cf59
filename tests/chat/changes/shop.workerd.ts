import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ChangeSetView } from '#app/builder/change-set/change-set.ts';
import type { DraftView } from '#app/drafts/draft.ts';

import { readRequests } from '../../builder/models/steer-models.ts';
import type { ModelLine } from '../../fakes/model-script.ts';
import type { OrderEffect } from '../../fakes/order-api.ts';
import { allOf, Owner } from './owner.workerd.ts';

export const HOST = 'orders.example.net';
export const TOKEN = 'order-token-0123456789';

/** A call of a tool with the real API. */
export const real = (name: string, args: object = {}): ModelLine => ({
  call: 'run_tool',
  input: { name, arguments: args, upstream: 'real' },
});
export const WAITING: ModelLine[] = [{ say: 'Waiting for you.' }];

/** The owner of a server for an API that counts what is done to it. */
export class Shop extends Owner {
  readonly room = crypto.randomUUID();
  readonly url = `https://${HOST}/${this.room}`;

  /** With tools that read, add and remove; by default the person names the host. */
  async openShop({ said = `Use ${this.url}, please`, hasToken = true } = {}): Promise<this> {
    await this.open();
    const orders = (name: string, method: string, path = '/orders'): ModelLine => ({
      call: 'upsert_tool',
      input: {
        name,
        request: { method, url: this.url + path },
        ...(method === 'POST'
          ? { arguments: [{ name: 'item', type: 'string', in: 'body', required: true }] }
          : {}),
      },
    });
    const made = [
      orders('list_orders', 'GET'),
      orders('add_order', 'POST'),
      orders('drop_order', 'DELETE', '/orders/{id}'),
      orders('break_order', 'POST', '/broken'),
      orders('read_broken', 'GET', '/broken'),
      orders('list_keys', 'GET', '/keys'),
    ];
    const [set] = await this.say(said, made, [{ say: 'Made.' }]);
    if (set) await this.decide(set, allOf(set));
    const auth = [{ id: 'token', kind: 'bearer', secret: 'ORDER_TOKEN' }];
    const { upstreams } = (await this.view()).blueprint;
    await this.edit({ edit: 'setAuth', upstream: upstreams[0]?.id, auth, security: [['token']] });
    if (hasToken) await this.setToken();
    return this;
  }

  async setToken(): Promise<void> {
    const path = `/api/drafts/${this.id}/secrets/ORDER_TOKEN`;
    const set = await this.send('PUT', path, { value: TOKEN });
    if (!set.ok) throw new Error(await set.text());
  }

  async view(): Promise<DraftView> {
    return (await this.fetch(`/api/drafts/${this.id}`)).json();
  }

  /** The server, whole. */
  async blueprint(): Promise<Blueprint> {
    return (await this.fetch(`/api/drafts/${this.id}/blueprint`)).json();
  }

  async edit(...edits: object[]): Promise<void> {
    const headers = {
      'content-type': 'application/json',
      'if-match': `"${(await this.view()).revision}"`,
    };
    const init = { method: 'PATCH', headers, body: JSON.stringify({ edits }) };
    const edited = await this.fetch(`/api/drafts/${this.id}`, init);
    if (!edited.ok) throw new Error(await edited.text());
  }

  /** What was done to the API. */
  async effects(): Promise<OrderEffect[]> {
    return (await fetch(`https://orders.invalid/${this.room}`)).json();
  }

  /** Lets the model call tools for real, and gives what waits then. */
  async call(...calls: ModelLine[]): Promise<ChangeSetView> {
    const [set] = await this.say('Try it', calls, WAITING);
    if (!set) throw new Error(`Nothing waits: ${await this.heard()}`);
    return set;
  }

  /** The last thing that the model was told. */
  async heard(): Promise<string> {
    return JSON.stringify((await readRequests(this.key)).at(-1)?.body);
  }
}
