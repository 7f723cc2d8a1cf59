import { gunzipSync } from 'node:zlib';

import type { Page } from '@playwright/test';
import * as z from 'zod';

import { uniqueEmail } from '../setup/auth-emulator.ts';
import { signInByPopup } from './setup/google-popup.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test as base,
  untilAlive,
} from './setup/page-test.ts';

const Event = z.looseObject({
  event: z.string(),
  properties: z.looseObject({ distinct_id: z.string() }),
  $set: z.record(z.string(), z.unknown()).optional(),
});
type Event = z.infer<typeof Event>;
const Batch = z.looseObject({ batch: z.array(Event) });

interface Posthog {
  events: Event[];
  /** Names of the headers that came along. */
  headers: Set<string>;
}

/** What leaves our Worker for PostHog. */
const test = base.extend<{ posthog: Posthog }>({
  posthog: async ({ site }, provide) => {
    const posthog: Posthog = { events: [], headers: new Set() };
    site.outside = async (request) => {
      const { host } = new URL(request.url);
      if (host !== 'eu.i.posthog.com') return undefined;
      for (const name of request.headers.keys()) posthog.headers.add(name);
      const body = gunzipSync(await request.arrayBuffer()).toString('utf8');
      posthog.events.push(...Batch.parse(JSON.parse(body)).batch);
      return Response.json({ status: 1 }, { headers: { 'set-cookie': 'ph=1' } });
    };
    await provide(posthog);
  },
});
test.use({ variables: { POSTHOG_KEY: 'phc_test' } });

const question = (page: Page) => page.getByRole('region', { name: 'Analytics' });
const kept = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((storage) =>
      Object.keys(storage).filter((name) => name.includes('ph_')),
    ),
  );

async function signOut(page: Page): Promise<void> {
  // The menu opens before the page is alive; its buttons work afterwards.
  await untilAlive(page);
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
}

