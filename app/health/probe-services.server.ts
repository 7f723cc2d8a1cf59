import { readBilling } from '#app/billing/stripe/billing-settings.ts';
import { toStripeAddress } from '#app/billing/stripe/open-stripe.server.ts';
import { areKeysUsable } from '#app/auth/token/are-keys-usable.server.ts';
import { fetchGithub } from '#app/github/asking/fetch-github.server.ts';
import { readGithub } from '#app/github/github-settings.ts';
import type { AppContext } from '#app/platform/app-context.ts';

type App = Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>;

/** Longer answers count as none. */
const ANSWER_MS = 2_000;

/** Whether tokens can be verified; null: tokens need no keys here. */
export async function probeSignInKeys(app: App): Promise<void | null> {
  const isUsable = await areKeysUsable(app);
  if (isUsable === null) return null;
  if (!isUsable) throw new Error('There are no keys to verify tokens with.');
}

/** Whether Stripe answers, without a key of ours; null: it is not set up. */
export async function reachStripe({ config }: App): Promise<void | null> {
  const settings = readBilling(config);
  if (!settings.ok) return null;
  await requireAnswer(fetch(toStripeAddress(settings.value), options()));
}

/** Whether GitHub answers, without a token; null: it is not set up. */
export async function reachGithub({ config }: App): Promise<void | null> {
  const settings = readGithub(config);
  if (!settings.ok) return null;
  await requireAnswer(fetchGithub(settings.value, 'https://api.github.com/', options()));
}

function options(): RequestInit {
  return {
    redirect: 'manual',
    headers: { 'user-agent': 'mcp-builder-health' },
    signal: AbortSignal.timeout(ANSWER_MS),
  };
}

/** Any answer but one of a broken server: who is asked without a key refuses. */
async function requireAnswer(asking: Promise<Response>): Promise<void> {
  const answer = await asking;
  await answer.body?.cancel();
  if (answer.status >= 500) throw new Error(`answered ${answer.status}`);
}
