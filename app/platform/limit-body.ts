import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import type { AppContext, AppEnv } from './app-context.ts';
import { problem } from './problem.ts';

/**
 * Refuses bodies above `maxBytes` before a route reads them, chunked ones as soon as they are over.
 * A backstop: what a route takes may be far less, and is checked there (`readBytes`).
 */
export function limitBody(maxBytes: number): MiddlewareHandler<AppEnv> {
  return bodyLimit({
    maxSize: maxBytes,
    onError: async (c) => {
      const app: AppContext = c.var['app'];
      await drain(c.req.raw);
      const detail = `The body of a request may have ${maxBytes / 1_048_576} MB at most.`;
      return problem(app, { status: 413, detail });
    },
  });
}

/** A connection with unread bytes is reset, and its sender sees that instead of the answer. */
async function drain({ body, bodyUsed }: Request): Promise<void> {
  if (body && !bodyUsed && !body.locked) await body.pipeTo(new WritableStream());
}
