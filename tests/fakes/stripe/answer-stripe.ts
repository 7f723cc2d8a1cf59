import type { CustomEmulator } from 'emulate';

import { CONTROL_PATH, stripeEmulator, type StripeState } from './stripe-emulator.ts';

/** Host of Stripe's API. */
export const STRIPE_HOST = 'api.stripe.com';

/** Host through which tests in workerd control this fake. */
export const STRIPE_CONTROL_HOST = 'stripe.invalid';

/** Where the pages are; empty: at Stripe's own hosts. */
let pages = '';

let emulator: Promise<CustomEmulator<StripeState>> | undefined;

/** One for a process; made when it is asked first, because most tests never do. */
async function openEmulator(): Promise<CustomEmulator<StripeState>> {
  const { createEmulator } = await import('emulate');
  const { openContract } = await import('./contract/open-contract.ts');
  const service = stripeEmulator({ pages: () => pages, contract: openContract() });
  return await createEmulator({ service, listen: false });
}

/** Serves the pages on this machine, for a browser; answers where. */
export async function serveStripePages(): Promise<{ origin: string; close: () => void }> {
  const { listenLocally } = await import('../listen-locally.ts');
  const served = await listenLocally(0, answerStripe);
  pages = served.origin;
  return served;
}

/**
 * Stripe's API at `https://api.stripe.com`, and its control at `https://stripe.invalid/<account>/<command>`, where
 * the account is what follows `sk_test_` in its key.
 */
export async function answerStripe(request: {
  url: string;
  method: string;
  headers: Iterable<[string, string]>;
  text: () => Promise<string>;
}): Promise<Response> {
  emulator ??= openEmulator();
  const { host, pathname, search } = new URL(request.url);
  const path = host === STRIPE_CONTROL_HOST ? `${CONTROL_PATH}${pathname}` : pathname;
  const running = await emulator;
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return await running.fetch(
    new Request(`https://${STRIPE_HOST}${path}${search}`, {
      method: request.method,
      headers: [...request.headers],
      redirect: 'manual',
      ...(hasBody ? { body: await request.text() } : {}),
    }),
  );
}
