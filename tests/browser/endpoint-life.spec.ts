import type { Page } from '@playwright/test';

import { openChat, say, settled } from './setup/chat-page.ts';
import { openInspector } from './setup/inspector.ts';
import { expect, test, untilAlive } from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

const CALL = [
  '--method',
  'tools/call',
  '--tool-name',
  'get_user',
  '--tool-args-json',
  '{"id":"7"}',
];
const openTab = async (page: Page, project: string, tab: string) => {
  await page.goto(`${project}?tab=${tab}`);
  await untilAlive(page);
};

async function setSecret(page: Page, value: string): Promise<void> {
  const replace = page.getByRole('button', { name: /^Replace: / });
  await expect(replace.or(page.getByLabel(/^Value of /)).first()).toBeVisible();
  if (await replace.isVisible()) await replace.click();
  await page.getByLabel(/^Value of /).fill(value);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(replace).toBeVisible();
}

test('an endpoint lives: called by key and by sign-in, broken, rolled back, with new keys and secrets', async ({
  page,
  browser,
  site,
}) => {
  test.setTimeout(200_000);
  page.setDefaultTimeout(20_000);
  const sent: (string | null)[] = [];
  site.outside = ({ url, headers }) => {
    if (new URL(url).hostname !== 'upstream.example.net') return undefined;
    sent.push(headers.get('authorization'));
    if (!new URL(url).pathname.startsWith('/users/')) return new Response(null, { status: 503 });
    return Response.json({ name: 'Ada', email: 'ada@example.com' });
  };
  await signInAs(page);
  let project = '';
  let endpoint = '';

  await test.step('a chat becomes a project with a secret, which is published for all who sign in', async () => {
    await openChat(page);
    await say(
      page,
      'Add a tool that gets https://upstream.example.net/users/{id} as get_user with a bearer token',
    );
    await expect(page.getByRole('checkbox', { name: /get_user/ })).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as a project' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/\/projects\//);
    await untilAlive(page);
    project = new URL(page.url()).pathname;
    await page.getByRole('button', { name: 'Publish version 1' }).click();
    await expect(page.getByText('Live: version 1')).toBeVisible();
    const address = page.getByRole('region', { name: 'Endpoint' }).getByRole('code');
    endpoint = (await address.textContent()) ?? '';
    await openTab(page, project, 'secrets');
    await setSecret(page, 'first-credential');
    await openTab(page, project, 'endpoint');
    await page.getByRole('radio', { name: 'Everyone who signs in' }).click();
    await expect(page.getByRole('radio', { name: 'Everyone who signs in' })).toBeChecked();
  });

  const inspector = await openInspector(endpoint);
  const other = await (await browser.newContext()).newPage();
  try {
    let key = '';
    const callByKey = () => inspector.run([...CALL, '--header', `Authorization: Bearer ${key}`]);

    await test.step('the Inspector calls it with a key', async () => {
      key = await createKey(page);
      const { code, output } = await callByKey();
      expect(code, output).toBe(0);
      expect(output).toContain('ada@example.com');
      expect(sent).toEqual(['Bearer first-credential']);
    });

    await test.step('somebody else calls it from the Inspector by signing in, in another browser', async () => {
      await signInAs(other);
      const { code, output } = await inspector.run(CALL, async (address) => {
        await other.goto(address);
        await untilAlive(other);
        await other.getByRole('button', { name: 'Allow', exact: true }).click();
      });
      expect(code, output).toBe(0);
      expect(output).toContain('ada@example.com');
    });

    await test.step('a version that fails is published', async () => {
      await openTab(page, project, 'versions');
      await page.getByRole('button', { name: 'Continue in chat: version 1' }).click();
      await expect(page).toHaveURL(/\/chat\//);
      await untilAlive(page);
      await say(page, 'Change the path of get_user to /broken/{id}');
      await settled(page);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Save a version' });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Publish version 2' }).click();
      const publish = page.getByRole('dialog', { name: 'Publish version 2' });
      await publish.getByRole('button', { name: 'Publish version 2' }).click();
      await expect(page.getByText('Live: version 2')).toBeVisible();
      await expect.poll(async () => (await callByKey()).code, { timeout: 60_000 }).not.toBe(0);
    });

    await test.step('the log shows both callers, and what fails', async () => {
      await openTab(page, project, 'logs');
      await expect(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        await expect(
          page.getByRole('row', { name: /get_user.*Answered.*My laptop/ }),
        ).toBeVisible();
      }).toPass();
    });

    await test.step('rolled back, it answers again', async () => {
      await openTab(page, project, 'versions');
      await page.getByRole('button', { name: 'Roll back to version 1' }).click();
      await expect(page.getByText('Live: version 1')).toBeVisible();
      await expect.poll(async () => (await callByKey()).code, { timeout: 60_000 }).toBe(0);
    });

    await test.step('the key is replaced at once, and so is the secret', async () => {
      const old = key;
      key = await rotateKey(page);
      expect(key).not.toBe(old);
      await openTab(page, project, 'secrets');
      await setSecret(page, 'second-credential');
      const { code, output } = await callByKey();
      expect(code, output).toBe(0);
      expect(sent.at(-1)).toBe('Bearer second-credential');
      const ask = async () => {
        const headers = { authorization: `Bearer ${old}` };
        return (await fetch(endpoint, { method: 'POST', headers, body: '{}' })).status;
      };
      await expect.poll(ask, { timeout: 40_000 }).toBe(401);
    });
  } finally {
    await inspector.close();
    await other.context().close();
  }
});

async function createKey(page: Page): Promise<string> {
  await page.goto('/api-keys');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('My laptop');
  await page.getByRole('button', { name: 'Create key' }).click();
  return takeKey(page);
}

async function rotateKey(page: Page): Promise<string> {
  await page.goto('/api-keys');
  await untilAlive(page);
  await page.getByRole('button', { name: /^Rotate: / }).click();
  await page.getByRole('radio', { name: 'Stop immediately' }).check({ force: true });
  await page.getByRole('button', { name: 'Create the new key' }).click();
  return takeKey(page);
}

async function takeKey(page: Page): Promise<string> {
  const key = (await page.getByText(/^mcpb_live_\w+$/).textContent()) ?? '';
  await page.getByRole('button', { name: 'I have copied it' }).click();
  return key;
}
