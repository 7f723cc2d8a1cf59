import { stripeEmulatorHost } from 'virtual:build';

import type { Config } from '#app/platform/config.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** The key that `.dev.vars.example` carries: it is of the local emulator. */
export const EMULATOR_KEY = 'sk_test_emulator';

/** The keys with which Stripe is asked and heard. */
export interface BillingSettings {
  key: string;
  webhookSecrets: string[];
  /** Whether real money moves. */
  isLive: boolean;
}

/** Nothing can be bought here, because the operator has not set Stripe up. */
export interface BillingOff {
  reason: 'billingOff';
  /** The variables that are missing or of no use here, for the operator. */
  missing: string[];
}

/** The keys of Stripe; both are needed, and those of the emulator count only where it runs. */
export function readBilling(
  config: Pick<Config, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET'>,
): Result<BillingSettings, BillingOff> {
  const key = config.STRIPE_SECRET_KEY;
  const webhookSecrets = config.STRIPE_WEBHOOK_SECRET;
  const isForeign = key === EMULATOR_KEY && stripeEmulatorHost === '';
  const missing = [
    ...(key === '' || isForeign ? ['STRIPE_SECRET_KEY'] : []),
    ...(webhookSecrets.length === 0 ? ['STRIPE_WEBHOOK_SECRET'] : []),
  ];
  if (missing.length > 0) return fail({ reason: 'billingOff', missing });
  return succeed({ key, webhookSecrets, isLive: /^[sr]k_live_/.test(key) });
}
