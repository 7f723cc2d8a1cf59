import { Hono } from 'hono';

import { answerJson } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { sandboxOriginOf } from '#app/platform/outbound/sandbox-origin.ts';

import { SandboxPlace } from './sandbox-place.ts';

/** Where the apps of servers run, mounted at `/api/sandbox`. */
export const sandboxApi = new Hono<AppEnv>().get('/', (c) => {
  const place = { origin: sandboxOriginOf(c.var.app) };
  return answerJson(SandboxPlace, place, { headers: { 'cache-control': 'no-store' } });
});
