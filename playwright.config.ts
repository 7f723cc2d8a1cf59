import { defineConfig } from '@playwright/test';

/** What headless Chromium needs in a container without network, sandbox and graphics card. */
const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  globalSetup: './tests/browser/setup/serve.ts',
  // Each has a built Worker and a browser of its own (`site` in page-test.ts); they have the emulator in common.
  workers: 2,
  // What takes longest begins first: begun last, it would run alone for a minute.
  projects: [
    { name: 'commands', testMatch: 'first-contact.spec.ts' },
    { name: 'pages', testIgnore: 'first-contact.spec.ts' },
  ],
  retries: 0,
  forbidOnly: true,
  // A machine that has other things to do as well makes a test slow, and must not make it fail.
  timeout: 120_000,
  // Pictures of pages: `npm run pictures` makes them anew.
  snapshotPathTemplate: 'tests/browser/pictures/{arg}{ext}',
  expect: {
    timeout: 30_000,
    // Another build of Chromium draws the edges of letters otherwise; a button that has moved is more than that.
    toHaveScreenshot: {
      animations: 'disabled',
      caret: 'hide',
      scale: 'css',
      threshold: 0.25,
      maxDiffPixelRatio: 0.002,
    },
  },
  use: {
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: CHROMIUM_FLAGS,
    },
  },
});
