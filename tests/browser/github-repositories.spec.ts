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

test('somebody finds one of many repositories, grants more, and creates one', async ({ page }) => {
  const github = await connectGithub();
  await github.fill({ owner: 'octo-org', count: 2_000, prefix: 'service', isPrivate: true });
  await github.uninstall('octo-dev');
  await page.goto('/github');
  await signInAs(page);
  await page.goto('/github');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Connect GitHub' }).click();
  await page.getByRole('button', { name: 'Authorize as octo-dev' }).click();
  await expect(page).toHaveURL(/\/github$/);
  await untilAlive(page);
  const field = page.getByRole('combobox', { name: 'Repository', exact: true });
  const options = page.getByRole('option');

  await test.step('the last pushed come first, and others are found by typing', async () => {
    await field.click();
    await expect(page.getByRole('option', { name: 'service-2000 Private' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'service-1000 Private' })).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothSchemes(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await field.fill('service-42');
    await expect(page.getByRole('option', { name: 'service-42 Private' })).toBeVisible();
    await field.press('ArrowDown');
    await field.press('ArrowUp');
    await field.press('Escape');
    await expect(options).toHaveCount(0);
  });

  await test.step('what is granted on GitHub is listed on the way back', async () => {
    await field.click();
    await field.fill('hello');
    await expect(page.getByText('No repository matches.')).toBeVisible();
    const link = page.getByRole('link', { name: 'Grant access to more' });
    const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await expect(tab.getByRole('button', { name: 'Install on octo-dev' })).toBeVisible();
    await github.install('octo-dev');
    await tab.close();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.getByRole('option', { name: 'hello-world' }).click();
    await expect(field).toHaveValue('octo-dev/hello-world');
    await expect(page.getByText('A first repository')).toBeVisible();
  });

  await test.step('a new repository has a first commit on its branch', async () => {
    await page.getByRole('button', { name: 'New repository' }).click();
    const form = page.getByRole('form', { name: 'New repository' });
    await form.getByLabel('Name').fill('hello-world');
    await expect(form.getByText('octo-dev/hello-world exists already.')).toBeVisible();
    await form.getByLabel('Name').fill('Café weather');
    await expect(form.getByText('octo-dev/Cafe-weather is free.')).toBeVisible();
    await form.getByLabel('Licence').selectOption('MIT License');
    await form.getByLabel('Default branch').fill('trunk');
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await form.getByRole('button', { name: 'Create repository' }).click();
    await expect(field).toHaveValue('octo-dev/Cafe-weather');
    await expect(page.getByText('trunk')).toBeVisible();
  });
});
