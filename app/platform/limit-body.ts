import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import type { AppEnv } from './app-context.ts';
import { problem } from './problem.ts';

/**
 * Refuses bodies above `maxBytes` before a route reads them, chunked ones as soon as they exceed
 * it. A backstop: the limit of a route may be far lower, and is checked there (`readBytes`).
 */
export function limitBody(maxBytes: number): MiddlewareHandler<AppEnv> {
  return bodyLimit({
    maxSize: maxBytes,
    onError: (c: Context<AppEnv>) => {
      const { app } = c.var;
      const detail = `The body of a request may have ${maxBytes / 1_048_576} MB at most.`;
      return problem(app, { status: 413, detail });
    },
  });
}
