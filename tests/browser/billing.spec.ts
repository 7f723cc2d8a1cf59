import type { Page } from '@playwright/test';

import { answerStripe } from '../fakes/stripe/answer-stripe.ts';
import { StripeControl } from '../fakes/stripe/stripe-control.ts';

import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

const SECRET = 'whsec_browser';

test.use({
  variables: { STRIPE_SECRET_KEY: 'sk_test_emulator_browser', STRIPE_WEBHOOK_SECRET: SECRET },
});

const stripe = new StripeControl('emulator_browser', (request) => answerStripe(request));

test.beforeEach(async ({ site }) => {
  await stripe.deliverTo(`${site.url}/stripe/webhook`, SECRET);
});

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Goes to the checkout of a plan, from the prices. */
async function goToCheckout(page: Page, name: 'Pro' | 'Team' = 'Pro') {
  await page.goto('/pricing');
  await card(page, name)
    .getByRole('button', { name: `Get ${name}` })
    .click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
}

/** Types a card on Stripe's page, and pays. */
async function pay(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number);
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

/** Looks at a page on a phone too, in light and in dark. */
async function expectFitForAll(page: Page) {
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('prices are in the HTML that a visitor gets, in the currency of their country', async ({
  page,
}) => {
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await page.request.get(path, { headers });
    expect(response.status()).toBe(200);
    expect(response.headers()['cache-control']).toContain('no-store');
    return response.text();
  };
  expect(await ask('/pricing')).toContain('$19');
  const german = await ask('/pricing', { 'cf-ipcountry': 'DE', 'accept-language': 'de-DE' });
  expect(german).toContain('>€19<');
  expect(await ask('/pricing?currency=gbp&interval=year')).toContain('£190');
  expect(await ask('/pricing?currency=%3Cscript%3E')).toContain('$19');
});

test('a visitor comes back to their choice after signing in', async ({ page }) => {
  await page.goto('/pricing');
  await untilAlive(page);
  const yearly = page.getByRole('radio', { name: /^Yearly/ });
  // The address changes with it, which may take a moment.
  await yearly.click();
  await expect(yearly).toBeChecked();
  await page.getByLabel('Currency').selectOption('eur');
  await expect(card(page, 'Team').getByText('€490')).toBeVisible();
  await expectFitForAll(page);
  const link = card(page, 'Pro').getByRole('link', { name: 'Sign in to get Pro' });
  const target = new URL((await link.getAttribute('href')) ?? '', page.url());
  expect(target.pathname).toBe('/login');
  await signInAs(page);
  await page.goto(target.searchParams.get('returnUrl') ?? '');
  await expect(card(page, 'Pro').getByText('Your choice')).toBeVisible();
  await expect(card(page, 'Pro').getByRole('button', { name: 'Get Pro' })).toBeFocused();
  await expect(card(page, 'Pro').getByText('€190')).toBeVisible();
});

