import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';

import { serveGithubPages } from '../../fakes/github/answer-github.ts';
import { serveStripePages } from '../../fakes/stripe/answer-stripe.ts';
import { readEmulatorHost } from '../../setup/auth-emulator.ts';
import { startBuiltWorker, type BuiltWorker } from '../../setup/built-worker.ts';
import type { Outside } from '../../setup/outside-of-worker.ts';

import { closeOutside, isOfEmulator } from './outside-of-page.ts';

/** The build for tests, as every test of a worker process meets it. */
interface Site extends BuiltWorker {
  /** What the Worker meets outside, until the end of the test; {@link BuiltWorkerOptions}. */
  outside: Outside;
  /** Where the pages of Stripe's emulator are. */
  stripePages: string;
  /** Where those of GitHub's are, which the Worker is told as `GITHUB_WEB_URL`. */
  githubPages: string;
}

interface Fixtures {
  /** Says that the console may show such an error; anything else there fails the test. */
  allowConsoleError: (pattern: RegExp) => void;
}

const answerNothing: Outside = () => undefined;

/**
 * Playwright's test with pages that may not misbehave: an unexpected error in the console of any
 * page, a violation of the content policy, or a request to another host fails the test.
 */
export const test = base.extend<Fixtures, { site: Site; variables: Record<string, string> }>({
  /** Of the Worker, over those of `.dev.vars.example`; for a whole file, by `test.use`. */
  variables: [{}, { option: true, scope: 'worker' }],
  site: [
    async ({ variables }, use) => {
      const pages = await serveStripePages();
      const github = await serveGithubPages();
      const state = {
        outside: answerNothing,
        stripePages: pages.origin,
        githubPages: github.origin,
      };
      const worker = await startBuiltWorker({
        build: 'emulator',
        variables: { GITHUB_WEB_URL: github.origin, ...variables },
        outside: (request) => state.outside(request),
      });
      // localhost is a secure context by name, and what a developer opens.
      const url = `http://localhost:${new URL(worker.url).port}`;
      await use(Object.assign(state, { ...worker, url }));
      await worker.close();
      pages.close();
      github.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, provide) => provide(site.url),
  allowConsoleError: [
    async ({ context, site }, use) => {
      const emulator = `http://${readEmulatorHost()}`;
      const allowed: RegExp[] = [];
      const problems: string[] = [];
      context.on('console', (message) => {
        if (message.type() !== 'error' || isOfEmulator(message, emulator)) return;
        problems.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => problems.push(String(error.error())));
      const report = (what: string) => void problems.push(what);
      await closeOutside(context, {
        ours: [site.url, site.stripePages, site.githubPages],
        emulator,
        report,
      });
      await use((pattern) => void allowed.push(pattern));
      site.outside = answerNothing;
      const unexpected = problems.filter((text) => !allowed.some((each) => each.test(text)));
      expect(unexpected, 'what the page did wrong').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Waits until the page's scripts hear keys and drops: before that, whatever no element takes is lost. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    // React marks an element when it has taken it over.
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
  await page.waitForLoadState('networkidle');
}

/** What the page has copied; a copy takes a moment after the click. */
export async function readClipboard(page: Page, wanted: RegExp | string): Promise<string> {
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await expect
    .poll(read)
    .toEqual(
      typeof wanted === 'string' ? expect.stringContaining(wanted) : expect.stringMatching(wanted),
    );
  return read();
}

/** Rules of axe whose result depends on the colour scheme. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Fails where axe finds a violation, on the page or in a part of it; animations are over by then. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await expectNoViolations(page, axe(page, part));
}

/** As {@link expectAccessible}, in light and in dark colours; ends in the scheme that it began with. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectColoursAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
}

/** As {@link expectAccessible}, by the rules alone whose result depends on the colour scheme. */
export async function expectColoursAccessible(page: Page, part?: string): Promise<void> {
  await expectNoViolations(page, axe(page, part).withRules(RULES_OF_COLOUR));
}

/** Our pages have no frames, which alone need the slower way through a second page. */
function axe(page: Page, part?: string): AxeBuilder {
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  return part === undefined ? builder : builder.include(part);
}

async function expectNoViolations(page: Page, builder: AxeBuilder): Promise<void> {
  // A message that begins to fade while axe looks has whatever contrast it has got to.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await untilStill(page);
  const { violations } = await builder.analyze();
  await page.emulateMedia({ reducedMotion: null });
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
  expect(found, `axe at ${page.url()}`).toEqual([]);
}

/** Waits for what fades or slides; a spinner, which goes on, is not waited for. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished);
    await Promise.allSettled(ends);
  });
}

/** Fails where the page scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(scroll, 'width of the page').toBeLessThanOrEqual(width);
}
