import { readFileSync } from 'node:fs';

import {
  answers,
  composer,
  openChat,
  openUserChat,
  questions,
  say,
  settled,
} from './setup/chat-page.ts';
import { expect, expectAccessible, readClipboard, test, untilAlive } from './setup/page-test.ts';

test('an empty chat lists its keys, and its examples are understood', async ({ page }) => {
  await openChat(page);
  await test.step('the keys are listed at a question mark, and Esc gives the focus back', async () => {
    const setup = page.getByRole('radio', { name: 'Chat' });
    await setup.focus();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
    await expect(setup).toBeFocused();
  });
  const examples = page.getByRole('region', { name: 'Examples' }).getByRole('button');
  await expect(examples).toHaveCount(3);
  await examples.first().click();
  await expect(page.getByRole('checkbox', { name: /get_user/ })).toBeVisible();
  await settled(page);
  await expect(examples).toHaveCount(0);
});

test('two tabs see the same turn, whoever began it', async ({ page, context }) => {
  const id = await openUserChat(page);
  const other = await context.newPage();
  await other.goto(`/chat/${id}`);
  await expect(answers(other)).toHaveCount(1);
  await say(page, 'Rename get_user to find_user');
  await expect(answers(other)).toHaveCount(2);
  await expect(other.getByRole('checkbox', { name: /find_user/ })).toBeVisible();
  await settled(other);
  await say(other, 'Remove find_user');
  await expect(answers(page)).toHaveCount(3);
  await expect(page.getByRole('checkbox', { name: /find_user/ })).toHaveCount(0);
  await expect(questions(page)).toHaveCount(3);
});

test('a tab whose scripts come late shows what another one said meanwhile', async ({
  page,
  context,
}) => {
  const id = await openUserChat(page);
  const late = await context.newPage();
  const scripts = Promise.withResolvers<void>();
  await late.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await late.goto(`/chat/${id}`, { waitUntil: 'commit' });
  await expect(answers(late)).toHaveCount(1);
  await say(page, 'Rename get_user to find_user');
  scripts.resolve();
  await expect(answers(late)).toHaveCount(2);
});

test('an answer is given once more, a message said otherwise, and a branch that was left shown again', async ({
  page,
}) => {
  await openUserChat(page);
  await say(page, 'Rename get_user to find_user');
  await say(page, 'Which tools write?');
  await test.step('an answer is given once more in its place', async () => {
    await answers(page).last().hover();
    await answers(page).last().getByRole('button', { name: 'Answer again' }).click();
    await settled(page);
    await expect(questions(page)).toHaveCount(3);
    await expect(answers(page)).toHaveCount(3);
    await page.reload();
    await expect(answers(page)).toHaveCount(3);
  });

  const second = questions(page).nth(1);
  await test.step('a message is said otherwise, and what came after it is gone from sight', async () => {
    await untilAlive(page);
    await second.hover();
    await second.getByRole('button', { name: 'Edit your message' }).click();
    const field = page.getByRole('textbox', { name: 'Your message' });
    await expect(field).toBeFocused();
    await field.fill('What does find_user do?');
    await field.press('Enter');
    await expect(questions(page)).toHaveCount(2);
    await settled(page);
    await expect(second).toContainText('What does find_user do?');
    await expect(page.getByText('Which tools write?')).toHaveCount(0);
  });

  const branches = second.getByRole('group', { name: 'Branches' });
  await expect(branches).toContainText('2/2');
  await branches.getByRole('button', { name: 'Previous branch' }).click();
  await expect(branches).toContainText('1/2');
  await expect(second).toContainText('Rename get_user to find_user');
  await page.reload();
  await expect(second).toContainText('Rename get_user to find_user');
  await expect(questions(page)).toHaveCount(3);
});

