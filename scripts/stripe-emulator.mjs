import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { endTool, ROOT, startTool } from './toolchain.mjs';

/** The key and the webhooks' secret of the emulator, as `.dev.vars.example` has them. */
const EMULATOR_KEY = 'sk_test_emulator';
const PATIENCE_MS = 60_000;

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
  const port = host.slice(host.indexOf(':') + 1);
  const script = path.join(ROOT, 'tests', 'fakes', 'stripe', 'serve.ts');
  const state = path.resolve(ROOT, stateFolder, 'stripe.json');
  // One secret signs, also while the app takes two.
  const [signing] = secret.split(',');
  const args = [script, port, state, `${app}/stripe/webhook`, signing.trim()];
  const child = startTool('node', args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  let isReady = false;
  let isRunning = true;
  child.stderr.on('data', (chunk) => (errors += chunk));
  child.stdout.on('data', () => (isReady = true));
  const ended = new Promise((resolve) =>
    child.once('close', (code, signal) => {
      isRunning = false;
      // It ends in order where a signal reaches it, or its starter is gone.
      resolve(signal || code === 0 ? null : errors.trim());
    }),
  );
  const deadline = Date.now() + PATIENCE_MS;
  while (!isReady) {
    if (!isRunning) throw new Error(explain(await ended, port, state));
    if (Date.now() > deadline) {
      endTool(child);
      throw new Error('The emulator of Stripe did not answer.');
    }
    await wait(20);
  }
  return { ended, stop: () => endTool(child) };
}

function explain(output, port, state) {
  if (/EADDRINUSE/.test(output)) {
    return (
      `Port ${port} is taken, which the emulator of Stripe needs: stop what listens there, ` +
      `or set STRIPE_EMULATOR_HOST=localhost:${Number(port) + 1}.`
    );
  }
  if (/Cannot restore/.test(output)) {
    return `The emulator of Stripe cannot read ${path.relative(ROOT, state)}, which another version has written: delete the file.`;
  }
  return `The emulator of Stripe ended: ${output}`;
}
