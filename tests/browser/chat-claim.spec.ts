import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { answers, openChat, openUserChat, say } from './setup/chat-page.ts';
import { expectNothing } from './setup/open-draft.ts';
import { expect, test, untilAlive } from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

const INSPECTOR =
  'tests/inspector/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';

test('what a guest began is theirs after signing in, and nobody else’s', async ({
  page,
  context,
  browser,
}) => {
  const id = await openUserChat(page);
  const cookies = await context.cookies();
  await signInAs(page);
  await page.goto(`/chat/${id}`);
  await untilAlive(page);
  await expect(answers(page)).toHaveCount(1);
  await say(page, 'Rename get_user to find_user');
  await expect(page.getByRole('checkbox', { name: /find_user/ })).toBeVisible();

  const old = await browser.newContext();
  await old.addCookies(cookies);
  const guest = await old.newPage();
  await expectNothing(guest, page.url());
  await old.close();
});

test('a sentence becomes a server that the Inspector’s command line calls', async ({
  page,
  site,
}) => {
  const id = await openChat(page);
  await say(page, 'Start with the Hacker News template');
  const { token } = await (await page.request.get(`/api/drafts/${id}`)).json();
  const header = ['--header', `Authorization: Bearer ${token}`];
  const all = [INSPECTOR, '--cli', `${site.url}/mcp/d/${id}`, '--transport', 'http', ...header];
  const call = ['--method', 'tools/call', '--tool-name', 'get_item', '--tool-arg', 'id=8863'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...all, '--format', 'json', ...call],
    { timeout: 100_000 },
  );
  expect(stdout).toContain('"content"');
  expect(stdout).not.toContain('"isError": true');
});