test('the width of the chat is dragged, put back, and there after a reload with unsent text', async ({
  page,
}) => {
  await openChat(page);
  await composer(page).fill('half a thought');
  const separator = page.getByRole('separator', { name: 'Width of the chat' });
  const box = await separator.boundingBox();
  if (!box) throw new Error('The separator is not on the screen.');
  await page.mouse.move(box.x + box.width / 2, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 100, box.y + 220, { steps: 5 });
  await page.mouse.up();
  await expect(separator).toHaveAttribute('aria-valuenow', '500');
  await separator.dblclick();
  await expect(separator).toHaveAttribute('aria-valuenow', '400');
  await separator.focus();
  await separator.press('ArrowRight');
  await separator.press('ArrowRight');
  await expect(separator).toHaveAttribute('aria-valuenow', '432');
  await page.reload();
  await expect(composer(page)).toHaveValue('half a thought');
  await expect(separator).toHaveAttribute('aria-valuenow', '432');
  const chat = await page.getByRole('region', { name: 'Chat', exact: true }).boundingBox();
  expect(chat?.width).toBe(432);
});

test('an answer from before a message does not take that message away', async ({ page }) => {
  const id = await openUserChat(page);
  const room = `**/api/chats/${id}`;
  const held: (() => void)[] = [];
  await page.route(room, async (route) => {
    if (held.length > 0) return route.continue();
    const response = await route.fetch();
    await new Promise<void>((resolve) => void held.push(resolve));
    await route.fulfill({ response });
  });
  // A page that has just looked does not look again at once.
  const lookAgain = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    return held.length;
  };
  await expect.poll(lookAgain).toBeGreaterThan(0);
  await composer(page).fill('Which tools write?');
  await composer(page).press('Enter');
  await expect(questions(page)).toHaveCount(2);
  for (const release of held) release();
  await expect(answers(page)).toHaveCount(2);
  await settled(page);
  await expect(questions(page)).toHaveCount(2);
  await expect(composer(page)).toHaveValue('');
});

