import { Hono } from 'hono';

import type { AppEnv } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';

import { answerIngestFailure, passEvents } from './pass-events.server.ts';

/** Our own address for PostHog, mounted at `/ingest`: the two paths that events are sent to. */
export const ingestApi = new Hono<AppEnv>()
  .use(async (c, next) => {
    const { app } = c.var;
    const key = `ingest:${addressKey(c.req.raw)}`;
    return (await refuseAboveRate(app, app.env.LIMIT_CALLS, key)) ?? next();
  })
  .on('POST', ['/e/', '/i/v0/e/'], async (c) => {
    const { app } = c.var;
    const passed = await passEvents(app, c.req.raw, c.req.path.replace(/^\/ingest/, ''));
    return passed.ok ? passed.value : answerIngestFailure(app, passed);
  });
