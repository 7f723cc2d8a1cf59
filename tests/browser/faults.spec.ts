import type { BrowserContext, Page } from '@playwright/test';

import { openGate, scriptModel, type ModelAnswer } from '../fakes/model-script.ts';
import { answers, composer, openChat, questions, say, settled } from './setup/chat-page.ts';
import { AWAY } from './setup/disturb-requests.ts';
import { openDraft } from './setup/open-draft.ts';
import { expect, test, untilAlive } from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';
import { scriptedModel } from './setup/scripted-model.ts';

const KEY = 'sk-faults';
const DAY_MS = 24 * 60 * 60_000;

test.use({ variables: scriptedModel(KEY) });

/** The browser, and what a fault keeps of it. */
interface At {
  page: Page;
  context: BrowserContext;
  /** The model waits at this gate in the middle of its first answer. */
  gate: string;
}

interface Row {
  where: string;
  name: string;
  /** Errors that the console may show meanwhile. */
  console?: RegExp;
  open: (at: At) => Promise<unknown>;
  inject: (at: At) => Promise<unknown>;
  do: (at: At) => Promise<unknown>;
  /** What must hold: the person is told, nothing is lost or doubled, and the next try works. */
  invariant: (at: At) => Promise<unknown>;
}

const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|Failed to (load|fetch)/;
const chatAlert = (page: Page) =>
  page.getByRole('region', { name: 'Conversation' }).getByRole('alert');
const served = (page: Page, tool: string) => page.getByRole('checkbox', { name: `Serve ${tool}` });

/** Sends a message whose answer stops half-way. */
async function beginAnswer({ page }: At): Promise<void> {
  await openChat(page);
  await composer(page).fill('first');
  await composer(page).press('Enter');
  await expect(answers(page)).toContainText('Half');
}

/** That the answer is there as a whole, once, and that the next message is answered. */
async function expectWhole(page: Page): Promise<void> {
  await expect(answers(page)).toContainText('Half of it, and the other half.');
  await settled(page);
  await expect(questions(page)).toHaveCount(1);
  await say(page, 'second');
  await expect(answers(page).last()).toContainText('Fine.');
  await expect(questions(page)).toHaveCount(2);
}

/** That words on the start page become a chat that answers them. */
async function expectStart(page: Page): Promise<void> {
  await page.goto('/');
  await untilAlive(page);
  const words = page.getByRole('textbox', { name: 'API document or its address' });
  await words.fill('first');
  await page.keyboard.press('Control+Enter');
  await expect(answers(page)).toContainText('Fine.');
  await settled(page);
  await expect(questions(page)).toHaveCount(1);
}

function shiftClock(page: Page, by: number): Promise<unknown> {
  return page.addInitScript((ms) => {
    const now = Date.now.bind(Date);
    const Real = Date;
    class Shifted extends Real {
      constructor(...given: [] | [number | string]) {
        if (given.length === 0) super(now() + ms);
        else super(given[0]);
      }
      static override now = () => now() + ms;
    }
    Object.assign(globalThis, { Date: Shifted });
  }, by);
}

/** Lets every write of a page's storage fail, or every access. */
function breakStorage(page: Page, way: 'full' | 'denied'): Promise<unknown> {
  return page.addInitScript((broken) => {
    const refuse = (name: string) => () => {
      throw new DOMException('No storage here.', name);
    };
    if (broken === 'full') {
      Storage.prototype.setItem = refuse('QuotaExceededError');
      return;
    }
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get: refuse('SecurityError') });
    }
    IDBFactory.prototype.open = refuse('SecurityError');
  }, way);
}

/** Lets every request wait before it leaves the browser. */
async function slowNetwork(page: Page, latency: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', conditions);
}

/** Answers one request in another way, and all that follow as they should. */
async function answerOnce(
  page: Page,
  method: string,
  path: string,
  answer: Parameters<Parameters<Page['route']>[1]>[0] extends infer Route
    ? (route: Route) => Promise<unknown>
    : never,
): Promise<void> {
  let isDone = false;
  await page.route(path, async (route) => {
    if (isDone || route.request().method() !== method) return route.continue();
    isDone = true;
    await answer(route);
  });
}

