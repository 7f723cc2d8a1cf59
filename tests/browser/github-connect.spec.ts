import { connectGithub, GITHUB_VARIABLES } from './setup/connect-github.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

test.use({ variables: GITHUB_VARIABLES });

test('somebody connects GitHub, grants repositories, reconnects and disconnects', async ({
  page,
}) => {
  const github = await connectGithub();
  await test.step('signed out, /github leads to sign-in and back', async () => {
    await page.goto('/github');
    await expect(page).toHaveURL(/\/login\?returnUrl=%2Fgithub/);
    await signInAs(page);
    await page.goto('/github');
    await expect(page.getByText('No account connected')).toBeVisible();
    await expectAccessible(page);
  });
  await test.step('who does not agree is told that nothing was connected', async () => {
    await untilAlive(page);
    await page.getByRole('button', { name: 'Connect GitHub' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/github$/);
    await expect(page.getByRole('alert')).toContainText('You did not allow access on GitHub');
  });
  await test.step('who agrees sees the account and where access was given', async () => {
    await untilAlive(page);
    await page.getByRole('button', { name: 'Connect GitHub' }).click();
    await page.getByRole('button', { name: 'Authorize as octo-dev' }).click();
    await expect(page.getByText('GitHub is connected as octo-dev.')).toBeVisible();
    await expect(page).toHaveURL(/\/github$/);
    const list = page.getByRole('list', { name: 'Access to repositories' });
    await expect(list.getByText('octo-org')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothSchemes(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('GitHub’s page for more repositories leads back', async () => {
    await page.getByRole('link', { name: 'Grant more repositories' }).click();
    await page.getByRole('button', { name: 'Install on octo-org' }).click();
    await expect(page).toHaveURL(/\/github$/);
    await expect(
      page.getByText('Your choice of repositories on GitHub was changed.'),
    ).toBeVisible();
  });
  await test.step('a connection that was revoked on GitHub is connected again', async () => {
    await github.revoke();
    await page.reload();
    await untilAlive(page);
    await page.getByRole('button', { name: 'Reconnect GitHub' }).click();
    await page.getByRole('button', { name: 'Authorize as octo-dev' }).click();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  });
  await test.step('disconnecting ends it here and on GitHub', async () => {
    await untilAlive(page);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disconnect GitHub' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('GitHub is disconnected, here and on GitHub.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect GitHub' })).toBeVisible();
  });
});