test('from free to Pro, cancelled and resumed, through Stripe’s pages', async ({ page }) => {
  await signInAs(page);
  await test.step('free', async () => {
    await page.goto('/subscription');
    await expect(page.getByRole('heading', { name: 'Free' })).toBeVisible();
    await expect(page.getByText('0 of 3').first()).toBeAttached();
    await expectFitForAll(page);
    await page.getByRole('link', { name: 'Compare plans' }).click();
    await expect(card(page, 'Free').getByText('This is your plan.')).toBeVisible();
  });
  await test.step('paid', async () => {
    await goToCheckout(page);
    await pay(page, '4242424242424242');
    await expect(page).toHaveURL(/\/success\?session_id=cs_/);
    await expect(page.getByRole('heading', { name: 'Pro is active' })).toBeVisible();
    await expectFitForAll(page);
    await page.getByRole('button', { name: /^Account of / }).click();
    await expect(page.getByText('Plan pro')).toBeVisible();
    await page.getByRole('link', { name: 'Subscription', exact: true }).click();
  });
  await test.step('its subscription and invoice', async () => {
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await expect(page.getByText('$19 a month')).toBeVisible();
    await expect(page.getByText('Paid', { exact: true })).toBeVisible();
    const view = page.getByRole('link', { name: /^View invoice/ });
    expect(await view.getAttribute('href')).toContain('/invoice/');
    await expect(page.getByText('0 of 25').first()).toBeAttached();
    await expectFitForAll(page);
  });
  await test.step('cancelled', async () => {
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByText(/Pro stays until/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel the subscription' }).click();
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
    await page.goto('/pricing');
    await expect(card(page, 'Pro').getByText(/You cancelled it/)).toBeVisible();
    await expectAccessible(page);
  });
  await test.step('resumed', async () => {
    await card(page, 'Pro').getByRole('button', { name: 'Resume Pro' }).click();
    await expect(page.getByText('Pro goes on. It is not cancelled any more.')).toBeVisible();
    await page.goto('/subscription');
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
  });
  await test.step('changed to Team', async () => {
    await page.goto('/pricing');
    await card(page, 'Team').getByRole('button', { name: 'Change to Team' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Team, 1 seat: $49 a month')).toBeVisible();
    await expectFitForAll(page);
    await dialog.getByRole('button', { name: 'Change the plan' }).click();
    await expect(card(page, 'Team').getByText('This is your plan.')).toBeVisible();
  });
  await test.step('another card, at Stripe', async () => {
    await page.goto('/subscription');
    await page.getByRole('button', { name: 'Payment method' }).click();
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByRole('button', { name: 'Use this card' }).click();
    await page.getByRole('link', { name: 'Back to the app' }).click();
    await expect(page).toHaveURL(/\/subscription$/);
  });
});

test('a card that is declined, and the way back from the checkout, leave the buttons alive', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 402/);
  await signInAs(page);
  await goToCheckout(page);
  await pay(page, '4000000000000002');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('link', { name: 'Back without paying' }).click();
  await expect(card(page, 'Free').getByText('This is your plan.')).toBeVisible();
  await card(page, 'Pro').getByRole('button', { name: 'Get Pro' }).click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await page.goBack();
  const again = card(page, 'Pro').getByRole('button', { name: 'Get Pro' });
  await expect(again).toHaveAttribute('aria-disabled', 'false');
  await again.click();
  await pay(page, '4242424242424242');
  await expect(page.getByRole('heading', { name: 'Pro is active' })).toBeVisible();
});

test('the address after a checkout tells nobody else anything, signed in or out, and no second time', async ({
  page,
  browser,
  site,
}) => {
  await signInAs(page);
  await goToCheckout(page);
  await pay(page, '4242424242424242');
  await expect(page.getByRole('heading', { name: 'Pro is active' })).toBeVisible();
  const address = page.url();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pro is active' })).toBeVisible();

  const context = await browser.newContext({ baseURL: site.url });
  const other = await context.newPage();
  await other.goto(address);
  await expect(other.getByText('Sign in to see your plan')).toBeVisible();
  await signInAs(other);
  await other.clock.install();
  await other.goto(address);
  await expect(other.getByRole('heading', { name: 'Activating your plan' })).toBeVisible();
  const verdict = other.getByRole('heading', { name: 'Your plan is Free' });
  await expect(async () => {
    await other.clock.runFor(6_000);
    await expect(verdict).toBeVisible({ timeout: 500 });
  }).toPass();
  await expectAccessible(other);
  await context.close();
});

test('a payment that fails at the renewal warns with the last day, and another card puts it right', async ({
  page,
}) => {
  const { localId } = await signInAs(page);
  await goToCheckout(page);
  await pay(page, '4000000000000341');
  await expect(page.getByRole('heading', { name: 'Pro is active' })).toBeVisible();
  const customer = await findCustomer(localId);
  await stripe.advance(customer, { days: 32 });
  await page.goto('/subscription');
  await expect(page.getByText('Payment failed', { exact: true })).toBeVisible();
  await expect(page.getByText(/Pro stays until/)).toBeVisible();
  await expectFitForAll(page);
  await page.getByRole('button', { name: 'Change the payment method' }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByRole('button', { name: 'Use this card' }).click();
  await page.getByRole('link', { name: 'Back to the app' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
});

test('while Stripe is away the plan stays, and invoices are asked for again', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 503/);
  await signInAs(page);
  await goToCheckout(page);
  await pay(page, '4242424242424242');
  await expect(page.getByRole('heading', { name: 'Pro is active' })).toBeVisible();
  await stripe.fault('unavailable', { times: 1_000 });
  await page.goto('/subscription');
  await expect(page.getByText(/The invoices cannot be loaded/)).toBeVisible();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expectFitForAll(page);
  await stripe.clearFaults();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
});

test('nobody is sent to sign in from the subscription', async ({ page }) => {
  await page.goto('/subscription');
  await expect(page.getByText('Sign in to see your subscription')).toBeVisible();
  await expect(page).toHaveURL(/\/subscription$/);
  await expectFitForAll(page);
});

/** The customer that the Worker has made for a user. */
async function findCustomer(uid: string): Promise<string> {
  const requests = await stripe.requests();
  const made = requests.findLast(
    ({ method, path, body }) =>
      method === 'POST' && path.endsWith('/checkout/sessions') && body.includes(uid),
  );
  return new URLSearchParams(made?.body).get('customer') ?? '';
}