const ROWS: Row[] = [
  {
    where: 'browser',
    name: 'it goes offline in the middle of an answer',
    console: OFFLINE,
    open: beginAnswer,
    inject: ({ context }) => context.setOffline(true),
    async do({ context, gate }) {
      openGate(gate);
      await context.setOffline(false);
    },
    invariant: ({ page }) => expectWhole(page),
  },
  {
    where: 'browser',
    name: 'it is offline while an edit is saved',
    console: OFFLINE,
    open: ({ page }) => openDraft(page, { search: '?tab=tools' }),
    inject: ({ context }) => context.setOffline(true),
    do: ({ page }) => served(page, 'addPet').click(),
    async invariant({ page, context }) {
      await expect(page.getByRole('alert').filter({ hasText: /connection/i })).toBeVisible();
      await expect(served(page, 'addPet')).toBeChecked();
      await context.setOffline(false);
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await served(page, 'addPet').click();
      await expect(served(page, 'addPet')).not.toBeChecked();
      await saved;
      await page.reload();
      await expect(served(page, 'addPet')).not.toBeChecked();
    },
  },
  {
    where: 'browser',
    name: 'it is reloaded while an edit is on its way, and the next waits for it',
    console: /status of 412/,
    open: ({ page }) => openDraft(page, { search: '?tab=tools' }),
    // Nothing is answered before the page is left.
    inject: ({ page }) => slowNetwork(page, 300),
    async do({ page }) {
      await served(page, 'addPet').click();
      await served(page, 'deletePet').click();
      await expect(served(page, 'deletePet')).not.toBeChecked();
      await page.reload();
    },
    async invariant({ page }) {
      await expect(async () => {
        await page.reload();
        await expect(served(page, 'addPet')).not.toBeChecked({ timeout: 2_000 });
        await expect(served(page, 'deletePet')).not.toBeChecked({ timeout: 2_000 });
      }).toPass();
      // It can be edited on.
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await served(page, 'addPet').click();
      expect((await saved).status()).toBe(200);
    },
  },
  {
    where: 'browser',
    name: 'it is closed in the middle of an answer',
    open: beginAnswer,
    async inject(at) {
      const address = at.page.url();
      const { page } = at;
      at.page = await at.context.newPage();
      await page.close();
      openGate(at.gate);
      await at.page.goto(address);
    },
    do: ({ page }) => untilAlive(page),
    invariant: ({ page }) => expectWhole(page),
  },
  {
    where: 'browser',
    name: 'it is reloaded in the middle of an answer',
    open: beginAnswer,
    inject: ({ page }) => page.reload(),
    async do({ page, gate }) {
      await expect(answers(page)).toContainText('Half');
      openGate(gate);
    },
    invariant: ({ page }) => expectWhole(page),
  },
  {
    where: 'browser',
    name: 'it is open twice, and both send at the same time',
    console: /status of 409/,
    open: ({ page }) => openChat(page),
    async inject({ page, context }) {
      const other = await context.newPage();
      await other.goto(page.url());
      await untilAlive(other);
    },
    async do({ context, gate }) {
      const pages = context.pages();
      for (const [number, page] of pages.entries()) await composer(page).fill(`from ${number}`);
      await Promise.all(pages.map((page) => composer(page).press('Enter')));
      for (const page of pages) await expect(answers(page)).toContainText('Half');
      openGate(gate);
    },
    async invariant({ context }) {
      const pages = context.pages();
      const kept: string[] = [];
      for (const page of pages) {
        await settled(page);
        await expect(questions(page)).toHaveCount(1);
        kept.push(await composer(page).inputValue());
      }
      // Whoever came second has their words back.
      expect(kept.filter((text) => /^from \d$/.test(text))).toHaveLength(1);
      const late = pages[kept.findIndex((text) => text !== '')];
      if (!late) throw new Error('One of them came second.');
      await composer(late).press('Enter');
      for (const page of pages) await expect(answers(page).last()).toContainText('Fine.');
    },
  },
  ...[-DAY_MS, DAY_MS].map((by): Row => ({
    where: 'browser',
    name: `its clock is a day ${by < 0 ? 'behind' : 'ahead'}`,
    open: async () => undefined,
    inject: ({ page }) => shiftClock(page, by),
    async do({ page, gate }) {
      await beginAnswer({ page, gate, context: page.context() });
      openGate(gate);
    },
    async invariant({ page }) {
      await expectWhole(page);
      await expect(page.getByText(/NaN|Invalid Date/)).toHaveCount(0);
    },
  })),
  {
    where: 'browser',
    name: 'its clock is set forward while somebody is signed in',
    open: ({ page }) => signInAs(page),
    inject: ({ page }) => shiftClock(page, 3 * 60 * 60_000),
    do: ({ page }) => page.goto('/chats'),
    async invariant({ page }) {
      await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible();
      await expect(page).toHaveURL(/\/chats$/);
    },
  },
  ...(['full', 'denied'] as const).map((way): Row => ({
    where: 'browser',
    name: `its storage is ${way}`,
    // React Router's own script for scroll positions says so.
    ...(way === 'denied' ? { console: /SecurityError/ } : {}),
    open: async () => scriptModel(KEY, { answers: [FINE], repeatsLast: true }),
    inject: ({ page }) => breakStorage(page, way),
    do: ({ page }) => page.goto('/login'),
    async invariant({ page }) {
      await expect(page.getByRole('button', { name: /Google/ })).toBeVisible();
      await expectStart(page);
      await say(page, 'second');
      await expect(questions(page)).toHaveCount(2);
    },
  })),
  {
    where: 'server',
    name: 'it is away while a message is sent',
    console: /status of 503/,
    open: ({ page }) => openChat(page),
    inject: ({ page }) => answerOnce(page, 'POST', '**/turns', (route) => route.fulfill(AWAY)),
    async do({ page }) {
      await composer(page).fill('first');
      await composer(page).press('Enter');
    },
    async invariant({ page, gate }) {
      await expect(chatAlert(page)).toContainText('takes longer than it should');
      await expect(composer(page)).toHaveValue('first');
      await composer(page).press('Enter');
      openGate(gate);
      await expectWhole(page);
    },
  },
  {
    where: 'server',
    name: 'its answer to a message is lost',
    console: /ERR_FAILED/,
    open: ({ page }) => openChat(page),
    inject: ({ page }) =>
      answerOnce(page, 'POST', '**/turns', async (route) => {
        await page.request.fetch(route.request(), { maxRedirects: 0 }).catch(() => undefined);
        await route.abort();
      }),
    async do({ page, gate }) {
      openGate(gate);
      await composer(page).fill('first');
      await composer(page).press('Enter');
    },
    async invariant({ page }) {
      await expectWhole(page);
      await expect(composer(page)).toHaveValue('');
    },
  },
  {
    where: 'server',
    name: 'its answer to an edit is lost',
    console: /ERR_FAILED|status of 412/,
    open: ({ page }) => openDraft(page, { search: '?tab=tools' }),
    inject: ({ page }) =>
      answerOnce(page, 'PATCH', '**/api/drafts/*', async (route) => {
        await route.fetch();
        await route.abort();
      }),
    do: ({ page }) => served(page, 'addPet').click(),
    async invariant({ page }) {
      await expect(page.getByRole('alert').filter({ hasText: /connection/i })).toBeVisible();
      await served(page, 'deletePet').click();
      await expect(served(page, 'addPet')).not.toBeChecked();
      await page.reload();
      await expect(served(page, 'addPet')).not.toBeChecked();
    },
  },
  {
    where: 'server',
    name: 'something between answers a page instead',
    console: /status of 502/,
    open: ({ page }) => openDraft(page, { search: '?tab=tools' }),
    inject: ({ page }) =>
      answerOnce(page, 'PATCH', '**/api/drafts/*', (route) =>
        route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
      ),
    do: ({ page }) => served(page, 'addPet').click(),
    async invariant({ page }) {
      const alert = page.getByRole('alert').filter({ hasText: /[a-z]{3}/ });
      await expect(alert.first()).toBeVisible();
      await expect(alert.filter({ hasText: '<h1>' })).toHaveCount(0);
      await expect(served(page, 'addPet')).toBeChecked();
      await served(page, 'addPet').click();
      await expect(served(page, 'addPet')).not.toBeChecked();
    },
  },
];

const FINE: ModelAnswer = { lines: [{ say: 'Fine.' }] };
const lost = new Set(ROWS);

for (const [number, row] of ROWS.entries()) {
  test(`${row.where}: ${row.name}`, async ({ page, context, allowConsoleError }) => {
    if (row.console) allowConsoleError(row.console);
    const gate = `faults-${number}`;
    const half = [{ say: 'Half of it,' }, { gate }, { say: ' and the other half.' }];
    scriptModel(KEY, { answers: [{ lines: half }, FINE], repeatsLast: true });
    const at = { page, context, gate };
    await row.open(at);
    await row.inject(at);
    await row.do(at);
    await row.invariant(at);
    lost.delete(row);
  });
}

test.afterAll(() => {
  console.info(`${ROWS.length} faults: ${ROWS.length - lost.size} survived, ${lost.size} lost`);
});
