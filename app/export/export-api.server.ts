import { Hono } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser, type UserCaller } from '#app/auth/caller.server.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';

import { exportAccount, type ExportRecord } from './export-account.server.ts';

const TOO_OFTEN = 'You have just downloaded your data. Wait a minute, then try again.';

/**
 * A user's own data as one file, written as it is read; mounted at `/api/account/export`. A browser cannot explain a
 * download that fails, so the page asks with `POST` first whether one would be answered: 204, or the problem.
 */
export const exportApi = new Hono<AppEnv>()
  .post('/', async (c) => {
    // Counted apart from downloads, so that the question does not use up the download that follows.
    const admitted = await admit(c.var.app, c.req.raw, 'export-question');
    return admitted.ok ? c.body(null, 204) : admitted.refused;
  })
  .get('/', async (c) => {
    const { app } = c.var;
    const admitted = await admit(app, c.req.raw, 'export');
    if (!admitted.ok) return admitted.refused;
    const user = admitted.value;
    const now = Date.now();
    app.log.info('account.exported', { account: user.accountId });
    const day = new Date(now).toISOString().slice(0, 10);
    return new Response(toStream(app, exportAccount(app, user, now)), {
      headers: {
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': `attachment; filename="mcp-builder-${day}.ndjson"`,
        'cache-control': 'private, no-store',
      },
    });
  });

/** The signed-in user, or the answer that refuses one who is not, or who asks too often. */
async function admit(
  app: AppContext,
  request: Request,
  counted: string,
): Promise<{ ok: true; value: UserCaller } | { ok: false; refused: Response }> {
  const user = await requireUser(app, request);
  if (!user.ok) return { ok: false, refused: answerAuthFailure(app, user) };
  const key = `${counted}:${user.value.accountId}`;
  const refused = await refuseAboveRate(app, app.env.LIMIT_UPLOADS, key, TOO_OFTEN);
  return refused ? { ok: false, refused } : user;
}

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
