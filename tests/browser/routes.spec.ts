import type { Page } from '@playwright/test';

import { GITHUB_VARIABLES } from './setup/connect-github.ts';
import { STRIPE_VARIABLES } from './setup/connect-stripe.ts';
import {
  expect,
  expectAccessible,
  expectColoursAccessible,
  expectNoSidewaysScroll,
  test as base,
} from './setup/page-test.ts';
import type { RouteRow } from './setup/routes/route-row.ts';
import { ROUTE_ROWS } from './setup/routes/route-rows.ts';
import { settleTexts, untilCalm, untilSteady } from './setup/routes/steady-page.ts';
import { OPERATOR, PEOPLE, seedWorld, type Person, type World } from './setup/world/seed-world.ts';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
/** Of a picture at most: two screens, which hold what a page is about. */
const MAX_HEIGHT = { 1280: 1_400, 360: 1_480 } as const;
/** A window of {@link DESK} at 200 %. */
const ZOOMED = { width: 640, height: 400 };

const test = base.extend<{ person: Person }, { world: World }>({
  world: [
    async ({ browser, site }, use) => {
      const { world, close } = await seedWorld(browser, site.url, (outside) => {
        site.outside = outside;
      });
      await use(world);
      await close();
    },
    // Some hundred requests, which a busy machine answers slowly.
    { scope: 'worker', timeout: 300_000 },
  ],
  person: ['visitor', { option: true }],
  storageState: ({ world, person }, provide) => provide(world.states[person]),
});

test.use({
  variables: { ...GITHUB_VARIABLES, ...STRIPE_VARIABLES, ADMIN_EMAILS: OPERATOR },
  locale: 'en-US',
  timezoneId: 'UTC',
  colorScheme: 'light',
  contextOptions: { reducedMotion: 'reduce' },
});
test.describe.configure({ mode: 'parallel' });

const titleOf = ({ name, as = 'visitor' }: RouteRow) => `${name} as ${as}`;

for (const person of PEOPLE) {
  test.describe(person, () => {
    test.use({ person });
    for (const row of ROUTE_ROWS.filter(({ as = 'visitor' }) => as === person)) {
      test(titleOf(row), async ({ page, world, allowConsoleError }) => {
        if (row.allowed) allowConsoleError(row.allowed);
        await open(page, row, world);
        await expect(page).toHaveTitle(/\S/);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await takePicture(page, row, 'light');
        await expectAccessible(page, row.examined);
        await page.emulateMedia({ colorScheme: 'dark' });
        await takePicture(page, row, 'dark');
        await expectColoursAccessible(page, row.examined);
        await page.setViewportSize(ZOOMED);
        await expectFits(page, row);
        await page.setViewportSize(PHONE);
        await expectFits(page, row);
        await showOpenTab(page);
        await takePicture(page, row, 'dark');
        await page.emulateMedia({ colorScheme: 'light' });
        await takePicture(page, row, 'light');
        await page.evaluate(() => (document.documentElement.dir = 'rtl'));
        await expectFits(page, row);
        await page.setViewportSize(DESK);
        await expectFits(page, row);
      });
    }
  });
}

async function open(page: Page, row: RouteRow, world: World): Promise<void> {
  await page.setViewportSize(DESK);
  const { address = `/${row.route.replace(/^\//, '')}` } = row;
  await row.before?.(page);
  await page.goto(typeof address === 'string' ? address : address(world));
  await untilSteady(page);
  if (!row.act) return;
  await row.act(page, world);
  await (row.staysBusy ? untilCalm(page) : untilSteady(page));
}

/** As {@link expectNoSidewaysScroll}; what was opened is not cut off by the window's edges either. */
async function expectFits(page: Page, row: RouteRow): Promise<void> {
  await expectNoSidewaysScroll(page);
  if (!row.opened) return;
  await showOpened(page, row);
  await expect(row.opened(page)).toBeInViewport({ ratio: 1 });
}

async function showOpened(page: Page, { opened }: RouteRow): Promise<void> {
  await opened?.(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
}

/** Scrolls to the open tab, as the row does by itself where the page is opened on a phone. */
async function showOpenTab(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tab = document.querySelector('[role="tab"][aria-selected="true"]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
    scrollTo(0, 0);
  });
}

async function takePicture(page: Page, row: RouteRow, scheme: 'light' | 'dark'): Promise<void> {
  await settleTexts(page);
  await showOpened(page, row);
  const width = page.viewportSize()?.width === PHONE.width ? 360 : 1280;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const whole = { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT[width]) };
  await expect(page).toHaveScreenshot(`${row.name}-${width}-${scheme}.png`, {
    ...(row.opened ? {} : { fullPage: true, clip: whole }),
    mask: row.masked?.(page) ?? [],
    maskColor: 'gray',
  });
}
