import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  readClipboard,
  test,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

test('a signed-out visitor is told what signing in adds, and comes back after it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 720 });
  await page.goto('/logtok');
  await expect(page).toHaveURL('/logtok');
  await expect(page.getByText('You are not signed in')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('auth_return_url'))).toBe('/logtok');
});

test('the token stays in the browser, where it is shown, copied and refreshed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 720 });
  const { idToken, email, localId } = await signInAs(page, { name: 'Ada Lovelace' });
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/logtok');
  const token = page.getByRole('region', { name: 'Token', exact: true }).locator('code');
  await expect(token).toContainText('••••');
  // The page of the server holds none of it.
  const html = await (await page.request.get('/logtok')).text();
  expect(html).not.toContain(idToken.slice(0, 20));

  await page.getByRole('button', { name: 'Show token' }).click();
  await expect(token).toHaveText(/^[^.•]+\.[^.•]+\.[^.•]*$/);
  const shown = (await token.textContent()) ?? '';
  await page.getByRole('button', { name: 'Copy token' }).click();
  expect(await readClipboard(page, shown)).toBe(shown);
  await page.getByRole('button', { name: 'Copy claims as JSON' }).click();
  const claims = await readClipboard(page, localId);
  expect(JSON.parse(claims)).toMatchObject({ sub: localId, email, aud: 'demo-mcp' });
  expect(addresses.filter((address) => address.includes(shown.slice(0, 30)))).toEqual([]);
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Refresh token' }).click();
  await expect(token).not.toHaveText(shown);
});
