import { defineEmulator, type EmulatorDefinition } from 'emulate';

import type { Account } from './account.ts';
import type { Contract } from './contract.ts';
import { catchUp } from './billing/pass-time.ts';
import { controlAccount } from './control/control-account.ts';
import { addEndpoint } from './objects/webhook-endpoints.ts';
import { operations } from './operations.ts';
import { servePage } from './pages/serve-page.ts';
import { seedAccount } from './seed-account.ts';
import { serveOperation } from './serve-operation.ts';
import { WebhookPoster } from './webhook-poster.ts';

/** Everything that the emulator knows, as JSON. */
export interface StripeState {
  accounts: Record<string, Account>;
}

/** How an emulator is run. */
export interface StripeOptions {
  /** Where its pages are, without a slash at the end; empty: at Stripe's own hosts. */
  pages?: () => string;
  /** Where webhooks of the account `emulator` go; otherwise they wait to be taken. */
  webhook?: { url: string; secret: string } | null;
  /** What requests and answers are held against; null: nothing. */
  contract?: Contract | null;
}

/** The account of the key in `.dev.vars.example`. */
export const EMULATOR_ACCOUNT = 'emulator';

/** Where control goes in the emulator; other hosts lead there, see `answerStripe`. */
export const CONTROL_PATH = '/_control';

/**
 * Stripe, as far as a shop of subscriptions needs it. Each secret key has an account of its own, which is there
 * with the plans' prices from its first request on.
 */
export function stripeEmulator({
  pages = () => '',
  webhook = null,
  contract = null,
}: StripeOptions): EmulatorDefinition<StripeState> {
  return defineEmulator<StripeState>({
    name: 'stripe',
    cors: false,
    state: () => ({ accounts: {} }),
    setup({ app, state, signal }) {
      const poster = new WebhookPoster(signal);
      const openAccount = (name: string) => {
        const account = (state.accounts[name] ??= seedAccount(name, pages()));
        account.pages = pages();
        return account;
      };
      if (webhook !== null) {
        const account = openAccount(EMULATOR_ACCOUNT);
        account.objects.webhookEndpoints = {};
        addEndpoint(account, webhook.url, webhook.secret);
      }
      app.use(async (_, next) => {
        await next();
        for (const account of Object.values(state.accounts)) poster.wake(account);
      });
      const show = (at: Record<string, string>, form: URLSearchParams | null) => {
        const account = openAccount(at['account'] ?? '');
        catchUp(account);
        return servePage(account, at['page'] ?? '', at['id'] ?? '', form);
      };
      const surroundings = { openAccount, contract, signal };
      for (const operation of operations) {
        const route = operation.path.replace(/\{(\w+)\}/g, ':$1');
        app.on(operation.method.toUpperCase(), route, (c) =>
          serveOperation(operation, c.req.param(), c.req.raw, surroundings),
        );
      }
      app.post(`${CONTROL_PATH}/:account/:command`, async (c) => {
        const name = c.req.param('account');
        if (c.req.param('command') === 'reset') {
          state.accounts[name] = seedAccount(name, pages());
          return c.json({});
        }
        const given: unknown = JSON.parse((await c.req.text()) || '{}');
        return c.json(controlAccount(openAccount(name), c.req.param('command'), given));
      });
      app.get('/pages/:account/:page/:id', (c) => show(c.req.param(), null));
      app.get('/pages/:account/:page/:id/pdf', (c) => show(c.req.param(), null));
      app.post('/pages/:account/:page/:id', async (c) =>
        show(c.req.param(), new URLSearchParams(await c.req.text())),
      );
      app.notFound((c) => {
        const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`;
        return c.json({ error: { type: 'invalid_request_error', message } }, 404);
      });
    },
  });
}
