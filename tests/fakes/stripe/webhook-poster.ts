import { setTimeout as wait } from 'node:timers/promises';

import type { Account } from './account.ts';
import { requireObject } from './find-object.ts';
import { toDelivery } from './webhook-queue.ts';

/** Waits before the repetitions of a webhook that was not taken; Stripe's own are hours. */
const WAITS_MS = [200, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000];
const PATIENCE_MS = 20_000;

/** Posts the webhooks of accounts that have endpoints, one after the other and in the background. */
export class WebhookPoster {
  readonly #busy = new Set<Account>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Posts what is waiting, unless that is going on already. */
  wake(account: Account): void {
    if (this.#busy.has(account) || Object.keys(account.objects.webhookEndpoints).length === 0)
      return;
    this.#busy.add(account);
    void this.#postAll(account).finally(() => this.#busy.delete(account));
  }

  async #postAll(account: Account): Promise<void> {
    while (!account.holdsWebhooks && !this.#signal.aborted) {
      const [id] = account.undelivered;
      if (id === undefined) return;
      await this.#post(account, id);
      // It may have been taken meanwhile; a second one of the same event stays.
      const at = account.undelivered.indexOf(id);
      if (at !== -1) account.undelivered.splice(at, 1);
    }
  }

  async #post(account: Account, id: string): Promise<void> {
    const event = requireObject(account, 'events', id);
    const endpoints = Object.values(account.objects.webhookEndpoints).filter(
      ({ enabled_events: wanted }) => wanted.includes('*') || wanted.includes(event.type),
    );
    for (const { id: endpoint, url, secret = '' } of endpoints) {
      for (const pause of [...WAITS_MS, 0]) {
        // One that is deleted gets nothing more.
        if (account.objects.webhookEndpoints[endpoint] === undefined) break;
        if (await this.#send(url, toDelivery(event, secret))) break;
        if (this.#signal.aborted) return;
        await wait(pause, undefined, { signal: this.#signal }).catch(() => {});
      }
    }
  }

  async #send(url: string, delivery: { body: string; signature: string }): Promise<boolean> {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(PATIENCE_MS)]);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': delivery.signature,
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    };
    const post = { method: 'POST', headers, body: delivery.body, signal };
    return await fetch(url, post).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
