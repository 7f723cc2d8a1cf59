import * as z from 'zod';

import { connectStripe, STRIPE_VARIABLES } from './setup/connect-stripe.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

test.use({ variables: STRIPE_VARIABLES });

test('Stripe’s pages take a card, refuse one, lead back, and the app hears of it', async ({
  page,
  site,
  allowConsoleError,
}) => {
  // A card that is declined.
  allowConsoleError(/status of 402/);
  const control = await connectStripe(site);
  const { idToken } = await signInAs(page);
  const headers = { authorization: `Bearer ${idToken}`, origin: site.url };
  const open = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/billing/${path}`, { headers, data });
    const text = await answer.text();
    expect(answer.status(), `${text} ${(await control.mismatches()).join()}`).toBe(200);
    return z.object({ url: z.string() }).parse(JSON.parse(text)).url;
  };
  const readTier = async () => {
    const answer = await page.request.get('/api/billing/subscription', { headers });
    return z.looseObject({ tier: z.string().nullable() }).parse(await answer.json()).tier;
  };

  await test.step('a declined card pays nothing, and one leaves without paying', async () => {
    await page.goto(await open('checkout', { tier: 'pro', interval: 'month' }));
    await expect(page.getByText('Nothing is charged.')).toBeVisible();
    await expect(page.getByText('Due today: $19.00')).toBeVisible();
    await page.getByLabel('Card number').fill('4000 0000 0000 0002');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('link', { name: 'Back without paying' }).click();
    await expect(page).toHaveURL(/\/pricing$/);
    expect(await readTier()).toBeNull();
  });

  await test.step('a good card pays, and the webhook makes the plan', async () => {
    await page.goto(await open('checkout', { tier: 'pro', interval: 'month' }));
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page).toHaveURL(/\/success\?session_id=cs_test_/);
    await expect.poll(readTier).toBe('pro');
  });

  await test.step('the portal cancels at the end of the period, and takes that back', async () => {
    await page.goto(await open('portal', {}));
    await page.getByRole('button', { name: 'Cancel at the end of the period' }).click();
    await expect(page.getByText(/^Ends on/)).toBeVisible();
    await page.getByRole('button', { name: 'Do not cancel' }).click();
    await expect(page.getByText(/^Renews on/)).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('link', { name: 'Back to the app' }).click();
    await expect(page).toHaveURL(/\/subscription$/);
  });
  expect(await control.mismatches()).toEqual([]);
});
