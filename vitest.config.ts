import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers';
import { defineConfig } from 'vitest/config';

import { articles } from './scripts/articles.ts';
import { buildConstants } from './scripts/build-constants.ts';
import { prebuiltModules } from './scripts/prebuilt-modules.ts';
import { projectTemplate } from './scripts/project-template.ts';
import { shareGlyphs } from './scripts/share-glyphs.ts';
import { toolFaces } from './scripts/tool-faces.ts';
import { bundleWorkerForTests, nativeWorkerBundle } from './scripts/worker-for-tests.ts';
import { answerOutside } from './tests/setup/outside.ts';

/** A ring of two keys, so that rotation is what every test runs with. */
const TEST_SEAL_KEYS = [
  'new:dGVzdC1rZXktbnVtYmVyLXR3by0zMi1ieXRlcy1sb24=',
  'old:dGVzdC1rZXktbnVtYmVyLW9uZS0zMi1ieXRlcy1sb24=',
].join(',');

/** What hangs is found; a machine that has other things to do as well fails no test. */
const PATIENCE = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};

const sources = () => [
  buildConstants(),
  prebuiltModules(),
  projectTemplate(),
  shareGlyphs(),
  toolFaces(),
];

type Answer = typeof answerOutside;

/** Runs tests in workerd, with all real bindings, over one bundle of the Worker. */
export function workerdPlugins(more: Record<string, string> = {}, outside: Answer = answerOutside) {
  return [
    ...sources(),
    cloudflareTest(async () => ({
      main: await (bundle ??= bundleWorkerForTests([...sources(), articles()])),
      wrangler: { configPath: './wrangler.toml' },
      miniflare: {
        bindings: {
          SEAL_KEYS: TEST_SEAL_KEYS,
          SANDBOX_ORIGIN: 'https://sandbox.test',
          ADMIN_EMAILS: 'operator@example.com',
          TEST_MIGRATIONS: await readD1Migrations('./workers/migrations'),
          ...more,
        },
        outboundService: outside,
      },
    })),
    nativeWorkerBundle(),
  ];
}

/** One for all files of a run; a run that watches needs a restart after a change of the Worker. */
let bundle: Promise<string> | undefined;

export default defineConfig({
  test: {
    // Vitest leaves a core idle otherwise, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        plugins: sources(),
        test: {
          name: 'node',
          isolate: false,
          ...PATIENCE,
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [
            'tests/**/*.workerd.test.ts',
            'tests/**/*.screen.test.tsx',
            'tests/journeys/**',
            '**/node_modules/**',
          ],
        },
      },
      {
        plugins: sources(),
        test: {
          name: 'screens',
          ...PATIENCE,
          include: ['tests/**/*.screen.test.tsx'],
          environment: './tests/setup/screens/dom-environment.ts',
          setupFiles: ['./tests/setup/screens/each-screen-test.ts'],
        },
      },
      {
        plugins: workerdPlugins(),
        test: {
          name: 'workerd',
          ...PATIENCE,
          include: ['tests/**/*.workerd.test.ts'],
          setupFiles: ['./tests/setup/migrate.workerd.ts'],
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/*.test.ts'],
          ...PATIENCE,
          testTimeout: 180_000,
        },
      },
    ],
  },
});
