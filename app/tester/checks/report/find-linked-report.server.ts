import type { AuthFailure } from '#app/auth/auth-problem.server.ts';
import { identify } from '#app/auth/caller.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import type { LinkedReport } from './checks-report.ts';
import { findCheckReport } from './report-store.server.ts';

/** A report behind a link, as who asks may see it; null: there is none. */
export async function findLinkedReport(
  app: AppContext,
  request: Request,
  id: string,
): Promise<Result<LinkedReport | null, AuthFailure>> {
  const caller = await identify(app, request);
  if (!caller.ok) return caller;
  if (!isRandomId(id)) return succeed(null);
  const found = await findCheckReport(app.env.DB, id, Date.now());
  if (found === null) return succeed(null);
  const { report, accountId, guestId } = found;
  const isOwn =
    caller.value.kind === 'user'
      ? caller.value.accountId === accountId
      : caller.value.kind === 'guest' && caller.value.guest.id === guestId;
  return succeed({ id, report, expiresAt: new Date(found.expiresAt).toISOString(), isOwn });
}
