import path from 'node:path';

import { startEmulator } from './start-emulator.mjs';
import { ROOT } from './toolchain.mjs';

/** The key and the webhooks' secret of the emulator, as `.dev.vars.example` has them. */
const EMULATOR_KEY = 'sk_test_emulator';

/**
 * Starts the emulator of Stripe if the key is the emulator's own; with another key the app asks Stripe itself.
 * @param {{ host: string, key: string, secret: string, app: string, stateFolder: string }} options `app`: address
 * of the app, which hears webhooks signed with `secret`
 * @returns {Promise<{ended: Promise<string | null>, stop: () => void} | null>} `ended`: its output when it ended by
 * itself, or null when a signal ended it
 * @throws Error with one sentence for the user
 */
export async function startStripeEmulator({ host, key, secret, app, stateFolder }) {
  if (key !== EMULATOR_KEY) return null;
  const state = path.resolve(ROOT, stateFolder, 'stripe.json');
  const script = path.join(ROOT, 'tests', 'fakes', 'stripe', 'serve.ts');
  // One secret signs, also while the app takes two.
  const [signing] = secret.split(',');
  const more = [`${app}/stripe/webhook`, signing.trim()];
  return await startEmulator({
    name: 'Stripe',
    variable: 'STRIPE_EMULATOR_HOST',
    host,
    script,
    state,
    more,
  });
}
