import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

/** Gives a user's own account the plan Team, as billing would. */
async function subscribe(database: D1Database, uid: string): Promise<void> {
  await database
    .prepare(
      `INSERT INTO subscriptions (account_id, tier, is_active, changed_at)
       SELECT id, 'team', 1, 0 FROM accounts WHERE personal_uid = ?`,
    )
    .bind(uid)
    .run();
}

test('an owner invites somebody, who joins, edits, only views, and is removed', async ({
  page,
  browser,
  site,
  allowConsoleError,
}) => {
  test.setTimeout(240_000);
  // The page of a project that they have lost.
  allowConsoleError(/status of 404/);
  const owner = await signInAs(page);
  await subscribe(site.env.DB, owner.localId);
  const other = await (await browser.newContext()).newPage();
  const member = await signInAs(other);
  let link = '';
  let project = '';

  await test.step('the owner makes a team and a link', async () => {
    await page.goto('/teams');
    await untilAlive(page);
    await expect(page.getByText('No teams yet')).toBeVisible();
    await page.getByLabel('Team name').fill('Birds');
    await page.getByRole('button', { name: 'Create team' }).click();
    await expect(page.getByRole('heading', { name: 'Birds', level: 1 })).toBeVisible();
    await page.getByLabel('Email address').fill(member.email.toUpperCase());
    await page.getByRole('button', { name: 'Create link' }).click();
    const shown = page.getByText(/\/invite#mcpb_invite_/);
    await expect(shown).toBeVisible();
    link = (await shown.textContent()) ?? '';
    await expectAccessibleInBothSchemes(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('a project is made in the team', async () => {
    await page.getByRole('link', { name: '0 projects' }).click();
    await page.getByRole('button', { name: 'New project' }).click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByRole('radio', { name: 'Blank' }).click();
    await dialog.getByLabel('Project name').fill('Shared desk');
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await expect(page.getByRole('heading', { name: 'Shared desk', level: 1 })).toBeVisible();
    project = new URL(page.url()).pathname;
  });

  await test.step('the other person joins in their own browser, and edits', async () => {
    await other.goto(link);
    await expect(other.getByText('Join Birds')).toBeVisible();
    expect(other.url()).not.toContain('mcpb_invite');
    await expectAccessibleInBothSchemes(other);
    await other.getByRole('button', { name: 'Accept the invitation' }).click();
    await other.getByRole('link', { name: 'Shared desk' }).click();
    await expect(other.getByRole('heading', { name: 'Shared desk', level: 1 })).toBeVisible();
    await other.getByRole('tab', { name: 'Settings', exact: true }).click();
    await expect(other.getByRole('button', { name: 'Delete…' })).toHaveCount(0);
    await other.getByLabel('Project name').fill('Our desk');
    await other.getByRole('button', { name: 'Rename' }).click();
    await expect(other.getByRole('heading', { name: 'Our desk', level: 1 })).toBeVisible();
  });

  await test.step('as a viewer they change nothing', async () => {
    await page.goto('/teams');
    await page.getByRole('link', { name: 'Birds' }).click();
    await untilAlive(page);
    const row = page
      .getByRole('list', { name: 'Members' })
      .getByRole('listitem')
      .filter({ hasText: member.email });
    const changed = page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.status() === 204,
    );
    await row.getByRole('combobox').selectOption('Viewer');
    await changed;
    await other.goto(project);
    await expect(other.getByText('Your role in this team is viewer')).toBeVisible();
    await expect(other.getByRole('tab', { name: 'Settings', exact: true })).toHaveCount(0);
    await expect(other.getByRole('tab', { name: 'Secrets', exact: true })).toHaveCount(0);
    const refused = await other.request.patch(`/api${project}`, {
      data: { title: 'Mine' },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(refused.status()).toBe(403);
  });

  await test.step('removed, they find nothing', async () => {
    const row = page
      .getByRole('list', { name: 'Members' })
      .getByRole('listitem')
      .filter({ hasText: member.email });
    await row.getByRole('button', { name: 'Remove…' }).click();
    await row.getByRole('button', { name: 'Remove the member' }).click();
    await expect(page.getByText(member.email)).toHaveCount(0);
    await other.goto(project);
    await expect(other.getByText('Page Not Found')).toBeVisible();
    await other.goto('/teams');
    await expect(other.getByText('No teams yet')).toBeVisible();
  });
  await other.context().close();
});