test('nobody is counted who was not asked, or said no', async ({
  page,
  posthog,
  allowConsoleError,
}) => {
  // A question that is under way while its sign-in ends.
  allowConsoleError(/status of 401.*subscription\/status/);
  const chunks: string[] = [];
  page.on('request', (request) => chunks.push(request.url()));
  await page.goto('/login');
  await expect(question(page)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInByPopup(page, { email: uniqueEmail() });
  await expect(page).toHaveURL('/');
  await question(page).getByRole('button', { name: 'Decline' }).press('Enter');
  await expect(question(page)).toBeHidden();
  await page.reload();
  await signOut(page);
  await expect(question(page)).toBeHidden();
  expect(posthog.events).toEqual([]);
  expect(chunks.filter((url) => /posthog|ingest/.test(url))).toEqual([]);
  expect(await kept(page)).toEqual([]);
});

test('whoever agrees is counted by email when they sign in and out', async ({
  page,
  posthog,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 401.*subscription\/status/);
  await page.goto('/login');
  await question(page).getByRole('button', { name: 'Allow' }).click();
  await expect(question(page)).toBeHidden();
  const email = uniqueEmail();
  await signInByPopup(page, { email, name: 'Ada Lovelace' });
  await expect(page).toHaveURL('/');
  await expect
    .poll(() => posthog.events.map(({ event }) => event).toSorted())
    .toEqual(['$identify', 'user_signed_in']);
  const identified = posthog.events.find(({ event }) => event === '$identify');
  expect(identified?.properties.distinct_id).toBe(email);
  expect(identified?.$set).toMatchObject({ name: 'Ada Lovelace', provider: 'google.com' });
  const signedIn = posthog.events.find(({ event }) => event === 'user_signed_in');
  expect(signedIn?.properties).toMatchObject({ method: 'popup', distinct_id: email });
  // Addresses of drafts are nobody else's affair.
  const said = Object.values(signedIn?.properties ?? {}).map(String);
  expect(said.filter((text) => text.includes('/login'))).toEqual([]);

  await signOut(page);
  await expect.poll(() => posthog.events.at(-1)?.event).toBe('user_signed_out');
  expect(posthog.events.at(-1)?.properties.distinct_id).toBe(email);
  expect(posthog.headers).not.toContain('cookie');
  expect(posthog.headers).not.toContain('authorization');

  // Whoever comes next is somebody else.
  await page.goto('/login');
  const other = uniqueEmail();
  await signInByPopup(page, { email: other });
  await expect.poll(() => posthog.events.at(-1)?.properties.distinct_id).toBe(other);
});

test('a page that signs out as it loads counts that too, and forgets who it was', async ({
  page,
  posthog,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 401.*subscription\/status/);
  await page.goto('/login');
  await question(page).getByRole('button', { name: 'Allow' }).click();
  const email = uniqueEmail();
  await signInByPopup(page, { email });
  await expect.poll(() => posthog.events.length).toBe(2);
  await page.goto('/signout');
  const signedOut = () => posthog.events.find(({ event }) => event === 'user_signed_out');
  await expect.poll(signedOut).toBeDefined();
  expect(signedOut()?.properties.distinct_id).toBe(email);
  await expect(page).toHaveURL('/');
  // Nothing names them afterwards. What the page sent as it loaded may arrive after what it sent last.
  const { length } = posthog.events;
  await page.reload();
  await untilAlive(page);
  expect(posthog.events.slice(length)).toEqual([]);
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(stored).not.toContain(email);
});

test('a sign-in is counted once somebody agrees later in the same visit', async ({
  page,
  posthog,
}) => {
  await page.goto('/login');
  await expect(question(page)).toBeVisible();
  const email = uniqueEmail();
  await signInByPopup(page, { email });
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Chats' }).first().click();
  expect(posthog.events).toEqual([]);
  await question(page).getByRole('button', { name: 'Allow' }).click();
  await expect
    .poll(() => posthog.events.map(({ event }) => event).toSorted())
    .toEqual(['$identify', 'user_signed_in']);
  expect(posthog.events.at(-1)?.properties.distinct_id).toBe(email);
});

test('the question lies over nothing that somebody works with', async ({ page }) => {
  const { id } = await (
    await page.request.post('/api/drafts', { data: { template: 'weather' } })
  ).json();
  for (const size of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(`/chat/${id}`);
    await expect(question(page)).toBeVisible();
    await untilAlive(page);
    await page.getByText('Chat', { exact: true }).filter({ visible: true }).click();
    const composer = await page
      .getByRole('textbox', { name: 'Message to the builder' })
      .boundingBox();
    const asked = await question(page).boundingBox();
    if (!asked || !composer) throw new Error('Both are on the screen');
    expect(composer.y + composer.height).toBeLessThanOrEqual(asked.y);
    expect(asked.y + asked.height).toBeLessThanOrEqual(size.height + 1);
    await expectNoSidewaysScroll(page);
  }
});

test('who agreed can take it back, and nothing is left of it', async ({
  page,
  posthog,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 401.*subscription\/status/);
  await page.goto('/login');
  await question(page).getByRole('button', { name: 'Allow' }).click();
  await signInByPopup(page, { email: uniqueEmail() });
  await expect.poll(() => posthog.events.length).toBe(2);
  expect(await kept(page)).not.toEqual([]);
  await page.goto('/privacy');
  await page.getByLabel('Count my sign-ins and sign-outs').uncheck();
  await expect.poll(() => kept(page)).toEqual([]);
  await signOut(page);
  await page.reload();
  expect(posthog.events).toHaveLength(2);
  expect(await kept(page)).toEqual([]);
});

for (const fault of ['blocked', 'failing'] as const) {
  test(`signing in and out works while counting is ${fault}`, async ({
    page,
    posthog,
    allowConsoleError,
  }) => {
    allowConsoleError(/ERR_BLOCKED|ERR_FAILED|status of (401|500)|posthog/i);
    await page.route('**/ingest/**', (route) =>
      fault === 'blocked' ? route.abort('blockedbyclient') : route.fulfill({ status: 500 }),
    );
    await page.goto('/login');
    await question(page).getByRole('button', { name: 'Allow' }).click();
    await signInByPopup(page, { email: uniqueEmail() });
    await expect(page).toHaveURL('/');
    await signOut(page);
    expect(posthog.events).toEqual([]);
  });
}
