import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { Response, type Request } from 'miniflare';
import { defineConfig } from 'vitest/config';

import { GithubControl } from '../fakes/github/github-control.ts';
import { workerdPlugins } from '../../vitest.config.ts';
import { answerOutside } from '../setup/outside.ts';

const RESULT = path.resolve('.cache/soak/result.json');

/** The outside world of the tests, and a place to which the soak sends its result. */
async function answerSoak(request: Request): Promise<Response> {
  if (new URL(request.url).host !== 'soak.invalid') return answerOutside(request);
  mkdirSync(path.dirname(RESULT), { recursive: true });
  writeFileSync(RESULT, await request.text());
  return new Response(null, { status: 204 });
}

const { SOAK_SEED = '1', SOAK_SESSIONS = '10' } = process.env;

/** The soak, which is no part of `npm test`: tests/soak/soak.mjs starts it. */
export default defineConfig({
  plugins: workerdPlugins(
    {
      SOAK_SEED,
      SOAK_SESSIONS,
      STRIPE_SECRET_KEY: 'sk_test_emulator_soak',
      STRIPE_WEBHOOK_SECRET: 'whsec_of_the_soak',
      ...new GithubControl('emulator_soak').variables(),
    },
    answerSoak,
  ),
  test: {
    name: 'soak',
    include: ['tests/soak/sessions.workerd.ts'],
    setupFiles: ['./tests/setup/migrate.workerd.ts'],
    testTimeout: 30 * 60_000,
    hookTimeout: 120_000,
  },
});