test('a message comes back when the chat it was sent to is gone', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 404/);
  const id = await openUserChat(page);
  await page.request.delete(`/api/chats/${id}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  // The refusal itself has to say it: the look after it may take its time.
  const isTold = Promise.withResolvers<void>();
  await page.route(`**/api/chats/${id}`, async (route) => {
    await isTold.promise;
    await route.continue();
  });
  await composer(page).fill('Which tools write?');
  await composer(page).press('Enter');
  // The draft beside the chat has an alert of its own.
  const refusal = page.getByRole('alert').filter({ hasText: 'The message was not accepted' });
  await expect(refusal).toContainText('This chat was deleted');
  isTold.resolve();
  await expect(composer(page)).toHaveValue('Which tools write?');
  await expect(refusal).toContainText('This chat was deleted');
  await expect(questions(page)).toHaveCount(1);
});

test('a running turn is never said to have failed while its stream is awaited', async ({
  page,
}) => {
  const id = await openUserChat(page);
  await page.route(`**/api/chats/${id}/stream`, () => undefined);
  await page.route(`**/api/chats/${id}`, async (route) => {
    const response = await route.fetch();
    const chat: { messages: { role: string }[] } = await response.json();
    const messages = chat.messages.slice(0, 1);
    await route.fulfill({ response, json: { ...chat, messages, isRunning: true } });
  });
  // While the page still looks at the outcome of the turn before, it does not look once more.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.getByRole('button', { name: /^Stop/ })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});

test('a lost connection says so, and the page finds its way back by itself', async ({
  page,
  context,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to load/);
  await openUserChat(page);
  const alert = page.getByRole('region', { name: 'Conversation' }).getByRole('alert');
  await context.setOffline(true);
  await composer(page).fill('Which tools write?');
  await composer(page).press('Enter');
  await expect(alert).toContainText('The connection was lost');
  await context.setOffline(false);
  await expect(alert).toHaveCount(0);
  await expect(composer(page)).toHaveValue('Which tools write?');
  await composer(page).press('Enter');
  await expect(answers(page)).toHaveCount(2);
});

test('commands are found by their words and run from the keyboard', async ({ page }) => {
  await openUserChat(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Find a command' });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill('repo');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Report' })).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('Control+k');
  await field.fill('get_u');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'get_user' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await field.fill('write');
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
  await expect(composer(page)).toBeFocused();

  await page.keyboard.press('Control+k');
  await field.fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.keyboard.press('Control+k');
  await field.fill('endpoint');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The endpoint is copied')).toBeVisible();
  await readClipboard(page, '/mcp/d/');
});

test('a document is attached by picking and by pasting, and becomes tools; others say why not', async ({
  page,
}) => {
  await openChat(page);
  const attached = page.getByRole('list', { name: 'Attached files' });
  const picker = page.getByLabel('Attach files');
  await test.step('what cannot be attached says why', async () => {
    const told = (text: string) => page.getByRole('alert').filter({ hasText: text });
    await picker.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('x') });
    await expect(told('does not accept images')).toBeVisible();
    const empty = { name: 'b.json', mimeType: 'application/json', buffer: Buffer.from('') };
    await picker.setInputFiles(empty);
    await expect(told('empty')).toBeVisible();
  });

  await test.step('Ctrl Enter sends a picked file from the button that removes it', async () => {
    await picker.setInputFiles('tests/specs/petstore-3.0.json');
    await expect(attached).toContainText('petstore-3.0.json');
    await page.getByRole('button', { name: 'Remove petstore-3.0.json' }).focus();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('checkbox', { name: /addPet/ })).toBeVisible();
    await settled(page);
    await expect(questions(page)).toHaveCount(1);
    await expect(questions(page)).toContainText('petstore-3.0.json');
  });

  await test.step('what was sent can be downloaded, and the page has only its name', async () => {
    const link = questions(page).getByRole('link', { name: 'petstore-3.0.json' });
    const downloading = page.waitForEvent('download');
    await link.click();
    const path = await (await downloading).path();
    expect(readFileSync(path, 'utf8')).toBe(readFileSync('tests/specs/petstore-3.0.json', 'utf8'));
    const opened = await page.request.get(page.url());
    expect(await opened.text()).not.toContain('base64,');
  });

  await test.step('an upload shows how far it is, and can be cancelled', async () => {
    // Never answered.
    await page.route('**/attachments/*', () => undefined);
    const large = { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(3e6, 'x ') };
    await picker.setInputFiles(large);
    await composer(page).fill('Look at this');
    await composer(page).press('Enter');
    await expect(attached.last()).toContainText(' %');
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await expect(page.getByRole('button', { name: 'Cancel upload' })).toHaveCount(0);
    await expect(composer(page)).toHaveValue('Look at this');
    await page.unroute('**/attachments/*');
    await composer(page).press('Enter');
    await settled(page);
    await expect(questions(page)).toHaveCount(2);
    await expect(questions(page).last()).toContainText('large.txt');
  });

  await composer(page).focus();
  await page.evaluate(async (text) => navigator.clipboard.writeText(text), 'long '.repeat(1_000));
  await page.keyboard.press('Control+v');
  await expect(attached.last()).toContainText('Pasted text');
  await expect(composer(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Remove Pasted text' }).click();
  await expect(page.getByRole('button', { name: 'Remove Pasted text' })).toHaveCount(0);
});

test('a refused message comes back with its files, before what was written meanwhile', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 429/);
  await openChat(page);
  let refuse: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/turns', async (route) => {
    await isAsked;
    await route.fulfill({ status: 429, json: { status: 429, detail: 'Too many.' } });
  });
  await page.getByLabel('Attach files').setInputFiles('tests/specs/petstore-3.0.json');
  await composer(page).fill('First words');
  await composer(page).press('Enter');
  await expect(questions(page)).toHaveCount(1);
  await composer(page).fill('Later words');
  refuse();
  await expect(composer(page)).toHaveValue('First words\n\nLater words');
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText(
    'petstore-3.0.json',
  );
  await expect(page.getByRole('alert').filter({ hasText: 'Too many.' })).toBeVisible();
  await expect(questions(page)).toHaveCount(0);
});
