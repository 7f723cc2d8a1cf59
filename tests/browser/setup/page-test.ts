import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';

interface Fixtures {
  /** Says that the console may show such an error; anything else there fails the test. */
  allowConsoleError: (pattern: RegExp) => void;
}

/**
 * Playwright's test with a page that may not misbehave: an unexpected error in the console, a
 * violation of the content policy, or a request to another host fails the test.
 */
export const test = base.extend<Fixtures>({
  allowConsoleError: [
    async ({ page, context, baseURL }, use) => {
      const allowed: RegExp[] = [];
      const problems: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(String(error)));
      await context.route(
        ({ protocol, origin }) => /^(https?|wss?):$/.test(protocol) && origin !== baseURL,
        (route) => {
          problems.push(`request to another host: ${route.request().url()}`);
          return route.abort();
        },
      );
      await use((pattern) => void allowed.push(pattern));
      const unexpected = problems.filter((text) => !allowed.some((each) => each.test(text)));
      expect(unexpected, 'what the page did wrong').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Fails where axe finds a violation; animations are over by then. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
  expect(found, `axe at ${page.url()}`).toEqual([]);
}

/** Fails where the page scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(scroll, 'width of the page').toBeLessThanOrEqual(width);
}
