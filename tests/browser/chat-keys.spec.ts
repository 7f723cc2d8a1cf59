import type { Locator, Page } from '@playwright/test';

import { scriptModel, type ModelAnswer } from '../fakes/model-script.ts';
import { answers, composer, openChat, questions, say, settled } from './setup/chat-page.ts';
import { expect, expectAccessible, test } from './setup/page-test.ts';

const KEY = 'sk-keys';

test.use({
  variables: {
    MODEL_PROVIDERS: JSON.stringify([
      {
        kind: 'openai-compatible',
        baseUrl: 'https://api.openai.com/v1',
        model: 'scripted',
        label: 'Scripted model',
        keyVariable: 'MODEL_KEY',
        takesImages: true,
      },
    ]),
    MODEL_KEY: KEY,
  },
});

const play = (...given: ModelAnswer[]) => scriptModel(KEY, { answers: given });
const call = (tool: string, input: unknown) => ({ call: tool, input });
const HANGING: ModelAnswer = { lines: [{ say: 'I begin.' }, { hang: true }] };
const GOOD = {
  name: 'get_user',
  title: 'Get a user',
  description: 'Gets one user by id. Use it to look a person up.',
  request: { method: 'GET', url: 'https://api.example.com/users/{id}' },
};
const PLAN = { goal: 'Users, looked up by id', steps: ['Add get_user', 'Check the server'] };
const ASK = { question: 'Which one?', choices: ['The blue', 'The green'], default: 'The blue' };

/** Presses a key until something has the focus. */
async function walkTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let steps = 0; steps < 80; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(target)} cannot be reached by ${key}.`);
}

/** Fails where the keyboard has nothing to act on, or nobody can see what. */
async function expectFocus(page: Page): Promise<void> {
  const isSeen = () =>
    page.evaluate(
      () =>
        document.activeElement !== document.body &&
        (document.activeElement?.matches(':focus-visible') ?? false),
    );
  await expect.poll(isSeen).toBe(true);
}

/** Counts how often the server is asked to stop a turn. */
function countStops(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/stop')) count += 1;
  });
  return () => count;
}

async function beginToHang(page: Page): Promise<void> {
  await composer(page).fill('Tell me');
  await composer(page).press('Enter');
  await expect(answers(page).last()).toContainText('I begin.');
}

test('a chat needs no mouse: send, stop, retry, answer, look back and restore', async ({
  page,
}) => {
  play(
    HANGING,
    { lines: [call('propose_plan', PLAN), call('upsert_tool', GOOD)] },
    { lines: [call('ask_user', ASK)] },
    { lines: [{ say: 'Green it is.' }] },
  );
  await openChat(page);
  await walkTo(page, composer(page));
  await page.keyboard.type('I need the users of api.example.com');
  await page.keyboard.press('Control+Enter');
  await expect(answers(page)).toContainText('I begin.');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^You stopped the turn/)).toBeVisible();
  await expectFocus(page);

  await walkTo(page, page.getByRole('button', { name: 'Retry' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const choice = page.getByRole('button', { name: 'The green' });
  await expect(choice).toBeVisible();
  await settled(page);
  await expectFocus(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.getByRole('article', { name: 'Plan' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Activity' })).toBeVisible();
  await expectAccessible(page);

  await walkTo(page, choice, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(questions(page).last()).toContainText('The green');
  await expect(answers(page).last()).toContainText('Green it is.');
  await settled(page);
  await expectFocus(page);

  await walkTo(page, page.getByRole('tab', { name: 'Tools' }));
  for (const name of ['Try it', 'Files', 'Report', 'History']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name })).toBeFocused();
  }
  const points = page.getByRole('list', { name: 'Restore points' });
  await walkTo(page, points.getByRole('button').nth(1));
  await page.keyboard.press('Enter');
  await walkTo(page, page.getByRole('button', { name: 'Restore', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Restored point/)).toBeVisible();
  await expect(points.getByRole('button')).toHaveCount(3);
  await expectFocus(page);
});

test('a form that closes gives the keyboard back to the composer', async ({ page }) => {
  play({ lines: [{ say: 'Hello.' }] });
  await openChat(page);
  await say(page, 'Hi');
  const edit = page.getByRole('button', { name: 'Edit your message' });
  await walkTo(page, edit, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Your message' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();
});

test('Esc closes what is open before it stops the turn', async ({ page }) => {
  play({ lines: [call('upsert_tool', GOOD)] }, { lines: [{ say: 'It is there.' }] }, HANGING);
  await openChat(page);
  await say(page, 'I need the users of api.example.com');
  const stops = countStops(page);
  await beginToHang(page);

  const menu = page.getByRole('button', { name: 'Light' });
  await page.getByRole('button', { name: 'Theme' }).click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);

  await page.getByRole('tab', { name: 'Try it' }).click();
  const picker = page.getByRole('combobox', { name: 'Tool' });
  await picker.click();
  await expect(picker).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(picker).toHaveAttribute('aria-expanded', 'false');
  expect(stops()).toBe(0);

  await page.keyboard.press('Escape');
  await expect(page.getByText(/^You stopped the turn/)).toBeVisible();
  expect(stops()).toBe(1);
});

test('a stop that does not reach the server says so, and can be tried again', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_INTERNET_DISCONNECTED/);
  play(HANGING);
  await openChat(page);
  await beginToHang(page);
  await page.route('**/stop', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Stop' }).click();
  const alert = page.getByRole('form', { name: 'Message' }).getByRole('alert');
  await expect(alert).toContainText('The builder was not stopped');
  await expectAccessible(page);
  await page.unroute('**/stop');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/^You stopped the turn/)).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('a picture that was sent is drawn and opens larger; one that could run is only named', async ({
  page,
}) => {
  play({ lines: [{ say: 'I see it.' }] });
  await openChat(page);
  const draw = () => {
    const canvas = document.createElement('canvas');
    canvas.width = 600;
    canvas.height = 400;
    canvas.getContext('2d')?.fillRect(100, 100, 300, 200);
    return canvas.toDataURL('image/png');
  };
  const png = Buffer.from((await page.evaluate(draw)).split(',')[1] ?? '', 'base64');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await page.getByLabel('Attach files').setInputFiles([
    { name: 'sketch.png', mimeType: 'image/png', buffer: png },
    { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: svg },
  ]);
  await say(page, 'Look at this');
  await page.reload();
  const picture = questions(page).getByRole('img', { name: 'sketch.png' });
  const width = (element: HTMLImageElement) => element.naturalWidth;
  await expect.poll(() => picture.evaluate(width)).toBe(600);
  expect((await picture.boundingBox())?.height).toBeLessThanOrEqual(192);
  await expect(questions(page).getByRole('list', { name: 'Attached files' })).toContainText(
    'drawing.svg',
  );
  await expect(questions(page).getByRole('img', { name: 'drawing.svg' })).toHaveCount(0);
  await expectAccessible(page);
  await page.waitForLoadState('networkidle');
  await picture.click();
  await expect(page.getByRole('dialog', { name: 'sketch.png' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
