import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  readClipboard,
  test,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

test('a signed-out visitor is told what signing in adds, and comes back after it', async ({
  page,
}) => {
  await page.goto('/logtok');
  await expect(page).toHaveURL('/logtok');
  await expect(page.getByText('You are not signed in')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('auth_return_url'))).toBe('/logtok');
});

test('the token is masked until it is asked for, and is copied whole', async ({ page }) => {
  const { idToken } = await signInAs(page, { name: 'Ada' });
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/logtok');
  const token = page.getByRole('region', { name: 'Token', exact: true }).locator('code');
  await expect(token).toContainText('••••');
  // The page of the server holds none of it either.
  const html = await (await page.request.get('/logtok')).text();
  expect(html).not.toContain(idToken.slice(0, 20));

  await page.getByRole('button', { name: 'Show token' }).click();
  await expect(token).toHaveText(/^[^.•]+\.[^.•]+\.[^.•]*$/);
  const shown = (await token.textContent()) ?? '';
  await page.getByRole('button', { name: 'Copy token' }).click();
  expect(await readClipboard(page, shown)).toBe(shown);
  await page.getByRole('button', { name: 'Hide token' }).click();
  await expect(token).toContainText('••••');
  expect(addresses.filter((address) => address.includes(shown.slice(0, 30)))).toEqual([]);
});

test('the claims stand there with their meaning, and can be copied', async ({ page }) => {
  const { email, localId } = await signInAs(page, { name: 'Ada Lovelace' });
  await page.goto('/logtok');
  const main = page.getByRole('main');
  await expect(main.getByText('Ada Lovelace', { exact: true })).toBeVisible();
  await expect(main.getByText(email, { exact: true })).toBeVisible();
  await expect(main.getByText('When it expires')).toBeVisible();
  await page.getByRole('button', { name: 'Copy claims as JSON' }).click();
  const copied = await readClipboard(page, localId);
  expect(JSON.parse(copied)).toMatchObject({ sub: localId, email, aud: 'demo-mcp' });
});

test('the time left runs, and a refresh begins it anew', async ({ page }) => {
  await signInAs(page);
  await page.clock.install();
  await page.goto('/logtok');
  const left = page.getByRole('region', { name: 'Expires in' });
  await expect(left).toContainText(/5\d min \d+ s/);
  await page.clock.runFor(120_000);
  await expect(left).toContainText(/5[678] min \d+ s/);
  await page.getByRole('button', { name: 'Show token' }).click();
  const token = page.getByRole('region', { name: 'Token', exact: true }).locator('code');
  await expect(token).not.toContainText('••••');
  const before = await token.textContent();
  await page.getByRole('button', { name: 'Refresh token' }).click();
  await expect(token).not.toHaveText(before ?? '');
});

test('a refresh that fails says so and keeps the token', async ({ page, allowConsoleError }) => {
  allowConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await signInAs(page);
  await page.goto('/logtok');
  await expect(page.getByRole('region', { name: 'Expires in' })).toBeVisible();
  await page.route('**/securetoken.googleapis.com/**', (route) =>
    route.abort('internetdisconnected'),
  );
  await page.getByRole('button', { name: 'Refresh token' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Network error. Please check your connection and try again.',
  );
  await expect(page.getByRole('region', { name: 'Expires in' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on a ${colorScheme} phone`, () => {
    test.use({ colorScheme, viewport: { width: 360, height: 720 } });

    test('the page is accessible and fits, signed in and out', async ({ page }) => {
      await page.goto('/logtok');
      await expect(page.getByText('You are not signed in')).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await signInAs(page);
      await page.goto('/logtok');
      await page.getByRole('button', { name: 'Show token' }).click();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  });
}
