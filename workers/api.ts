import { Hono } from 'hono';

import type { AppEnv } from '#app/platform/app-context.ts';

/** The mount table: one line a room. */
export const api = new Hono<AppEnv>();
