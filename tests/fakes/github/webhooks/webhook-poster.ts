import type { World } from '../world.ts';

import type { Delivery } from './delivery.ts';
import { headersOf, targetOf } from './sign.ts';

/** GitHub waits so long, and does not try again by itself. */
const PATIENCE_MS = 10_000;

/** Posts the webhooks of worlds that have an address for them, one after the other and in the background. */
export class WebhookPoster {
  readonly #busy = new Set<World>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Posts what is waiting, unless that is going on already. */
  wake(world: World): void {
    if (this.#busy.has(world) || world.webhook === null) return;
    this.#busy.add(world);
    void this.#postAll(world).finally(() => this.#busy.delete(world));
  }

  async #postAll(world: World): Promise<void> {
    while (!world.holdsWebhooks && !this.#signal.aborted) {
      const next = world.deliveries.shift();
      if (next === undefined) return;
      await this.#post(world, next);
    }
  }

  async #post(world: World, delivery: Delivery): Promise<void> {
    const target = targetOf(world, delivery);
    if (target === null) return;
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(PATIENCE_MS)]);
    const headers = headersOf(delivery, target.secret);
    const post = { method: 'POST', headers, body: delivery.body, signal };
    world.posted = [...world.posted.slice(-KEPT), delivery];
    await fetch(target.url, post).catch(() => {});
  }
}

const KEPT = 100;
