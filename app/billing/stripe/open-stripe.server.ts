import type Stripe from 'stripe';
import { stripeEmulatorHost } from 'virtual:build';

import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import {
  EMULATOR_KEY,
  readBilling,
  type BillingOff,
  type BillingSettings,
} from './billing-settings.ts';

const TIMEOUT_MS = 10_000;
/** Stripe's library repeats only what is safe to repeat. */
const MAX_RETRIES = 1;

/** Stripe, ready to be asked. */
export interface OpenStripe extends BillingSettings {
  stripe: Stripe;
}

const clients = new Map<string, Stripe>();

/** Opens Stripe with the operator's keys; its library is loaded with the first use. */
export async function openStripe(
  app: Pick<AppContext, 'config'>,
): Promise<Result<OpenStripe, BillingOff>> {
  const settings = readBilling(app.config);
  if (!settings.ok) return settings;
  return succeed({ ...settings.value, stripe: await getClient(settings.value.key) });
}

async function getClient(key: string): Promise<Stripe> {
  const known = clients.get(key);
  if (known) return known;
  const { default: Library } = await import('stripe');
  const client = new Library(key, {
    httpClient: Library.createFetchHttpClient(),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    // A developer's own key of Stripe leads to Stripe.
    ...(key === EMULATOR_KEY ? toEmulator(stripeEmulatorHost) : {}),
  });
  clients.set(key, client);
  return client;
}

/** Where Stripe is asked with a key. */
export function toStripeAddress({ key }: Pick<BillingSettings, 'key'>): string {
  const isEmulated = key === EMULATOR_KEY && stripeEmulatorHost !== '';
  return isEmulated ? `http://${stripeEmulatorHost}/` : 'https://api.stripe.com/';
}

function toEmulator(address: string) {
  if (address === '') return {};
  const [host = '', port = ''] = address.split(':');
  return { host, port, protocol: 'http' as const };
}
