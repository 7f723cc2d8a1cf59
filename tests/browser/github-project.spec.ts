import type { Page } from '@playwright/test';
import * as z from 'zod';

import { connectGithub, GITHUB_VARIABLES } from './setup/connect-github.ts';
import { openDraft } from './setup/open-draft.ts';
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

const Project = z.object({ id: z.string() });

/** Saves a draft as a project, without the screens for it, and answers its number. */
async function saveProject(page: Page): Promise<string> {
  const { id, revision } = await openDraft(page);
  const answer = await page.request.post('/api/projects', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { draft: id, revision, title: 'Petstore' },
  });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return Project.parse(await answer.json()).id;
}

test('a project is pushed to a repository, edits made there come back, and an open tab follows it', async ({
  page,
  site,
  allowConsoleError,
}) => {
  const github = await connectGithub();
  await github.deliverTo(`${site.url}/github/webhook`);
  await github.addRepository({ name: 'petstore', files: { 'notes.md': 'Mine.\n' } });
  await github.install('octo-dev');
  await signInAs(page);
  const project = await saveProject(page);
  await page.goto('/github');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Connect GitHub' }).click();
  await page.getByRole('button', { name: 'Authorize as octo-dev' }).click();
  await expect(page).toHaveURL(/\/github$/);

  await test.step('a repository is linked', async () => {
    await page.goto(`/projects/${project}?tab=github`);
    await untilAlive(page);
    const field = page.getByRole('combobox', { name: 'Repository' });
    await field.click();
    await field.fill('petstore');
    await page.getByRole('option', { name: 'petstore' }).click();
    await page.getByRole('button', { name: 'Link this repository' }).click();
    await expect(page.getByText('No version has been pushed to this branch yet.')).toBeVisible();
  });

  await test.step('a version is compared, and pushed as a commit', async () => {
    await page.getByRole('button', { name: 'Compare with the repository' }).click();
    const push = page.getByRole('button', { name: 'Push version 1' });
    await expect(push).toBeVisible();
    await expectAccessible(page);
    await push.click();
    await expect(page.getByRole('list', { name: 'Pushes' })).toContainText('Version 1');
    const { files } = await github.files({ name: 'petstore' });
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['notes.md', 'package.json']));
  });

  await test.step('an edit of a description comes back as a version', async () => {
    const { files } = await github.files({ name: 'petstore' });
    const path = 'blueprint.json';
    const text = Buffer.from(files[path]?.content ?? '', 'base64').toString();
    const edited = text.replace('"description": "', '"description": "Edited on GitHub. ');
    expect(edited).not.toBe(text);
    await github.commit({ name: 'petstore', files: { [path]: edited } });
    await page.getByRole('button', { name: 'Look for edits' }).click();
    await expect(page.getByRole('list', { name: 'Edits in the repository' })).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('button', { name: 'Save as version 2' }).click();
    await expect(page.getByText('The edits are in')).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  const pushes = page.getByRole('list', { name: 'Pushes' });
  await test.step('the open tab shows the checks of the repository and its new name', async () => {
    await github.check({ name: 'petstore', conclusion: 'failure' });
    await expect(page.getByText('CI failed')).toBeVisible({ timeout: PATIENCE_MS });
    await github.rename({ name: 'petstore' }, 'petstore-server');
    await lookAgain(page);
    await expect(page.getByRole('link', { name: 'octo-dev/petstore-server' })).toBeVisible();
  });

  await test.step('the version that was saved is proposed, and published as soon as it is merged', async () => {
    const publishes = page.getByRole('checkbox', { name: /Publish a version when/ });
    await publishes.click();
    await expect(publishes).toBeChecked();
    await page.getByRole('button', { name: 'Compare with the repository' }).click();
    await page.getByRole('button', { name: 'Push version 2' }).click();
    await expect(pushes).toContainText('Pull request #1');
    await expect(page.getByText('Not published')).toBeVisible();
    await github.merge({ name: 'petstore-server', number: 1 });
    await expect(pushes).toContainText('Merged', { timeout: PATIENCE_MS });
    await expect(page.getByText('Live: version 2')).toBeVisible({ timeout: PATIENCE_MS });
    await expectAccessible(page);
  });

  // The browser notes each refused request.
  allowConsoleError(/status of 409 .*github\/status/);
  await test.step('it says that the repository is archived, and then gone', async () => {
    await github.set({ name: 'petstore-server', isArchived: true });
    await lookAgain(page);
    await expect(page.getByText('Archived on GitHub')).toBeVisible();
    await github.remove({ name: 'petstore-server' });
    await lookAgain(page);
    await expect(page.getByText('Not found on GitHub')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('that GitHub has to be reconnected is said once', async () => {
    await github.revoke();
    await lookAgain(page);
    await expect(page.getByRole('button', { name: 'Reconnect GitHub' })).toHaveCount(1);
    await expect(page.getByText('Versions are pushed once GitHub is connected.')).toBeVisible();
  });
});

/** Longer than a tab waits before it looks whether something is new. */
const PATIENCE_MS = 20_000;

/** The user comes back to the window. */
async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('focus')));
}
