import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers';
import { defineConfig } from 'vitest/config';

import { buildConstants } from './scripts/build-constants.ts';
import { prebuiltModules } from './scripts/prebuilt-modules.ts';
import { answerOutside } from './tests/setup/outside.ts';

/** A ring of two keys, so that rotation is what every test runs with. */
const TEST_SEAL_KEYS = [
  'new:dGVzdC1rZXktbnVtYmVyLXR3by0zMi1ieXRlcy1sb24=',
  'old:dGVzdC1rZXktbnVtYmVyLW9uZS0zMi1ieXRlcy1sb24=',
].join(',');

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [buildConstants(), prebuiltModules()],
        test: {
          name: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/**/*.workerd.test.ts', 'tests/journeys/**', '**/node_modules/**'],
          // A busy machine is slow, not wrong; what hangs is still found.
          testTimeout: 60_000,
        },
      },
      {
        plugins: [
          buildConstants(),
          prebuiltModules(),
          cloudflareTest(async () => ({
            main: './workers/app.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                SEAL_KEYS: TEST_SEAL_KEYS,
                TEST_MIGRATIONS: await readD1Migrations('./workers/migrations'),
              },
              outboundService: answerOutside,
            },
          })),
        ],
        test: {
          name: 'workerd',
          include: ['tests/**/*.workerd.test.ts'],
          setupFiles: ['./tests/setup/migrate.workerd.ts'],
          // Whole turns of the builder run here; what hangs is still found.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
