import { zValidator } from '@hono/zod-validator';
import { Hono, type Context } from 'hono';
import * as z from 'zod';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser, type UserCaller } from '#app/auth/caller.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import type { Result } from '#app/platform/result.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { PlanPrices } from '#app/billing/plans/plan-prices.ts';
import {
  InvoicePage,
  OwnSubscription,
  PlanChoice,
  StripePage,
} from '#app/billing/subscription/own-subscription.ts';
import { answerBillingFailure, type BillingFailure } from './billing-problem.server.ts';
import { cancelPlan, changePlan, resumePlan, syncAccount } from './change-subscription.server.ts';
import { listInvoices } from './list-invoices.server.ts';
import { loadPlanPrices } from './load-plan-prices.server.ts';
import { openPortal } from './open-portal.server.ts';
import { loadOwnSubscription } from './own-subscription.server.ts';
import { startCheckout } from './start-checkout.server.ts';

const MAX_BODY_BYTES = 4_096;

const PriceQuery = z.object({
  currency: z
    .string()
    .regex(/^[a-z]{3}$/)
    .default('usd'),
});
const InvoiceQuery = z.object({
  cursor: z
    .string()
    .regex(/^in_\w{1,100}$/)
    .optional(),
});
const PortalWish = z.object({ flow: z.literal('payment').optional() });

const body = limitBody(MAX_BODY_BYTES);

/** Prices and the caller's own subscription, mounted at `/api/billing`. */
export const billingApi = new Hono<AppEnv>()
  .use(async (c, next) => {
    const { app } = c.var;
    const key = `billing:${addressKey(c.req.raw)}`;
    // Whatever changes something asks Stripe several times.
    const limit = c.req.method === 'GET' ? app.env.LIMIT_CALLS : app.env.LIMIT_TURNS;
    return (await refuseAboveRate(app, limit, key)) ?? next();
  })
  .get('/prices', zValidator('query', PriceQuery, answerInvalid), async (c) => {
    const prices = await loadPlanPrices(c.var.app, c.req.valid('query').currency);
    return answerJson(PlanPrices, prices);
  })
  .get('/subscription', async (c) => {
    const user = await findUser(c);
    if (user instanceof Response) return user;
    const own = await loadOwnSubscription(c.var.app, user.accountId);
    return answerJson(OwnSubscription, own, { headers: PRIVATE_HEADERS });
  })
  .get('/invoices', zValidator('query', InvoiceQuery, answerInvalid), async (c) => {
    const user = await findUser(c);
    if (user instanceof Response) return user;
    const page = await listInvoices(c.var.app, user.accountId, c.req.valid('query').cursor);
    if (!page.ok) return answerBillingFailure(c.var.app, page);
    return answerJson(InvoicePage, page.value, { headers: PRIVATE_HEADERS });
  })
  .post('/checkout', body, zValidator('json', PlanChoice, answerInvalid), async (c) => {
    const user = await findUser(c);
    if (user instanceof Response) return user;
    return answerPage(c, await startCheckout(c.var.app, user, c.req.valid('json')));
  })
  .post('/portal', body, zValidator('json', PortalWish, answerInvalid), async (c) => {
    const user = await findUser(c);
    if (user instanceof Response) return user;
    return answerPage(c, await openPortal(c.var.app, user.accountId, c.req.valid('json').flow));
  })
  .post('/sync', async (c) => answerOwn(c, syncAccount))
  .post('/change', body, zValidator('json', PlanChoice, answerInvalid), async (c) =>
    answerOwn(c, (app, account) => changePlan(app, account, c.req.valid('json'))),
  )
  .post('/cancel', async (c) => answerOwn(c, cancelPlan))
  .post('/resume', async (c) => answerOwn(c, resumePlan));

async function findUser(c: Context<AppEnv>): Promise<UserCaller | Response> {
  const user = await requireUser(c.var.app, c.req.raw);
  return user.ok ? user.value : answerAuthFailure(c.var.app, user);
}

async function answerOwn(
  c: Context<AppEnv>,
  act: (
    app: AppEnv['Variables']['app'],
    account: string,
  ) => Promise<Result<OwnSubscription, BillingFailure>>,
): Promise<Response> {
  const user = await findUser(c);
  if (user instanceof Response) return user;
  const own = await act(c.var.app, user.accountId);
  if (!own.ok) return answerBillingFailure(c.var.app, own);
  return answerJson(OwnSubscription, own.value, { headers: PRIVATE_HEADERS });
}

function answerPage(c: Context<AppEnv>, url: Result<string, BillingFailure>): Response {
  if (!url.ok) return answerBillingFailure(c.var.app, url);
  return answerJson(StripePage, { url: url.value }, { headers: PRIVATE_HEADERS });
}
