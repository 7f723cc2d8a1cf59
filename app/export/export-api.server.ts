import { Hono } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser } from '#app/auth/caller.server.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';

import { exportAccount, type ExportRecord } from './export-account.server.ts';

const TOO_OFTEN = 'You have just downloaded your data. Wait a minute, then try again.';

/** A user's own data as one file, written as it is read; mounted at `/api/account/export`. */
export const exportApi = new Hono<AppEnv>().get('/', async (c) => {
  const { app } = c.var;
  const user = await requireUser(app, c.req.raw);
  if (!user.ok) return answerAuthFailure(app, user);
  const key = `export:${user.value.accountId}`;
  const refused = await refuseAboveRate(app, app.env.LIMIT_UPLOADS, key, TOO_OFTEN);
  if (refused) return refused;
  const now = Date.now();
  app.log.info('account.exported', { account: user.value.accountId });
  const day = new Date(now).toISOString().slice(0, 10);
  return new Response(toStream(app, exportAccount(app, user.value, now)), {
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="mcp-builder-${day}.ndjson"`,
      'cache-control': 'private, no-store',
    },
  });
});

/** One record at a time, as fast as they are taken. */
function toStream(
  app: Pick<AppContext, 'log'>,
  records: AsyncGenerator<ExportRecord>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await records.next();
          if (next.done) return controller.close();
          controller.enqueue(encoder.encode(`${JSON.stringify(next.value)}\n`));
        } catch (error) {
          // The status is sent: the missing record of kind `end` says that the file is not whole.
          app.log.error('export.cut', { error });
          controller.error(error);
        }
      },
      async cancel() {
        await records.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
